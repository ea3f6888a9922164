"""Makes the vectors of two of verl's rewards: `verl.py KIND FOLDER < records > vectors`.

KIND is `verl_math` or `verl_search_r1`; FOLDER is verl/utils/reward_score of volcengine/verl, of which one file is run.
"""
import json
import runpy
import sys
from pathlib import Path

FILES = {"verl_math": "math_reward.py", "verl_search_r1": "search_r1_like_qa_em.py"}


def main():
    kind, folder = sys.argv[1:]
    compute_score = runpy.run_path(str(Path(folder) / FILES[kind]))["compute_score"]
    out = sys.stdout
    # The functions print what they compare.
    sys.stdout = sys.stderr
    for line in sys.stdin:
        record = json.loads(line)
        score = float(compute_score(record["response"], record["ground_truth"]))
        out.write(json.dumps({**record, kind: score}) + "\n")


main()
