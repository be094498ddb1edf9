"""The peer of embedding.bench.mjs: sentence-transformers on the same weights and one thread.

Reads a line of JSON, a list of texts, and answers with a line: processor seconds, first numbers of each vector.
Needs sentence-transformers and onnx. Usage: python embedding-peer.py FOLDER MAX_TOKENS
"""

import json
import re
import sys
import tempfile
import time
import warnings
from pathlib import Path

import onnx
import sentence_transformers
import torch
import transformers

warnings.filterwarnings("ignore")
from sentence_transformers.models import Pooling, Transformer  # noqa: E402

folder, longest = Path(sys.argv[1]), int(sys.argv[2])
config = json.loads((folder / "config.json").read_text())
torch.set_num_threads(1)
transformers.logging.set_verbosity_error()


def weights():
    """What the ONNX file holds, by PyTorch's names. Its matrices go by the name of the product that they are in."""
    graph = onnx.load(folder / "onnx" / "model.onnx").graph
    products = {node.input[1]: node.name for node in graph.node if node.op_type == "MatMul"}
    for tensor in graph.initializer:
        values = torch.from_numpy(onnx.numpy_helper.to_array(tensor).copy())
        name = re.sub(r".*auto_model[./]", "", products.get(tensor.name, tensor.name)).replace("/", ".")
        if name.endswith(".MatMul"):
            yield name.removesuffix("MatMul") + "weight", values.T
        else:
            yield name, values


def load():
    bert = transformers.BertModel(transformers.BertConfig(**config), add_pooling_layer=False)
    bert.load_state_dict(dict(weights()))
    names = {"unk_token": "[UNK]", "sep_token": "[SEP]", "pad_token": "[PAD]", "cls_token": "[CLS]"}
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"), **names)
    with tempfile.TemporaryDirectory() as copy:
        bert.save_pretrained(copy)
        tokenizer.save_pretrained(copy)
        words = Transformer(copy, max_seq_length=longest)
    pooling = Pooling(config["hidden_size"], "mean")
    return sentence_transformers.SentenceTransformer(modules=[words, pooling], device="cpu")


model = load()
versions = f"sentence-transformers {sentence_transformers.__version__}, torch {torch.__version__}, one thread"
print(json.dumps({"versions": versions}), flush=True)
for line in sys.stdin:
    texts = json.loads(line)
    start = time.process_time()
    vectors = model.encode(texts, show_progress_bar=False)
    seconds = time.process_time() - start
    print(json.dumps({"seconds": seconds, "first": vectors[:, :4].tolist()}), flush=True)
