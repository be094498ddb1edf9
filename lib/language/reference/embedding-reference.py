"""Computes reference vectors for the sentence embedder, with the same weights and Python's onnxruntime and tokenizers.

Run: python embedding-reference.py ../../../.venv/agora-models/paraphrase-MiniLM-L3-v2 > embedding-reference.json
"""

import json
import sys
from pathlib import Path

import numpy
import onnxruntime
import tokenizers

LONGEST = 128
TEXTS = [
    "What I value most is apples, far ahead of bread and cheese.",
    "Apples matter most to me; bread and cheese come far behind.",
    "The film was released in 1995 and I would give it four stars.",
    "",
    "   \n\t ",
    "OK",
    "I agree 👍🏽🎉 let's go 🚀",
    "我同意这个方案，请投票。",
    "Мне нужны яблоки, а не хлеб — согласны?",
    "أحتاج إلى التفاح أكثر من الخبز",
    "りんごが一番大切です。パンは要りません。",
    "Café naïve Ångström – “quoted” … ½ price; it's 3.5% off (well-known) [SEP] zero\u200bwidth",
    "supercalifragilisticexpialidocious" * 4,
    " ".join(f"In round {i} agent {i % 3} proposed {7 * i} apples and {3 * i} loaves." for i in range(1, 31)),
]

folder = Path(sys.argv[1])
tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.no_truncation()
lengths = [len(tokenizer.encode(text).ids) for text in TEXTS]
tokenizer.enable_truncation(LONGEST)
session = onnxruntime.InferenceSession(str(folder / "onnx" / "model.onnx"), providers=["CPUExecutionProvider"])
hidden = next(o.name for o in session.get_outputs() if o.type == "tensor(float)" and len(o.shape) == 3)


def embed(text):
    """Embeds one text as the mean of its token vectors, in double precision. A single text needs no padding."""
    ids = numpy.array([tokenizer.encode(text).ids], dtype=numpy.int64)
    [rows] = session.run([hidden], {"input_ids": ids, "attention_mask": numpy.ones_like(ids)})
    return rows[0].astype(numpy.float64).mean(axis=0)


vectors = numpy.array([embed(text) for text in TEXTS])
norms = numpy.linalg.norm(vectors, axis=1)
cosines = (vectors @ vectors.T) / norms[:, None] / norms[None, :]
json.dump(
    {
        "versions": {
            "python": sys.version.split()[0],
            "onnxruntime": onnxruntime.__version__,
            "tokenizers": tokenizers.__version__,
            "numpy": numpy.__version__,
        },
        "model": folder.name,
        "texts": [
            {"text": text, "tokens": tokens, "first": vector[:8].round(7).tolist(), "norm": round(float(norm), 7)}
            for text, tokens, vector, norm in zip(TEXTS, lengths, vectors, norms)
        ],
        "cosines": cosines.round(7).tolist(),
    },
    sys.stdout,
    indent=1,
    ensure_ascii=False,
)
print()
