/** One item of an evaluation of refinement: the model's IoU and the other tool's, 0 to 1, null if there is none. */
export interface RefinementItem {
  readonly iou: number | null;
  readonly tool_iou: number | null;
}

/** The metrics over a data set, under the reference's names; rates and gains are percentages. */
export interface RefinementMetrics {
  readonly total_cases: number;
  readonly accuracy: number;
  readonly tool_accuracy: number;
  readonly critical_correction_rate: number;
  readonly refinement_rate: number;
  readonly avg_iou_delta: number;
  readonly critical_correction_count: number;
  readonly tool_is_wrong_count: number;
  readonly refinement_count: number;
  readonly tool_is_correct_count: number;
  readonly avg_iou_gain_critical: number;
  readonly avg_iou_gain_refinement: number;
  readonly avg_iou_worsen: number;
  readonly worsen_count: number;
  readonly follow_correct_rate: number;
  readonly follow_correct_count: number;
  readonly nsri: number;
  readonly nsri_scaled_0_1: number;
  readonly inherited_error_rate: number;
  readonly inherited_error_count: number;
  readonly final_wrong_count: number;
  readonly nsri_tool_correct: number;
  readonly nsri_tool_wrong: number;
}

/** An IoU above this is right. */
export const RIGHT_ABOVE = 0.5;
/** A smaller difference between two IoUs is none. */
export const EPSILON = 1e-9;

/** A count, and a sum of what was counted, from left to right. */
class Tally {
  count = 0;
  sum = 0;

  add(amount: number): void {
    this.count++;
    this.sum += amount;
  }

  /** The mean as a percentage; 0 if nothing was counted. */
  get percentage(): number {
    return this.count > 0 ? (this.sum / this.count) * 100 : 0;
  }
}

/**
 * VG-Refiner's metrics of refinement (VoyageWang/VG-Refiner, collect_metircs_all.py, `collect_metrics`): how often and
 * by how much a model improves, follows, or worsens another tool's boxes. Null without items, for which the reference
 * reports nothing. Items without an IoU count only among all cases.
 */
export function refinementMetrics(items: Iterable<RefinementItem>): RefinementMetrics | null {
  let total = 0;
  const gains = new Tally();
  const deltas = new Tally();
  const toolRight = new Tally();
  const toolWrong = new Tally();
  const critical = new Tally();
  const refined = new Tally();
  const worsened = new Tally();
  let right = 0;
  let wrong = 0;
  let followed = 0;
  let inherited = 0;
  for (const { iou, tool_iou: toolIou } of items) {
    total++;
    if (iou === null || toolIou === null) continue;
    const delta = iou - toolIou;
    const gain = relativeGain(delta, toolIou);
    gains.add(gain);
    deltas.add(delta);
    const isRight = iou > RIGHT_ABOVE;
    const isToolRight = toolIou > RIGHT_ABOVE;
    const isSame = Math.abs(delta) < EPSILON;
    const headroom = 1 - toolIou;
    const upward = headroom > EPSILON ? delta / headroom : 0;
    if (isRight) right++;
    else {
      wrong++;
      if (!isToolRight && isSame) inherited++;
    }
    if (isToolRight) {
      toolRight.add(gain);
      if (iou > toolIou) refined.add(upward);
      else if (isSame) followed++;
    } else {
      toolWrong.add(gain);
      if (isRight) critical.add(upward);
    }
    if (iou < toolIou) worsened.add(toolIou > EPSILON ? delta / toolIou : 0);
  }
  if (total === 0) return null;
  const rawNsri = gains.sum / total;
  return {
    total_cases: total,
    accuracy: rate(right, total),
    tool_accuracy: rate(toolRight.count, total),
    critical_correction_rate: rate(critical.count, toolWrong.count),
    refinement_rate: rate(refined.count, toolRight.count),
    avg_iou_delta: deltas.sum / total,
    critical_correction_count: critical.count,
    tool_is_wrong_count: toolWrong.count,
    refinement_count: refined.count,
    tool_is_correct_count: toolRight.count,
    avg_iou_gain_critical: critical.percentage,
    avg_iou_gain_refinement: refined.percentage,
    avg_iou_worsen: worsened.percentage,
    worsen_count: worsened.count,
    follow_correct_rate: rate(followed, toolRight.count),
    follow_correct_count: followed,
    nsri: rawNsri * 100,
    nsri_scaled_0_1: (rawNsri + 1) / 2,
    inherited_error_rate: rate(inherited, wrong),
    inherited_error_count: inherited,
    final_wrong_count: wrong,
    nsri_tool_correct: toolRight.percentage,
    nsri_tool_wrong: toolWrong.percentage,
  };
}

/** A count as a percentage of a total; 0 if the total is 0. */
function rate(count: number, among: number): number {
  return among > 0 ? (count / among) * 100 : 0;
}

/** The share of the way to 1 that was gained, or of the way to 0 that was lost: from -1 to 1. */
export function relativeGain(delta: number, toolIou: number): number {
  if (delta > EPSILON) {
    const headroom = 1 - toolIou;
    return headroom > EPSILON ? delta / headroom : 0;
  }
  if (delta < -EPSILON) return toolIou > EPSILON ? delta / toolIou : 0;
  return 0;
}
