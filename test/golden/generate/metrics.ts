import type { JsonObject } from '../json.ts';
import { sentence, variation } from './alphabets.ts';
import type { Choices } from './choices.ts';

/** A prediction and references that share words with it. */
export function answerRecord(choose: Choices): JsonObject {
  const prediction = choose.chance(0.05) ? '' : sentence(choose, 7);
  const references = choose.list(choose.below(4), () =>
    choose.chance(0.7) ? variation(choose, prediction) : sentence(choose, 5),
  );
  return { prediction, references };
}

const SIZES = [2, 3, 4, 7, 8, 9, 15, 16, 17, 24, 64, 127, 128, 129, 130, 136, 200, 257, 300] as const;

/** The scores of a group of any size, many of them equal. */
export function groupRecord(choose: Choices): JsonObject {
  const known = choose.list(1 + choose.below(4), () => score(choose));
  const scores = choose.list(choose.pick(SIZES), () =>
    choose.chance(0.7) ? (known[choose.below(known.length)] ?? 0) : score(choose),
  );
  return { scores };
}

function score(choose: Choices): number {
  return choose.pick([
    () => choose.below(2),
    () => choose.below(11) / 10,
    () => Math.round(choose.next() * 1e6) / 1e6,
    () => choose.next(),
    () => (choose.next() - 0.5) * 10 ** (choose.below(20) - 8),
  ])();
}

/** Items with IoUs at, near and far from the thresholds; rarely without an IoU. */
export function refinementRecord(choose: Choices): JsonObject {
  const items = choose.list(1 + choose.below(20), () => {
    const tool = iou(choose);
    const own = choose.chance(0.3)
      ? tool + (choose.chance(0.5) ? 0 : (choose.next() - 0.5) * 4e-9)
      : iou(choose);
    return {
      iou: choose.chance(0.04) ? null : own,
      tool_iou: choose.chance(0.04) ? null : tool,
    };
  });
  return { items };
}

function iou(choose: Choices): number {
  return choose.pick([
    () => choose.pick([0, 1, 0.5, 0.5 + 1e-12, 1 - 1e-10, 1e-10]),
    () => Math.round(choose.next() * 1e4) / 1e4,
    () => choose.next(),
  ])();
}
