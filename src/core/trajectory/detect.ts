import type { Dialect } from './dialects/dialect.ts';
import { DIALECT_NAMES } from './dialects/names.ts';
import { dialectOf } from './dialects/registry.ts';
import { KNOWN_TAGS, TOOL_TAG } from './dialects/tags.ts';
import type { DialectName } from './model.ts';

const TAG = new RegExp(`<[ \\t]*/?[ \\t]*(${[...KNOWN_TAGS].join('|')})(?=[\\s/>])(\\s)?`, 'gi');

/** A tag with attributes, also half of one: what a tool call shows itself by, where `<tool>` alone may be a block. */
const TOOL_CALL = `${TOOL_TAG} with attributes`;

/** How much a feature that is missing counts, against one that stands there: a response may be half written. */
const MISSING = 0.25;
/** From this likeness on, and this far ahead of the next, a dialect is sure. */
const SURE = { likeness: 0.7, lead: 0.4 };

/** How well a dialect fits a text. */
export interface DialectLikeness {
  readonly dialect: DialectName;
  /** 0 if nothing indicates it, 1 where the text has exactly what identifies it. */
  readonly confidence: number;
}

/** A dialect, and how well it fits. */
export interface DetectedDialect extends DialectLikeness {
  /** False if the text could be of another dialect too, or of none: then a person should be asked or told. */
  readonly sure: boolean;
  /** The other dialects that something indicates, the likeliest first. */
  readonly others: readonly DialectLikeness[];
}

/** What shows each dialect: its tags and its signs. */
const FEATURES: ReadonlyMap<DialectName, ReadonlySet<string>> = new Map(
  DIALECT_NAMES.map((name) => [name, featuresOf(dialectOf(name))]),
);

/** What a feature counts: the less, the more dialects have it. */
const WEIGHTS: ReadonlyMap<string, number> = new Map(
  [...new Set([...FEATURES.values()].flatMap((features) => [...features]))].map((feature) => [
    feature,
    1 / [...FEATURES.values()].filter((features) => features.has(feature)).length,
  ]),
);

/**
 * The dialect that `text` (a response, also a half one, or a prompt) is written in. Tags and signs that stand there are
 * compared with those of every dialect (Tversky's index, a rare feature counting more than a common one, and one that is
 * missing less than one that does not belong there); the more specific dialect where two fit equally. Where nothing speaks
 * for any, it is the most specific one with a confidence of 0.
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

/** Where a dialect was taken from. */
export interface ChosenDialect extends DetectedDialect {
  readonly by: 'front-matter' | 'prompt' | 'text';
}

/**
 * The dialect of a response: the one that its front matter names, else the one that its prompt asks for (a prompt shows all
 * of a dialect, where a response may fail it), else the one that its text shows.
 * @param prompt null when not known.
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
  // The closing tag of a tool call is not a block.
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
