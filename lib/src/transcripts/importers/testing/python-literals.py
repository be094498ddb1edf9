"""Writes python-literals.json: texts, and what Python's own ast.literal_eval makes of them (null: it refuses).

    python3 python-literals.py > python-literals.json
"""
import ast
import json
import platform
import random

random.seed(3)
LETTERS = ["a", "Z", "é", "译", "😀", "'", '"', "\\", "\n", "\t", "\r", "\x00", "\x7f", "\u2028", " ", ",", ":", "}", "]", ")", "don't", "{'a': 1}"]


def text():
    return "".join(random.choice(LETTERS) for _ in range(random.randrange(8)))


def value(depth=0):
    kind = random.randrange(5 if depth > 2 else 8)
    if kind < 2:
        return text()
    if kind == 2:
        return random.choice([True, False, None])
    if kind == 3:
        return random.randrange(-(10**9), 10**9)
    if kind == 4:
        return random.choice([0.5, -1.25, 1e-7, 3e20, 2.0])
    if kind == 5:
        return [value(depth + 1) for _ in range(random.randrange(4))]
    if kind == 6:
        return tuple(value(depth + 1) for _ in range(random.randrange(4)))
    return {text(): value(depth + 1) for _ in range(random.randrange(4))}


BY_HAND = [
    """{'Whether': 'No', 'Side': '', 'Reason': "the writer's choice", 'n': None}""",
    r"""{'a': 'it\'s', "b": "she said \"no\"", 'c': 'a\\b'}""",
    r"""'\x41\u8bd1\U0001F600\101\0\q\/'""",
    "('one' \"two\"\n'three')",
    "('x')", "('x',)", "()", "[1, 2, ]", "{'a': 1, }", "{1: 'a', 'b': [True, False]}",
    "'''it's\ntwo lines'''", '"""a "quoted" word"""', "'a\\\nb'",
    "-1.5e3", "+7", ".5", "5.", "1_000", "r'\\n'", "u'x'", "  {'a' : 1}  ",
    # Refused
    "", "{'a': 'it's'}", "{'a' 1}", "{'a': 1", "['a'", "'open", "'a\nb'", "yes", "{'a': true}", "Affirmative: \"x\"", "{'a': 1} and more",
    "[1 2]", "'\\x4'", "{[1]: 2}", "1 + ", "__import__('os')", "{'a': open('f')}",
]


def read(source):
    try:
        return {"text": source, "value": ast.literal_eval(source.strip()), "reads": True}
    except (ValueError, SyntaxError, TypeError):
        return {"text": source, "value": None, "reads": False}


if __name__ == "__main__":
    cases = [read(one) for one in BY_HAND] + [read(repr(value())) for _ in range(250)]
    print(json.dumps({"python": platform.python_version(), "cases": cases}, ensure_ascii=True, indent=0))
