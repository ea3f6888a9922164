import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';

/** VG-Refiner: a first look, the boxes of another model, a second look, and boxes as the answer. */
export const vgRefiner: Dialect = {
  ...PLAIN,
  name: 'vg-refiner',
  title: 'VG-Refiner',
  description:
    '<think> looks first, <function> asks another tool, <tool> holds its boxes, <rethink> weighs them, <answer> has boxes as JSON.',
  blocks: [
    {
      name: 'think',
      role: 'think',
      occurs: 'once',
      speaker: 'model',
      holds: 'The first look: where the object stands in the image.',
    },
    {
      name: 'function',
      role: 'call',
      occurs: 'optional',
      speaker: 'model',
      holds: 'The call `get_extra_ref_result()`; sampling stops behind it.',
    },
    {
      name: 'tool',
      role: 'observation',
      occurs: 'optional',
      speaker: 'environment',
      holds: 'The boxes of the other tool as JSON, written by the environment.',
    },
    {
      name: 'rethink',
      role: 'think',
      occurs: 'optional',
      speaker: 'model',
      holds: 'Whether the other tool is right, compared with the image.',
    },
    {
      name: 'answer',
      role: 'answer',
      occurs: 'once',
      speaker: 'model',
      holds: 'JSON: objects with `bbox_2d`, four numbers in pixels of the image sent.',
    },
  ],
  tags: { caseCounts: true, spaceCounts: false },
  checks: ['calls-readable', 'calls-answered', 'boxes-readable', 'boxes-sound'],
  signs: [
    {
      name: 'boxes in an answer',
      pattern: /<answer>\s{0,9}(?:```\w{0,9}\s{0,9})?\[?\s{0,9}\{\s{0,9}"(?:bbox_2d|point_2d)"/i,
    },
    { name: 'the function of VG-Refiner', pattern: /get_extra_ref_result/ },
  ],
};
