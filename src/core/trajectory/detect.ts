import type { Dialect } from './dialects/dialect.ts';
import { DIALECT_NAMES } from './dialects/names.ts';
import { dialectOf } from './dialects/registry.ts';
import { KNOWN_TAGS, TOOL_TAG } from './dialects/tags.ts';
import type { DialectName } from './model.ts';

const TAG = new RegExp(`<[ \\t]*(?:/[ \\t]*)?(${[...KNOWN_TAGS].join('|')})(?=[\\s/>])(\\s)?`, 'gi');

/** A tag with attributes, complete or half-written. It indicates a tool call, whereas `<tool>` alone may be a block. */
const TOOL_CALL = `${TOOL_TAG}-with-attributes`;

/** How much a missing feature counts, relative to one that is present: a response may be half-written. */
const MISSING = 0.25;
/** A dialect is sure if it is at least this likely, and at least this far ahead of the next one. */
const SURE = { likeness: 0.7, lead: 0.4 };

/** How well a dialect fits a text. */
export interface DialectLikeness {
  readonly dialect: DialectName;
  /** 0 if nothing indicates it, 1 if the text has exactly the features that identify it. */
  readonly confidence: number;
}

/** A dialect, and how well it fits. */
export interface DetectedDialect extends DialectLikeness {
  /** False if the text could be in another dialect too, or in none: then a person should be asked or told. */
  readonly sure: boolean;
  /** The other dialects that something in the text indicates, the most likely first. */
  readonly others: readonly DialectLikeness[];
}

/** The features that indicate each dialect: its tags and its signs. */
const FEATURES: ReadonlyMap<DialectName, ReadonlySet<string>> = new Map(
  DIALECT_NAMES.map((name) => [name, featuresOf(dialectOf(name))]),
);

/** The weight of each feature: the more dialects have it, the less it counts. */
const WEIGHTS: ReadonlyMap<string, number> = new Map(
  [...new Set([...FEATURES.values()].flatMap((features) => [...features]))].map((feature) => [
    feature,
    1 / [...FEATURES.values()].filter((features) => features.has(feature)).length,
  ]),
);

/**
 * The dialect that `text` (a prompt, or a complete or half-written response) is written in. The tags and signs in the
 * text are compared with those of every dialect (Tversky's index; a rare feature counts more than a common one, and a
 * missing feature less than one that does not belong). If two dialects fit equally well, the more specific one is
 * chosen. If nothing indicates any dialect, the result is the most specific one, with a confidence of 0.
 */
export function detectDialect(text: string): DetectedDialect {
  const used = featuresIn(text);
  const ranked = DIALECT_NAMES.map((dialect) => ({ dialect, confidence: likeness(dialect, used) }))
    .filter(({ confidence }) => confidence > 0)
    .toSorted((a, b) => b.confidence - a.confidence);
  const [best, ...others] = ranked;
  if (best === undefined) return { dialect: DIALECT_NAMES[0], confidence: 0, sure: false, others: [] };
  const lead = best.confidence - (others[0]?.confidence ?? 0);
  const sure = best.confidence === 1 || (best.confidence >= SURE.likeness && lead >= SURE.lead);
  return { ...best, sure, others };
}

/** What determined a dialect. */
export interface ChosenDialect extends DetectedDialect {
  readonly by: 'front-matter' | 'prompt' | 'text';
}

/**
 * The dialect of a response: the one that its front matter names, otherwise the one that its prompt asks for (a prompt
 * shows a whole dialect, which a response may fail to follow), otherwise the one that its text shows.
 * @param prompt null if not known
 */
export function chooseDialect(named: DialectName | null, prompt: string | null, text: string): ChosenDialect {
  const found = detectDialect(text);
  if (named !== null) {
    const others = [found, ...found.others]
      .map(({ dialect, confidence }) => ({ dialect, confidence }))
      .filter(({ dialect, confidence }) => dialect !== named && confidence > 0);
    return { dialect: named, confidence: 1, sure: true, others, by: 'front-matter' };
  }
  const asked = prompt === null ? null : detectDialect(prompt);
  return asked?.sure === true ? { ...asked, by: 'prompt' } : { ...found, by: 'text' };
}

function featuresOf({ blocks, tools, signs }: Dialect): Set<string> {
  const features = new Set(blocks.map((block) => block.name));
  if (tools !== null) features.add(TOOL_CALL);
  for (const sign of signs) features.add(sign.name);
  return features;
}

function featuresIn(text: string): Set<string> {
  const used = new Set<string>();
  for (const [, tag = '', space] of text.matchAll(TAG)) {
    const name = tag.toLowerCase();
    used.add(name === TOOL_TAG && space !== undefined ? TOOL_CALL : name);
  }
  // The closing tag of a tool call does not indicate a block.
  if (used.has(TOOL_CALL)) used.delete(TOOL_TAG);
  for (const name of DIALECT_NAMES) {
    for (const sign of dialectOf(name).signs) if (sign.pattern.test(text)) used.add(sign.name);
  }
  return used;
}

function likeness(dialect: DialectName, used: ReadonlySet<string>): number {
  const own = FEATURES.get(dialect) ?? new Set();
  const weigh = (features: Iterable<string>, belongs: (feature: string) => boolean): number =>
    [...features].reduce((sum, feature) => sum + (belongs(feature) ? (WEIGHTS.get(feature) ?? 0) : 0), 0);
  const common = weigh(own, (feature) => used.has(feature));
  if (common === 0) return 0;
  const foreign = weigh(used, (feature) => !own.has(feature));
  const missing = weigh(own, (feature) => !used.has(feature));
  return foreign === 0 && missing === 0 ? 1 : common / (common + foreign + MISSING * missing);
}
