import { t } from '../../t.ts';
import { pairwiseSum } from '../../python/pairwiseSum.ts';
import { assignLeast } from '../../metrics/assignment.ts';
import type { Pair } from '../../metrics/assignment.ts';
import { iouMatrix } from '../../metrics/boxIou.ts';
import { boxArray } from '../../python/boxArray.ts';
import type { PythonJson } from '../../python/json.ts';
import { sayWhere } from './boxLists.ts';
import type { BoxList } from './boxLists.ts';

/** The most boxes of either side that are compared. */
export const MOST_BOXES = 120;

/** How well boxes match those of the reference. */
export interface IouAccuracy {
  /** In the reference's doubles. */
  readonly accuracy: number;
  /** Why the reference implementation raised, and scored 0; null if it did not. */
  readonly refused: string | null;
  /** The compared boxes. */
  readonly boxes: readonly PythonJson[];
  readonly expected: readonly PythonJson[];
  /** The pairs of a box and a reference box, by index, with their IoU; in order of the boxes. */
  readonly pairs: readonly (Pair & { readonly iou: number })[];
}

/**
 * The IoU accuracy (VoyageWang/VG-Refiner, grounding.py, `iou_only_bbox_accuracy`): boxes are assigned to those of the
 * reference so that the sum of their IoUs is as large as possible, and the sum is divided by the larger number of
 * boxes. If both have no boxes, they match; if anything raises, the accuracy is 0.
 */
export function iouAccuracy(given: BoxList, wanted: BoxList): IouAccuracy {
  if (!wanted.ok) return refusedAccuracy(wanted.reason);
  if (!given.ok) return refusedAccuracy(given.reason);
  const boxes = given.boxes.slice(0, MOST_BOXES);
  const expected = wanted.boxes.slice(0, MOST_BOXES);
  if (boxes.length === 0 || expected.length === 0) {
    const accuracy = boxes.length === expected.length ? 1 : 0;
    return { accuracy, refused: null, boxes, expected, pairs: [] };
  }
  const [left, right] = [boxArray(boxes), boxArray(expected)];
  if (!left.ok) return refusedAccuracy(left.reason);
  if (!right.ok) return refusedAccuracy(sayWhere('reference', right.reason));
  const matrix = iouMatrix(left.array, right.array);
  if (matrix === null) return refusedAccuracy(t('Boxes of different lengths cannot be compared.'));
  const costs = matrix.map((row) => row.map((iou) => 1 - iou));
  const found = assignLeast(costs);
  if (found === null) return refusedAccuracy(t('An IoU is not a number, or is infinite.'));
  const pairs = found.map((pair) => ({ ...pair, iou: matrix[pair.row]?.[pair.column] ?? 0 }));
  const sum = pairwiseSum(pairs.map(({ iou }) => iou));
  return { accuracy: sum / Math.max(boxes.length, expected.length), refused: null, boxes, expected, pairs };
}

function refusedAccuracy(reason: string): IouAccuracy {
  return { accuracy: 0, refused: reason, boxes: [], expected: [], pairs: [] };
}
