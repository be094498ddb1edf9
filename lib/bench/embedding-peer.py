"""The peer of embedding.bench.mjs: onnxruntime and tokenizers in Python, batched as sentence-transformers batches.

Reads a line of JSON, a list of texts, and answers with a line: seconds, processor seconds, first numbers of each vector.
"""

import json
import sys
import time
from pathlib import Path

import numpy
import onnxruntime
import tokenizers

folder, longest, threads, batch = Path(sys.argv[1]), *map(int, sys.argv[2:5])
tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
tokenizer.enable_truncation(longest)
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = threads
session = onnxruntime.InferenceSession(
    str(folder / "onnx" / "model.onnx"), options, providers=["CPUExecutionProvider"]
)
wanted = {i.name for i in session.get_inputs()}
hidden = next(o.name for o in session.get_outputs() if o.type == "tensor(float)" and len(o.shape) == 3)


def embed(texts):
    """Longest first, `batch` at a time, each batch padded to its longest: sentence-transformers' way."""
    order = sorted(range(len(texts)), key=lambda i: -len(texts[i]))
    vectors = numpy.empty((len(texts), 384), dtype=numpy.float32)
    tokenizer.enable_padding()
    for begin in range(0, len(order), batch):
        places = order[begin : begin + batch]
        encoded = tokenizer.encode_batch([texts[i] for i in places])
        ids = numpy.array([e.ids for e in encoded], dtype=numpy.int64)
        mask = numpy.array([e.attention_mask for e in encoded], dtype=numpy.int64)
        feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": numpy.zeros_like(ids)}
        [rows] = session.run([hidden], {name: feeds[name] for name in wanted})
        weights = mask[:, :, None].astype(numpy.float32)
        vectors[places] = (rows * weights).sum(axis=1) / weights.sum(axis=1)
    return vectors


versions = f"Python {sys.version.split()[0]}, onnxruntime {onnxruntime.__version__}, tokenizers {tokenizers.__version__}"
print(json.dumps({"versions": versions}), flush=True)
for line in sys.stdin:
    texts = json.loads(line)
    clock, processor = time.perf_counter(), time.process_time()
    vectors = embed(texts)
    seconds, cpu = time.perf_counter() - clock, time.process_time() - processor
    print(json.dumps({"seconds": seconds, "cpu": cpu, "first": vectors[:, :4].tolist()}), flush=True)
