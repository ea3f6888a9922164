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
  title: 'Lang2Act, tool curation',
  description:
    'DEFINE_TOOL lines name new tools, tool calls use tools of the pool and new ones, END_OF_TOOLS ends the list.',
  blocks: [],
  flow: { kind: 'free' },
  tools: { container: null, toolbox: [], alsoAllowed: [], most: null },
  lines: [
    { name: 'DEFINE_TOOL', kind: 'definition', begins: DEFINE, continues: false },
    { name: 'END_OF_TOOLS', kind: 'definition', begins: END, continues: false },
  ],
  checks: ['tools-defined', 'tools-ended'],
  signs: [
    { name: 'the definition of a tool', pattern: /^[ \t]*DEFINE_TOOL[ \t]*:/m },
    { name: 'the end of the tools', pattern: /^[ \t]*END_OF_TOOLS\b/m },
  ],
};
