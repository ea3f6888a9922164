import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';

/** Lang2Act's judge of answers: one verdict for each item. */
export const judge: Dialect = {
  ...PLAIN,
  name: 'judge',
  title: 'Answer judge',
  description: 'One <judge>True</judge> or <judge>False</judge> for each item, and nothing else.',
  blocks: [
    {
      name: 'judge',
      role: 'verdict',
      occurs: 'some',
      speaker: 'model',
      holds: '`True` or `False`, and nothing else.',
    },
  ],
  flow: { kind: 'free' },
  tags: { caseCounts: true, spaceCounts: true },
  checks: ['verdicts-readable'],
};
