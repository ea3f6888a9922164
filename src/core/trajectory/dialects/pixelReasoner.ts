import { BOXED_SIGN } from './boxed.ts';
import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';

/** Pixel-Reasoner: free text with calls that crop an image, and a boxed answer. */
export const pixelReasoner: Dialect = {
  ...PLAIN,
  name: 'pixel-reasoner',
  title: 'Pixel-Reasoner',
  description: 'Text, <tool_call> with a call as JSON that crops an image, and the answer in \\boxed{}.',
  blocks: [
    {
      name: 'tool_call',
      role: 'call',
      occurs: 'any',
      speaker: 'model',
      holds:
        'JSON: `crop_image_normalized` with `bbox_2d` (four numbers from 0 to below 1) and `target_image` (from 1).',
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
    { name: 'the function of Pixel-Reasoner', pattern: /crop_image_normalized/ },
    { name: 'turns of the environment', pattern: /<\|im_start\|>user/ },
  ],
};
