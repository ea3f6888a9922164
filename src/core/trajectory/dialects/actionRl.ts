import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';

/** Lang2Act, first stage: visual evidence in free text. */
export const actionRl: Dialect = {
  ...PLAIN,
  name: 'action-rl',
  title: 'Lang2Act, action stage',
  description:
    '<think> goes through the images, <description> says the visual evidence and where it stands, <answer> answers.',
  blocks: [
    {
      name: 'think',
      role: 'think',
      occurs: 'once',
      speaker: 'model',
      holds: 'Every image in brief, and which of them are used.',
    },
    {
      name: 'description',
      role: 'block',
      occurs: 'once',
      speaker: 'model',
      holds: 'The visual evidence: what it is, in which image, and where it stands there.',
    },
    { name: 'answer', role: 'answer', occurs: 'once', speaker: 'model', holds: 'The answer alone.' },
  ],
};
