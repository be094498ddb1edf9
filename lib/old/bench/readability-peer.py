"""textstat on the texts of a JSON file: prints its version, the seconds it took, and its numbers, as JSON.

Imports and the loading of its dictionary are done before the clock starts, as on the other side.
"""

import json
import sys
import time
from importlib.metadata import version

import textstat

with open(sys.argv[1], encoding="utf-8") as file:
    texts = json.load(file)
textstat.flesch_kincaid_grade("One sentence loads what there is to load.")
clock, processor = time.perf_counter(), time.process_time()
numbers = [(textstat.lexicon_count(text), textstat.flesch_kincaid_grade(text)) for text in texts]
took = {"seconds": time.perf_counter() - clock, "cpuSeconds": time.process_time() - processor}
print(json.dumps({"version": version("textstat"), **took, "numbers": numbers}))
