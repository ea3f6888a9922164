"""Statistics of groups, with NumPy's sum in plain Python; and the metrics of refinement."""
import math


def pairwise_sum(numbers):
    """NumPy's sum of doubles."""
    count = len(numbers)
    if count < 8:
        total = 0.0
        for number in numbers:
            total += number
        return total
    if count > 128:
        half = count // 2 // 8 * 8
        return pairwise_sum(numbers[:half]) + pairwise_sum(numbers[half:])
    lanes = list(numbers[:8])
    whole = count // 8 * 8
    for at in range(8, whole):
        lanes[at % 8] += numbers[at]
    total = ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]))
    for number in numbers[whole:]:
        total += number
    return total


def group(record):
    scores = [float(score) for score in record["scores"]]
    count = len(scores)
    mean = pairwise_sum(scores) / count
    std = math.sqrt(pairwise_sum([(score - mean) * (score - mean) for score in scores]) / (count - 1))
    total = 0.0
    for score in scores:
        total += score
    return {
        "mean": mean,
        "std": std,
        "grpo": [(score - mean) / (std + 1e-6) for score in scores],
        "rloo": [score - (total - score) / (count - 1) for score in scores],
        "keep": 0.1 < mean < 0.9,
    }


def percent(part, whole):
    return part / whole * 100 if whole else 0


def relative(delta, room):
    return delta / room if room > 1e-9 else 0


def refinement(record):
    items = record["items"]
    both = [(item["iou"], item["tool_iou"]) for item in items if None not in (item.get("iou"), item.get("tool_iou"))]
    deltas, gains, of_right, of_wrong, critical, refined, worse = ([] for _ in range(7))
    right = wrong = followed = inherited = 0
    for iou, tool in both:
        delta = iou - tool
        gain = 0
        if delta > 1e-9:
            gain = relative(delta, 1.0 - tool)
        elif delta < -1e-9:
            gain = relative(delta, tool)
        same = abs(delta) < 1e-9
        deltas.append(delta)
        gains.append(gain)
        (of_right if tool > 0.5 else of_wrong).append(gain)
        if iou > 0.5:
            right += 1
        else:
            wrong += 1
            inherited += tool <= 0.5 and same
        if tool > 0.5 and iou > tool:
            refined.append(relative(delta, 1.0 - tool))
        elif tool > 0.5 and same:
            followed += 1
        if tool <= 0.5 and iou > 0.5:
            critical.append(relative(delta, 1.0 - tool))
        if iou < tool:
            worse.append(relative(delta, tool))
    total = len(items)

    def add_up(numbers):
        result = 0
        for number in numbers:
            result += number
        return result

    nsri = add_up(gains) / total
    return {
        "metrics": {
            "total_cases": total,
            "accuracy": percent(right, total),
            "tool_accuracy": percent(len(of_right), total),
            "critical_correction_rate": percent(len(critical), len(of_wrong)),
            "refinement_rate": percent(len(refined), len(of_right)),
            "avg_iou_delta": add_up(deltas) / total,
            "critical_correction_count": len(critical),
            "tool_is_wrong_count": len(of_wrong),
            "refinement_count": len(refined),
            "tool_is_correct_count": len(of_right),
            "avg_iou_gain_critical": percent(add_up(critical), len(critical)),
            "avg_iou_gain_refinement": percent(add_up(refined), len(refined)),
            "avg_iou_worsen": percent(add_up(worse), len(worse)),
            "worsen_count": len(worse),
            "follow_correct_rate": percent(followed, len(of_right)),
            "follow_correct_count": followed,
            "nsri": nsri * 100,
            "nsri_scaled_0_1": (nsri + 1) / 2,
            "inherited_error_rate": percent(inherited, wrong),
            "inherited_error_count": inherited,
            "final_wrong_count": wrong,
            "nsri_tool_correct": percent(add_up(of_right), len(of_right)),
            "nsri_tool_wrong": percent(add_up(of_wrong), len(of_wrong)),
        }
    }
