#!/usr/bin/env python3
"""Writes math-equality.json: pairs of answers, and whether math-verify (on SymPy) judges them to be the same.

Run: python math-equality.py > math-equality.json   (math-verify 0.9.0 and SymPy; CPython 3.11)

Each pair has a gold answer, another answer, and two verdicts. `expected` is our own verdict, which the kit must match in
the tests. `oracle` is math-verify's verdict. The two verdicts show whether the kit or math-verify causes a disagreement.
"""
import importlib.metadata
import json
import sys

from math_verify import LatexExtractionConfig, parse, verify

SAME = [
    # plain numbers
    ("1250", "1,250"), ("1250", "1,250.00"), ("1250", "+1250"), ("1250", r"\$1250"), ("1250", "1250.0"),
    ("10080", r"10,\!080"), ("11111111100", r"11,\! 111,\! 111,\! 100"), ("0.5", ".5"), ("0.5", "1/2"),
    ("0.5", r"\frac{1}{2}"), ("0.5", r"\frac12"), ("0.5", r"\dfrac{1}{2}"), ("0.5", "50/100"), ("0.15", r"\frac{3}{20}"),
    (r"\frac{14}{3}", "14/3"), (r"-\frac{3}{8}", r"\frac{-3}{8}"), (r"-\frac{3}{8}", r"\frac{3}{-8}"),
    (r"\frac{270}7", r"\frac{270}{7}"), (r"\frac 59", r"\frac{5}{9}"), (r"\frac9{19}", r"\frac{9}{19}"),
    ("-0.25", r"-\frac{1}{4}"), (".0000672", "6.72e-5"), ("0", "-0"), ("26000", r"2.6 \times 10^4"),
    (r"1\frac{4}{5}", r"\frac{9}{5}"), (r"137 \frac{1}{2}", "137.5"), ("1.8", r"1\frac45"), (r"6\frac15", r"\frac{31}{5}"),
    (r"0.\overline{3}", r"\frac{1}{3}"), (r"0.1\overline{6}", r"\frac{1}{6}"), ("3.00", "3"),
    # dressing and units
    (r"90^\circ", "90"), (r"90^{\circ}", r"90^\circ"), (r"50\%", "50"), (r"\$18.90", "18.90"), ("1250", r"1250 \text{ dollars}"),
    (r"5.4 \text{ cents}", "5.4"), (r"15\mbox{ cm}^2", "15"), (r"864 \mbox{ inches}^2", "864"), ("8", r"8\text{ kg}"),
    (r"\frac{270}7\text{ degrees}", r"\frac{270}{7}"), ("45", r"45\text{ mph}"), ("x=5", "5"), ("5", "x = 5"),
    (r"\left( 3, \frac{\pi}{2} \right)", r"(3,\frac{\pi}{2})"), (r"2k+2", r"2 k + 2"), ("y = 2x + 3", "2x+3"),
    # roots, powers, constants
    (r"3\sqrt{13}", r"3 \sqrt{13}"), (r"11\sqrt2", r"11\sqrt{2}"), (r"\sqrt{8}", r"2\sqrt{2}"),
    (r"\frac{1}{\sqrt{3}}", r"\frac{\sqrt{3}}{3}"), (r"\sqrt{50}", r"5\sqrt2"), (r"\sqrt[3]{8}", "2"), (r"\sqrt[3]{-8}", "-2"),
    (r"\sqrt[3]{16}", r"2\sqrt[3]{2}"), ("2^{10}", "1024"), ("2^{-1}", "0.5"), (r"8^{2/3}", "4"), (r"12\pi", r"\pi \cdot 12"),
    (r"\frac{3 \pi}{4}", r"\frac{3}{4}\pi"), (r"18+2\pi", r"2\pi + 18"), (r"\frac{20000}{\pi}", r"20000/\pi"), ("5!", "120"),
    (r"\binom{5}{2}", "10"), (r"\dbinom{5}{2}", r"\binom{5}{3}"), (r"\frac{8!}{6!}", "56"), (r"e^{0}", "1"),
    (r"\frac{\sqrt{21}}{5}", r"\sqrt{\frac{21}{25}}"), (r"1+2\sqrt{3}", r"2\sqrt3+1"), (r"(\sqrt{2})^2", "2"),
    (r"\frac{1+\sqrt{5}}{2}", r"\frac{1}{2}+\frac{\sqrt5}{2}"), (r"11 \sqrt{5} + 11", r"11(1+\sqrt{5})"), (r"|-3|", "3"),
    (r"\sin \frac{\pi}{6}", r"\frac12"), (r"\log_2 8", "3"), (r"\ln e^2", "2"), (r"\frac{\frac{1}{2}}{3}", r"\frac16"),
    ("1267650600228229401496703205376", "2^{100}"), (r"\cos 0", "1"), (r"2 \cdot 3^2", "18"),
    # complex numbers
    ("6 - 5i", "-5i+6"), ("1+274i", "1 + 274 i"), ("i^2", "-1"), ("(1+i)(1-i)", "2"), (r"\frac{1}{i}", "-i"),
    (r"\sqrt{-4}", "2i"),
    # variables
    ("p - q", "-q+p"), ("x^2+2x+1", "(x+1)^2"), ("(a+5)(b+2)", "ab+2a+5b+10"), (r"\frac{11+9a}{20}", r"\frac{11}{20}+\frac{9a}{20}"),
    ("15x - 80", "5(3x-16)"), ("5r^5", r"5 \cdot r^5"), ("3R^2", "3 R^{2}"), (r"\cot x", r"\frac{\cos x}{\sin x}"),
    (r"\sin^2 x + \cos^2 x", "1"), ("x^{-1}", r"\frac{1}{x}"), ("2(x+1)", "2x+2"), (r"\frac{x^2-1}{x-1}", "x+1"),
    ("-13x+3", "3-13x"), ("8n^2 + 4n + 1", "1+4n(2n+1)"), (r"\sqrt{x}\sqrt{x}", "x"), (r"x_1+x_2", r"x_{2}+x_{1}"),
    (r"7z^{96}(4z+1)", "28z^{97}+7z^{96}"), (r"\frac{2}{3}x", "2x/3"), (r"x^{1/2}", r"\sqrt{x}"),
    # tuples, intervals, sets, lists
    ("(6,31,-1)", "( 6, 31, -1 )"), (r"\left( \frac{3}{2}, -13 \right)", "(1.5,-13)"), ("(3,4]", r"\left(3, 4\right]"),
    (r"(2,\infty)", r"(2, \infty)"), (r"(-\infty, 0]", r"\left(-\infty,0\right]"),
    (r"\left[ \frac{\pi^2}{8}, \frac{5 \pi^2}{4} \right]", r"[\pi^2/8, 5\pi^2/4]"), (r"x \in [-2,7]", "[-2,7]"),
    (r"(0,9) \cup (9,36)", r"(9,36) \cup (0,9)"), (r"(-\infty, 2) \cup (3, \infty)", r"(-\infty,2)\cup(3,\infty)"),
    (r"\{1,2,3\}", r"\{3,1,2\}"), (r"\{1,2\}", r"\{1,2,2\}"), ("1,-2", "-2,1"), ("3, 5, 7", "7,5,3"), (r"\{1,2\}", "1,2"),
    (r"1 \pm \sqrt{19}", r"1+\sqrt{19}, 1-\sqrt{19}"), (r"3 \pm 2 \sqrt{2}", r"3-2\sqrt{2}, 3+2\sqrt{2}"),
    (r"\{1\pm\sqrt{5},-2\}", r"\{-2,1+\sqrt5,1-\sqrt5\}"), ("x=3, x=-2", "3,-2"), (r"19 \text{ and } 43", "43, 19"),
    (r"-2 \le x \le 7", "[-2,7]"), ("x > 3", r"(3,\infty)"), ("3 < x", "x > 3"),
    # matrices
    (r"\begin{pmatrix} -2 \\ -14 \\ -7 \end{pmatrix}", r"\begin{bmatrix}-2\\-14\\-7\end{bmatrix}"),
    (r"\begin{pmatrix} 1/5 \\ -18/5 \end{pmatrix}", r"\begin{pmatrix} 0.2 \\ -\frac{18}{5} \end{pmatrix}"),
    (r"\begin{pmatrix} -1 & 0 \\ 0 & -1 \end{pmatrix}", r"\begin{pmatrix}-1&0\\0&-1\end{pmatrix}"),
    # words, letters, bases, equations
    (r"\text{east}", "east"), (r"\text{Evelyn}", "evelyn"), (r"\text{(C)}", "C"), ("(B)", r"\text{B}"), (r"\textbf{(E)}", "(E)"),
    ("52_8", "52_{8}"), ("4210_{5}", "4210_5"), ("5x - 7y + 11z + 4 = 0", "-5x+7y-11z-4=0"), ("x+y=2", "2x+2y=4"),
    (r"\infty", r"+\infty"), (r"x^2+y^2=13", "13 = x^2+y^2"), (r"\text{June 20}", "June 20"), ("3:1", "3 : 1"),
]
DIFFERENT = [
    ("1250", "1251"), ("1250", "125"), ("1250", "1.25"), ("0.5", "0.05"), ("0.5", "2"), ("-5", "5"), ("18", "18.5"), ("0.33", r"\frac{1}{3}"),
    ("3.14", r"\pi"), ("12345678901234567890", "12345678901234567891"), (r"3\frac{1}{2}", r"\frac{3}{2}"), (r"\frac{1}{2}", r"\frac{2}{1}"),
    (r"\frac12", "12"), (r"50\%", "0.5"), ("90", "91^\\circ"), (r"\sqrt{2}", "1.41"), (r"3\sqrt{13}", r"13\sqrt{3}"), (r"\sqrt[3]{2}", r"\sqrt{2}"),
    (r"\sqrt{2}", r"-\sqrt{2}"), ("2^{10}", "2^{11}"), ("2^{10}", "20"), ("5!", "5"), (r"\binom{5}{2}", r"\binom{5}{1}"), (r"2\pi", r"\pi"),
    (r"\frac{\pi}{6}", r"-\frac{\pi}{6}"), ("6 - 5i", "6 + 5i"), ("6 - 5i", "5 - 6i"), ("i", "1"), ("p - q", "q - p"), ("2k", "2"),
    ("2k+2", "2k"), ("x^2", "2x"), ("x^2+1", "(x+1)^2"), ("2x", "2y"), ("3R^2", "3r^2"), (r"\cot x", r"\tan x"), (r"\sqrt{x^2}", "x"),
    ("5r^5", "5r^4"), ("x_1", "x_2"), (r"\sin x", r"\cos x"), ("(2,4)", "(4,2)"), ("(3,4]", "[3,4]"), ("(3,4]", "(3,4)"), ("(2,4)", "[2,4]"),
    (r"(2,\infty)", r"(-\infty,2)"), ("(1,2)", "(1,2,3)"), (r"(0,9) \cup (9,36)", "(0,36)"), (r"\{1,2\}", r"\{1,3\}"), ("1,-2", "1,2"),
    ("3, 5, 7", "3, 5"), ("3, 3, 5", "3, 5"), ("(1,2)", r"\{1,2\}"), (r"1 \pm \sqrt{19}", r"1 + \sqrt{19}"), (r"x \in [-2,7]", "x \\in [-2,7)"),
    ("x > 3", r"x \ge 3"), ("x < 3", "x > 3"), (r"\begin{pmatrix} 1 \\ 2 \end{pmatrix}", r"\begin{pmatrix} 1 & 2 \end{pmatrix}"),
    (r"\begin{pmatrix} 1 \\ 2 \end{pmatrix}", r"\begin{pmatrix} 2 \\ 1 \end{pmatrix}"), (r"\text{east}", r"\text{west}"), (r"\text{(C)}", r"\text{(D)}"),
    ("52_8", "52"), ("52_8", "52_9"), ("52_8", "42"), (r"\infty", r"-\infty"), ("5x - 7y = 4", "5x + 7y = 4"), ("x+y=2", "x+y=3"), (r"\text{even}", r"\text{odd}"),
    ("3:1", "1:3"), ("x=3, y=4", "x=4, y=3"), (r"\text{yes}", r"\text{no}"), ("10", "100"), ("1,2,3", "123"),
]


def oracle(gold, answer):
    """Returns math-verify's verdict on two answers, both parsed as LaTeX."""
    read = [parse(f"${text}$", extraction_config=[LatexExtractionConfig()]) for text in (gold, answer)]
    return bool(verify(read[0], read[1]))


pairs = [(*pair, True) for pair in SAME] + [(*pair, False) for pair in DIFFERENT]
json.dump(
    {
        "source": "math-verify " + importlib.metadata.version("math-verify") + " on SymPy " + importlib.metadata.version("sympy"),
        "pairs": [
            {"gold": gold, "answer": answer, "expected": expected, "oracle": oracle(gold, answer)}
            for gold, answer, expected in pairs
        ],
    },
    sys.stdout,
    indent=1,
    ensure_ascii=False,
)
print()
