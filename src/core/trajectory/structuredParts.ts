import type { Trajectory } from './model.ts';
import type { Part } from './partModel.ts';

/**
 * What the dialect of `trajectory` gives a form of its own, in the order of the text: items of evidence by image, boxes and
 * points, calls, searches and what the environment says to them, verdicts, scores, definitions of tools, boxed answers;
 * each with its span and with whose words it is. While the text is still coming, closed parts keep their place and those
 * of the open block are read as far as they go; half-written ones are left out or `open`, and no finding speaks of them.
 */
export function structuredParts(trajectory: Trajectory): readonly Part[] {
  return trajectory.parts;
}
