import { DIALECT_NAMES } from './names.ts';
import { dialectOf } from './registry.ts';

/** The tag of a tool call: the only tag that has attributes. */
export const TOOL_TAG = 'tool';

/**
 * Every tag of every dialect, lowercase. A tag that only another dialect uses is reported as foreign to this dialect
 * rather than read as plain text.
 */
export const KNOWN_TAGS: ReadonlySet<string> = new Set(
  DIALECT_NAMES.flatMap((name) => {
    const { blocks, tools } = dialectOf(name);
    return blocks.map((block) => block.name).concat(tools === null ? [] : [TOOL_TAG]);
  }),
);

/** Length of the longest known tag. */
export const LONGEST_TAG = Math.max(...[...KNOWN_TAGS].map((tag) => tag.length));
