import { t } from '@vscode/l10n';
import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';

/** EVisRAG (VisRAG 2.0): evidence image by image before reasoning. */
export const evisrag: Dialect = {
  ...PLAIN,
  name: 'evisrag',
  title: 'EVisRAG',
  get description() {
    return t(
      '<observe> goes through the images, <evidence> has a line `[i]: ...` for each, <think> reasons, and <answer> gives the answer.',
    );
  },
  blocks: [
    {
      name: 'observe',
      role: 'block',
      occurs: 'once',
      speaker: 'model',
      get holds() {
        return t('What each image shows that could matter for the question, in running text without `[i]`.');
      },
    },
    {
      name: 'evidence',
      role: 'block',
      occurs: 'once',
      speaker: 'model',
      get holds() {
        return t('A line `[i]: ...` for each image: the evidence, or `no relevant information`.');
      },
    },
    {
      name: 'think',
      role: 'think',
      occurs: 'once',
      speaker: 'model',
      get holds() {
        return t('Reasoning based on the recorded evidence.');
      },
    },
    {
      name: 'answer',
      role: 'answer',
      occurs: 'once',
      speaker: 'model',
      get holds() {
        return t('Only the answer, or `insufficient to answer` if the images do not contain it.');
      },
    },
  ],
  tags: { caseCounts: true, spaceCounts: true },
  checks: ['evidence-by-image', 'evidence-readable', 'answer-supported'],
  signs: [{ name: 'evidence-items', pattern: /^[ \t]*\[\d+\]:/m }],
};
