import type { Component, Entry, LengthWindow, RewardProfile, Score } from '../../rewards/model.ts';
import type { Span } from '../../span.ts';
import { bestScore, fillerOf, MANY_IMAGES, type Filler } from './filler.ts';
import type { Reading } from './reading/reading.ts';
import type { Shown, ShownBlock } from './reading/shownParts.ts';
import { SpanIndex } from '../../spanIndex.ts';
import { ESTIMATE_MARGIN } from './tokens.ts';

/** One deduction of a reward from what a prompt shows. */
export interface Loss {
  readonly component: Component;
  readonly entry: Entry;
  /** In the rendered prompt; the whole example if the reward gives no place. */
  readonly span: Span;
}

/** An example or part of a response in a prompt, scored with everything that the reward cannot know in its favor. */
export interface ScoredPart {
  readonly shown: Shown;
  readonly text: string;
  readonly numImages: number;
  /** The score of an example; null for a part, whose losses are found in a response that is made up around it. */
  readonly score: Score | null;
  readonly losses: readonly Loss[];
}

/**
 * The most examples and parts that are scored. No prompt shows more; a file that does is not a prompt, and must not
 * slow down an editor.
 */
const MOST_SHOWN = 200;

/** Scores with `profile` what a rendered prompt shows. */
export function scoreShownParts(reading: Reading, profile: RewardProfile): readonly ScoredPart[] {
  const filler = fillerOf(profile);
  const calls = new SpanIndex(reading.calls.map(({ open }) => open));
  return reading.shown.slice(0, MOST_SHOWN).flatMap((shown): ScoredPart[] => {
    if (shown.kind === 'example') return [scoreExample(reading, shown, profile)];
    if (shown.kind === 'part') return [scorePart(reading, shown, profile, filler)];
    return shown.blocks.flatMap((block) => scoreForm(reading, calls, shown, block, profile, filler));
  });
}

function scoreExample(reading: Reading, shown: Shown, profile: RewardProfile): ScoredPart {
  const text = reading.text.slice(shown.span.start, shown.span.end);
  const numImages = imagesOf(reading.text, shown);
  const score = bestScore(profile, text, numImages);
  return {
    shown,
    text,
    numImages,
    score,
    losses: scoreLosses(score, shown.span.start, (key) => componentSpan(shown, key)),
  };
}

/**
 * Where to report a deduction of a component that has no place: at the tag with its name, otherwise at the first tag.
 */
function componentSpan({ blocks, span }: Shown, key: string): Span {
  const block = blocks.find(({ name }) => name.toLowerCase() === key) ?? blocks[0];
  return block?.open.span ?? span;
}

/** Whether the reward sees the tool call `call`, as the only call of an otherwise valid response. */
export function seesCall(profile: RewardProfile, call: string): boolean {
  const response = fillerOf(profile).with(profile.form.tools?.container ?? 'description', call);
  const { components } = bestScore(profile, response.text, MANY_IMAGES);
  return !components.some(({ entries }) => entries.some(({ code }) => code === 'no-tool-seen'));
}

function scorePart(reading: Reading, shown: Shown, profile: RewardProfile, filler: Filler): ScoredPart {
  const block = shown.blocks[0];
  const text = reading.text.slice(shown.span.start, shown.span.end);
  const nothing: ScoredPart = { shown, text, numImages: MANY_IMAGES, score: null, losses: [] };
  if (block === undefined) return nothing;
  const { start, end } = block.content;
  const made = filler.with(block.name, reading.text.slice(start, end));
  if (made.at < 0) return nothing;
  const best = bestScore(profile, made.text, MANY_IMAGES);
  const inside: Span = { start: made.at, end: made.at + (end - start) };
  const losses = scoreLosses(best, start - made.at, () => block.span).filter(({ entry }) => {
    const { span } = entry;
    return (
      span !== null &&
      span.start < inside.end + 1 &&
      span.end > inside.start - 1 &&
      span.end - span.start <= end - start + block.name.length * 2 + 5
    );
  });
  return { ...nothing, losses: losses.map((loss) => ({ ...loss, span: within(loss.span, block.span) })) };
}

