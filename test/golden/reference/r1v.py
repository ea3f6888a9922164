"""Makes the vectors of R1-V's reward: `r1v.py GRPO_PY < records > vectors`.

GRPO_PY is src/r1-v/src/open_r1/grpo.py of Deep-Agent/R1-V, whose two reward functions are run as they are, without the
imports of the trainer. Needs the versions that src/requirements.txt of R1-V names: math-verify 0.5.2,
latex2sympy2_extended 1.0.6 and sympy 1.13.1.
"""
import ast
import json
import os
import re
import sys
from datetime import datetime

from math_verify import parse, verify

NAMES = ("accuracy_reward", "format_reward")


def rewards(path):
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    tree.body = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in NAMES]
    scope = {"os": os, "re": re, "datetime": datetime, "parse": parse, "verify": verify}
    exec(compile(tree, path, "exec"), scope)
    return [scope[name] for name in NAMES]


def main():
    accuracy_reward, format_reward = rewards(sys.argv[1])
    out = sys.stdout
    # Math-Verify prints its errors.
    sys.stdout = sys.stderr
    for line in sys.stdin:
        record = json.loads(line)
        completions = [[{"content": record["response"]}]]
        accuracy = accuracy_reward(completions, [record["ground_truth"]])[0]
        form = format_reward(completions)[0]
        fields = {"overall": accuracy + form, "accuracy": accuracy, "format": form}
        out.write(json.dumps({**record, "r1v": fields}) + "\n")


main()
