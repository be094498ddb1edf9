"""What pandas, Inspect AI and ConvoKit read of an export, as JSON: peers.py FORM FOLDER."""

import json
import pathlib
import sys


def tables(read, folder, form):
    return {path.stem: len(read(path)) for path in sorted(folder.glob(f"*.{form}"))}


def csv(folder):
    import pandas

    return tables(pandas.read_csv, folder, "csv")


def parquet(folder):
    import pandas

    messages = pandas.read_parquet(folder / "messages.parquet")
    return {"rows": tables(pandas.read_parquet, folder, "parquet"), "texts": messages["text"].tolist()}


def inspect(folder):
    from inspect_ai.log import list_eval_logs, read_eval_log

    [log] = list_eval_logs(str(folder))
    head = read_eval_log(log, header_only=True)
    whole = read_eval_log(log)
    return {
        "status": head.status,
        "mean": {score.name: score.metrics["mean"].value for score in head.results.scores},
        "samples": len(whole.samples),
        "models": sum(event.event == "model" for sample in whole.samples for event in sample.events),
        "unfinished": [sample.id for sample in whole.samples if sample.error is not None],
        "tokens": sum(usage.total_tokens for usage in whole.stats.model_usage.values()),
    }


def convokit(folder):
    from convokit import Corpus

    corpus = Corpus(filename=str(folder))
    return {
        "speakers": sorted(corpus.get_speaker_ids()),
        "texts": [utterance.text for utterance in corpus.iter_utterances()],
        "whole": all(one.check_integrity(verbose=False) for one in corpus.iter_conversations()),
        "failures": sum(len(one.meta["failures"]) for one in corpus.iter_conversations()),
    }


print("\n" + json.dumps(globals()[sys.argv[1]](pathlib.Path(sys.argv[2]))))
