"""Judges documents with examples/verify.py: one on each line of the input, a status on each line of the output."""

import sys

sys.path.insert(0, sys.argv[1])

import verify  # noqa: E402

for line in sys.stdin:
    print(verify.judge(line)[0], flush=True)
