import { t } from '@vscode/l10n';
import { PLAIN } from './dialect.ts';
import type { Dialect, LineRule } from './dialect.ts';

/** The headings of VisDoM's requests: three of each pass, and three of the request that combines the passes. */
export type VisdomHeading =
  | 'Evidence'
  | 'Chain of Thought'
  | 'Answer'
  | 'Analysis'
  | 'Conclusion'
  | 'Final Answer';

/** The text under a heading, with the emphasis that models write around it. */
const section = (name: VisdomHeading, kind: LineRule['kind']): LineRule => ({
  name,
  kind,
  begins: new RegExp(`^#{1,6}[ \\t]{0,9}[*_]{0,3}${name}\\b[*_]{0,3}:?[*_]{0,3}[ \\t]*`, 'i'),
  continues: true,
});

/** VisDoM (VisDoMRAG): a pass over the text, a pass over the page images, and a request that combines the two. */
export const visdom: Dialect = {
  ...PLAIN,
  name: 'visdom',
  title: 'VisDoM',
  get description() {
    return t(
      'Passes over text and page images, each under the headings Evidence, Chain of Thought and Answer, then Analysis, Conclusion and Final Answer.',
    );
  },
  blocks: [],
  flow: { kind: 'free' },
  chat: true,
  lines: [
    section('Evidence', 'block'),
    section('Chain of Thought', 'think'),
    // The answer of a pass is one of two that are compared.
    section('Answer', 'block'),
    section('Analysis', 'think'),
    section('Conclusion', 'think'),
    section('Final Answer', 'answer'),
  ],
  signs: [
    { name: 'heading-of-pass', pattern: /^[ \t]*##[ \t]*Chain of Thought\b/im },
    { name: 'heading-of-end', pattern: /^[ \t]*##[ \t]*Final Answer\b/im },
    { name: 'environment-turns', pattern: /<\|im_start\|>user/ },
  ],
};
