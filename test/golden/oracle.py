"""The rewards of Lang2Act, rendered once more in plain Python, for CPython itself to be held against.

It follows the formulas and none of PageTrace's code. `python3 oracle.py COMMAND` reads JSON lines and writes JSON lines:

  about    nothing -> {python, unicode}
  rewards  {response, num_images?, reference?} -> every field that a profile answers, or {raises}
  sets     [digits, ...] -> the ints in the order in which their set gives them, as digits
  rounds   float -> round(float, 6)
  strips   text -> text.strip()
  bench    {path, rounds} -> {microseconds}: CPU time of one record of the file, in the tool stage
"""
import json
import re
import sys
import time
import unicodedata

TAGS = ("think", "description", "answer")
TOOLBOX = frozenset(
    "locate_visual_element read_text_element read_numeric_value identify_entity_attribute compare_values"
    " infer_missing_information compute_percentage".split()
)
NUMERIC = frozenset(["compute_percentage", "compute_difference"])
ALLOWED = TOOLBOX | NUMERIC

OPENED = {tag: re.compile(f"<{tag}>", re.I) for tag in TAGS}
CLOSED = {tag: re.compile(f"</{tag}>", re.I) for tag in TAGS}
BLOCK = {tag: re.compile(f"<{tag}>(.*?)</{tag}>", re.I | re.S) for tag in TAGS}
NAMED = re.compile(r"""<tool\s+name=["']([^"']+)["']""", re.I)
CALL = re.compile(r"""<tool\s+name=["']([^"']+)["']\s+args=["']([^"']+)["']\s*>(.*?)</tool>""", re.I | re.S)
IMAGE = re.compile(r"Image\s+(\d+)", re.I)
PLACE = re.compile(r"Image\s+\d+\s*:")


def check(response):
    """(errors, contents): one of them is empty."""
    at = {}
    for tag in TAGS:
        opened = [m.span() for m in OPENED[tag].finditer(response)]
        closed = [m.span() for m in CLOSED[tag].finditer(response)]
        if (len(opened), len(closed)) != (1, 1):
            return [f"Tag <{tag}> must appear exactly once."], {}
        if closed[0][0] <= opened[0][0]:
            return [f"Tag <{tag}> malformed."], {}
        at[tag] = opened[0][1], closed[0][0]
    errors = [
        f"Order Error: <{later}> must follow <{earlier}>."
        for earlier, later in (("think", "description"), ("description", "answer"))
        if at[earlier][1] > at[later][0]
    ]
    if errors:
        return errors, {}
    contents = {tag: response[slice(*at[tag])].strip() for tag in TAGS}
    total, inside = (len(NAMED.findall(text)) for text in (response, contents["description"]))
    if total != inside:
        return [f"Tool Leakage: {total} total tools, but only {inside} inside <description>."], {}
    return [], contents


def numbers(text):
    return {int(digits) for digits in IMAGE.findall(text)}


def tool_score(contents, num_images):
    """(score, number of tool calls seen)."""
    calls = [tuple(part.strip() for part in call) for call in CALL.findall(contents["description"])]
    if not calls:
        return 0.0, 0
    thought = numbers(contents["think"])
    score = 1.0
    for name, args, body in calls:
        if name not in ALLOWED:
            score -= 0.3
            continue
        if name in NUMERIC:
            if args == "":
                score -= 0.2
        else:
            if PLACE.match(args) is None:
                score -= 0.2
            images = numbers(args)
            if len(images) == 0:
                score -= 0.2
            for image in images:
                if image < 1 or image > num_images:
                    score -= 0.5
                elif image not in thought:
                    score -= 0.1
        if body == "":
            score -= 0.1
    if len(calls) > 8:
        score -= 0.1
    return max(score, 0.0), len(calls)


def tool_stage(response, num_images):
    """(errors, contents, tool score, visible tools, [reward if wrong, reward if right])."""
    errors, contents = check(response)
    if errors:
        nothing = {"overall": 0.0, "answer_score": 0.0, "format_score": 0.0, "tool_score": 0.0}
        return errors, {}, 0.0, None, [nothing, nothing]
    tool, seen = tool_score(contents, num_images)
    rewards = []
    for verdict in (0.0, 1.0):
        answer = verdict if contents["answer"] else 0.0
        overall = round(max(0.0, min(1.0, 0.8 * answer + 0.1 * 1.0 + 0.1 * tool)), 6)
        rewards.append({"overall": overall, "answer_score": answer, "format_score": 1.0, "tool_score": tool})
    return errors, contents, tool, seen, rewards


def action_stage(response):
    """(contents, format score)."""
    found = {tag: BLOCK[tag].search(response) for tag in TAGS}
    contents = {tag: match and match.group(1).strip() for tag, match in found.items()}
    return contents, float(all(contents.values()))


def answer_fields(record):
    response = record["response"]
    errors, contents, tool, seen, rewards = tool_stage(response, int(record.get("num_images", 3)))
    action, action_format = action_stage(response)
    judged = bool(action["answer"])
    referenced = judged and bool((record.get("reference") or "").strip())
    in_place = not check(response)[0] and all(name.strip() in TOOLBOX for name in NAMED.findall(response))
    return {
        "format_valid": not errors,
        "errors": errors,
        "parsed": contents,
        "tool_score": tool,
        "visible_tools": seen,
        "reward_if_wrong": rewards[0],
        "reward_if_right": rewards[1],
        "action_rl": {"parsed": action, "format_score": action_format},
        "action_overall": [round(0.8 * answer * referenced + 0.2 * action_format, 6) for answer in (0.0, 1.0)],
        "paper_overall": [round(0.8 * answer * judged + 0.2 * in_place, 6) for answer in (0.0, 1.0)],
    }


def rewards(record):
    try:
        return answer_fields(record)
    except ValueError as error:
        return {"raises": type(error).__name__}


def bench(task):
    with open(task["path"], encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    best = float("inf")
    for _ in range(task["rounds"]):
        began = time.process_time()
        for record in records:
            tool_stage(record["response"], record["num_images"])
        best = min(best, time.process_time() - began)
    return {"microseconds": best / len(records) * 1e6}


COMMANDS = {
    "rewards": rewards,
    "sets": lambda digits: [str(value) for value in {int(text) for text in digits}],
    "rounds": lambda value: round(value, 6),
    "strips": lambda text: text.strip(),
    "bench": bench,
}

if __name__ == "__main__":
    if sys.argv[1] == "about":
        version = ".".join(map(str, sys.version_info[:3]))
        print(json.dumps({"python": version, "unicode": unicodedata.unidata_version}))
    else:
        for line in sys.stdin:
            print(json.dumps(COMMANDS[sys.argv[1]](json.loads(line))), flush=sys.argv[1] == "bench")