/**
 * The losses of a form that do not depend on what replaces its placeholders: deductions for a few of its own
 * characters.
 */
function scoreForm(
  reading: Reading,
  calls: SpanIndex,
  shown: Shown,
  block: ShownBlock,
  profile: RewardProfile,
  filler: Filler,
): ScoredPart[] {
  const { content, kind } = block;
  if (kind !== 'placeholder' || calls.hasInside(content)) return [];
  const part = scorePart(
    reading,
    { ...shown, kind: 'part', blocks: [block], span: block.span },
    profile,
    filler,
  );
  const length = reading.text.slice(content.start, content.end).trim().length;
  const losses = part.losses.filter(({ span }) => span.end - span.start < length / 2);
  return losses.length === 0 ? [] : [{ ...part, losses }];
}

const within = (span: Span, outer: Span): Span => ({
  start: Math.max(span.start, outer.start),
  end: Math.min(Math.max(span.end, outer.start), outer.end),
});

function scoreLosses(score: Score, offset: number, otherwise: (key: string) => Span): Loss[] {
  const losses: Loss[] = [];
  for (const component of score.components) {
    if (component.paid === null || Number(component.most) - Number(component.paid) < 1e-9) continue;
    for (const entry of component.entries) {
      if (entry.kind !== 'deduction' || Number(entry.paid) >= 0) continue;
      const { span } = entry;
      const place =
        span === null ? otherwise(component.key) : { start: span.start + offset, end: span.end + offset };
      losses.push({ component, entry, span: place });
    }
  }
  return losses;
}

/** The number of images that rewards assume if the record has none. */
const FEWEST_IMAGES = 3;

/**
 * The number of images in the request of an example: as the text before it says, otherwise as many as its think block
 * names.
 */
function imagesOf(text: string, shown: Shown): number {
  const lead = text.slice(shown.region.start, shown.span.start);
  const listed = [...lead.matchAll(/\bimage[ _-]?(\d{1,2})\b/gi)].map((match) => Number(match[1]));
  const counted = /\b(\d{1,2}|one|two|three|four|five|six)\s+(?:\w+\s+)?(?:images|pages|pictures)\b/i.exec(
    lead,
  )?.[1];
  const said = counted === undefined ? 0 : parseNumberWord(counted);
  if (Math.max(0, ...listed, said) > 0) return Math.max(...listed, said);
  const think = shown.blocks.find(({ name }) => /^(?:think|observe)$/i.test(name));
  const named =
    think === undefined
      ? []
      : [...text.slice(think.content.start, think.content.end).matchAll(/\bimage\s*(\d{1,2})\b/gi)];
  return Math.max(FEWEST_IMAGES, ...named.map((match) => Number(match[1])));
}

const NUMBER_WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const CHINESE_DIGITS = '零一二三四五六七八九';

/** The number up to 99 that digits, an English word up to twenty, or Chinese characters mean; NaN for other words. */
export function parseNumberWord(word: string): number {
  const index = NUMBER_WORDS.indexOf(word.toLowerCase());
  if (index >= 0) return index;
  const chinese = /^([二三四五六七八九]?)十([一二三四五六七八九]?)$|^([零一二两三四五六七八九])$/.exec(word);
  if (chinese === null) return Number(word);
  const [, tens = '', ones = '', digit] = chinese;
  if (digit !== undefined) return digit === '两' ? 2 : CHINESE_DIGITS.indexOf(digit);
  return (
    (tens === '' ? 1 : CHINESE_DIGITS.indexOf(tens)) * 10 + (ones === '' ? 0 : CHINESE_DIGITS.indexOf(ones))
  );
}

/** Whether an estimated length is outside of what a reward pays, allowing for the margin of the estimate. */
export function lengthFault(estimate: number, window: LengthWindow): 'short' | 'long' | null {
  if (estimate * (1 + ESTIMATE_MARGIN) < window.least) return 'short';
  return estimate * (1 - ESTIMATE_MARGIN) > window.most ? 'long' : null;
}
