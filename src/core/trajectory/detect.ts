import { DIALECT_NAMES, dialectOf } from './dialects/registry.ts';
import { KNOWN_TAGS, TOOL_TAG } from './dialects/tags.ts';
import type { DialectName } from './model.ts';

const TAG = new RegExp(`<[ \\t]*/?[ \\t]*(${[...KNOWN_TAGS].join('|')})(?=[\\s/>])`, 'gi');

/** A dialect, and how well it fits. */
export interface DetectedDialect {
  readonly dialect: DialectName;
  /** 0 where nothing speaks for any dialect, 1 where exactly the tags of this one stand in the text. */
  readonly confidence: number;
}

/**
 * The dialect whose tags `text` (a response or a prompt) uses: the greatest overlap of the tags that stand there with those of
 * the dialect (Dice coefficient of the two sets); the more specific one where two fit equally.
 */
export function detectDialect(text: string): DetectedDialect {
  const used = new Set<string>();
  for (const match of text.matchAll(TAG)) used.add((match[1] ?? '').toLowerCase());
  let best: DetectedDialect = { dialect: 'lang2act', confidence: 0 };
  for (const name of DIALECT_NAMES) {
    const { blocks, tools } = dialectOf(name);
    const own = blocks.map((block) => block.name).concat(tools === null ? [] : [TOOL_TAG]);
    const common = own.filter((tag) => used.has(tag)).length;
    const confidence = common === 0 ? 0 : (2 * common) / (own.length + used.size);
    if (confidence > best.confidence) best = { dialect: name, confidence };
  }
  return best;
}
