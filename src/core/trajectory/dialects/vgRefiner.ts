import { t } from '@vscode/l10n';
import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';

/** VG-Refiner: a first look, the boxes of another model, a second look, and boxes as the answer. */
export const vgRefiner: Dialect = {
  ...PLAIN,
  name: 'vg-refiner',
  title: 'VG-Refiner',
  get description() {
    return t(
      '<think> takes a first look, <function> asks another tool, <tool> contains its boxes, <rethink> weighs them, and <answer> gives boxes as JSON.',
    );
  },
  blocks: [
    {
      name: 'think',
      role: 'think',
      occurs: 'once',
      speaker: 'model',
      get holds() {
        return t('The first look: where the object is in the image.');
      },
    },
    {
      name: 'function',
      role: 'call',
      occurs: 'optional',
      speaker: 'model',
      get holds() {
        return t('The call `get_extra_ref_result()`. Sampling stops after it.');
      },
    },
    {
      name: 'tool',
      role: 'observation',
      occurs: 'optional',
      speaker: 'environment',
      get holds() {
        return t('The boxes of the other tool as JSON, written by the environment.');
      },
    },
    {
      name: 'rethink',
      role: 'think',
      occurs: 'optional',
      speaker: 'model',
      get holds() {
        return t('Whether the boxes of the other tool match the image.');
      },
    },
    {
      name: 'answer',
      role: 'answer',
      occurs: 'once',
      speaker: 'model',
      get holds() {
        return t('JSON: objects with `bbox_2d`, four numbers in pixels of the image that was sent.');
      },
    },
  ],
  tags: { caseCounts: true, spaceCounts: false },
  checks: ['calls-readable', 'calls-answered', 'boxes-readable', 'boxes-sound'],
  signs: [
    {
      name: 'answer-boxes',
      pattern: /<answer>\s{0,9}(?:```\w{0,9}\s{0,9})?\[?\s{0,9}\{\s{0,9}"(?:bbox_2d|point_2d)"/i,
    },
    { name: 'vg-refiner-function', pattern: /get_extra_ref_result/ },
  ],
};
