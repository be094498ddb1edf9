"""Writes zip-prefixes.json: for each three-digit prefix, the state with most of its zip codes.

The source is the package `zipcodes`, which is independent of the kit's list.

Run `pip install zipcodes==3.0.0`, then `python zip-prefixes.py > zip-prefixes.json`.
"""
import collections
import importlib.metadata
import json

import zipcodes

states = collections.defaultdict(collections.Counter)
for place in zipcodes.list_all():
    states[place["zip_code"][:3]][place["state"]] += 1
prefixes = collections.defaultdict(list)
for prefix, count in sorted(states.items()):
    prefixes[count.most_common(1)[0][0]].append(prefix)
print(json.dumps({
    "zipcodes": importlib.metadata.version("zipcodes"),
    "prefixes": {state: " ".join(found) for state, found in sorted(prefixes.items())},
}, indent=1))
