"""Runs Python samples: reads one JSON line per sample, with its code and environment, and writes its output as JSON."""

import builtins
import json
import os
import sys

for line in sys.stdin:
    sample = json.loads(line)
    os.environ.update(sample["env"])
    printed = []
    builtins_print = builtins.print
    builtins.print = lambda *values: printed.append(values[0] if len(values) == 1 else list(values))
    problem = None
    try:
        exec(compile(sample["code"], sample["operationId"], "exec"), {"__name__": "__main__"})
    except Exception as error:
        problem = f"{error} {getattr(getattr(error, 'response', None), 'text', '')}"
    finally:
        builtins.print = builtins_print
    print(json.dumps({"problem": problem, "printed": printed}), flush=True)
