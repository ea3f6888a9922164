import { t } from '@vscode/l10n';
import { BOXED_SIGN } from './boxed.ts';
import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';

/** Pixel-Reasoner: free text with calls that crop an image, and a boxed answer. */
export const pixelReasoner: Dialect = {
  ...PLAIN,
  name: 'pixel-reasoner',
  title: 'Pixel-Reasoner',
  get description() {
    return t('Text, <tool_call> with a JSON call that crops an image, and the answer in \\boxed{}.');
  },
  blocks: [
    {
      name: 'tool_call',
      role: 'call',
      occurs: 'any',
      speaker: 'model',
      get holds() {
        return t(
          'JSON: `crop_image_normalized` with `bbox_2d` (four numbers, each at least 0 and below 1) and `target_image` (counted from 1).',
        );
      },
    },
  ],
  flow: { kind: 'free' },
  loose: 'spoken',
  observation: /^(?:Here (?:is|are) the\b|Execution error|<tool_response>|<image>|<\|vision_start\|>)/i,
  chat: true,
  tags: { caseCounts: true, spaceCounts: true },
  checks: ['calls-readable', 'boxes-sound', 'answer-boxed'],
  signs: [
    BOXED_SIGN,
    { name: 'pixel-reasoner-function', pattern: /crop_image_normalized/ },
    { name: 'environment-turns', pattern: /<\|im_start\|>user/ },
  ],
};
