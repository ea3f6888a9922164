import { t } from '@vscode/l10n';
import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';

/** How a tool definition begins. */
export const DEFINE = /^DEFINE_TOOL\s*:\s*/;
const END = /^END_OF_TOOLS\b/;

/**
 * Lang2Act between its stages: the model defines the tools that it needs, then uses them, then says that it is done.
 */
export const toolCuration: Dialect = {
  ...PLAIN,
  name: 'tool-curation',
  get title() {
    return t('Lang2Act, tool curation');
  },
  get description() {
    return t(
      'DEFINE_TOOL lines define new tools, tool calls use these or tools of the pool, and END_OF_TOOLS ends the list.',
    );
  },
  blocks: [],
  flow: { kind: 'free' },
  tools: { container: null, toolbox: [], alsoAllowed: [], most: null },
  lines: [
    { name: 'DEFINE_TOOL', kind: 'definition', begins: DEFINE, continues: false },
    { name: 'END_OF_TOOLS', kind: 'definition', begins: END, continues: false },
  ],
  checks: ['tools-defined', 'tools-ended'],
  signs: [
    { name: 'tool-definition', pattern: /^[ \t]*DEFINE_TOOL[ \t]*:/m },
    { name: 'end-of-tools', pattern: /^[ \t]*END_OF_TOOLS\b/m },
  ],
};
