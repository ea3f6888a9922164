import type {
  Retrieval,
  Component,
  Default,
  Entry,
  LengthWindow,
  RewardProfile,
  Score,
  ScoreContext,
} from '../../rewards/model.ts';
import { asTheTrainerPasses, type Trainer } from '../../rewards/trainers.ts';
import type { Span } from '../../span.ts';
import type { Reading } from './reading/reading.ts';
import type { Shown, ShownBlock } from './reading/shownParts.ts';
import { ESTIMATE_MARGIN, estimateTokens } from './tokens.ts';

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
  return reading.shown.slice(0, MOST_SHOWN).flatMap((shown): ScoredPart[] => {
    if (shown.kind === 'example') return [scoreExample(reading, shown, profile)];
    if (shown.kind === 'part') return [scorePart(reading, shown, profile, filler)];
    return shown.blocks.flatMap((block) => scoreForm(reading, shown, block, profile, filler));
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

/**
 * How much less the reward pays for a response if it writes `other` in place of the tag `name`; 0 if the reward has no
 * such tag.
 */
export function lossOfRenaming(profile: RewardProfile, name: string, other: string): number {
  const { full: response } = fillerOf(profile);
  const renamed = response.replaceAll(`<${name}>`, `<${other}>`).replaceAll(`</${name}>`, `</${other}>`);
  return lossOf(profile, response, renamed);
}

/**
 * How much less the reward pays for a response if the tag `name` holds `content`; 0 if the reward has no such tag.
 */
export function lossOfContent(profile: RewardProfile, name: string, content: string): number {
  const filler = fillerOf(profile);
  const made = filler.with(name, content);
  return made.at < 0 ? 0 : lossOf(profile, filler.full, made.text);
}

/** How much less the reward pays for a response with its tags in the order of `names`. */
export function lossOfOrder(profile: RewardProfile, names: readonly string[]): number {
  const filler = fillerOf(profile);
  return lossOf(profile, filler.full, filler.inOrder(names));
}

/** How much less the reward pays for a response with `count` tool calls than for one with a single call. */
export function lossOfCalls(profile: RewardProfile, count: number): number {
  const { tools } = profile.form;
  const tool = tools?.allowed[0]?.name;
  const container = tools?.container ?? 'description';
  return tool === undefined ? 0 : lossOfContent(profile, container, fillerCall(tool).repeat(count));
}

function lossOf(profile: RewardProfile, response: string, changed: string): number {
  const loss =
    bestOverall(bestScore(profile, response, MANY_IMAGES)) -
    bestOverall(bestScore(profile, changed, MANY_IMAGES));
  return Number.isFinite(loss) ? Math.max(0, loss) : 0;
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
  shown: Shown,
  block: ShownBlock,
  profile: RewardProfile,
  filler: Filler,
): ScoredPart[] {
  const { content, kind } = block;
  if (
    kind !== 'placeholder' ||
    reading.calls.some(({ open }) => content.start <= open.start && open.end <= content.end)
  )
    return [];
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

const MANY_IMAGES = 5;
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

/**
 * The highest reward for a text over all possible records: a right verdict, its own answer or text as the reference
 * (its boxes, if the reward compares boxes), another tool that is wrong, and a length that is paid if the estimate
 * allows it.
 */
function bestScore(profile: RewardProfile, text: string, numImages: number): Score {
  return scoreAgainst(profile, text, numImages, fillerOf(profile).readsBoxes);
}

function scoreAgainst(
  profile: RewardProfile,
  text: string,
  numImages: number,
  readsBoxes: boolean,
  trainer: Trainer | null = null,
): Score {
  const answer = /<answer>([\s\S]*?)<\/answer>(?![\s\S]*<answer>)/i.exec(text)?.[1] ?? '';
  const context: ScoreContext = {
    numImages,
    verdict: 'right',
    question: null,
    reference: null,
    toolResults: '',
    retrieval: ALL_RETRIEVED,
    responseLength: assumedLength(estimateTokens(text), profile.form.length),
  };
  const references = readsBoxes ? [boxesOf(answer)] : [answer.trim(), text];
  const passed = trainer === null ? context : asTheTrainerPasses(context, trainer);
  const scores = references.map((reference) => profile.score(text, { ...passed, reference }));
  return scores.reduce((best, score) => (bestOverall(score) > bestOverall(best) ? score : best));
}

/** The highest reward for an example if the reward is given only what a trainer passes. */
export function scoreAsTrained(
  { text, numImages }: ScoredPart,
  profile: RewardProfile,
  trainer: Trainer,
): Score {
  return scoreAgainst(profile, text, numImages, fillerOf(profile).readsBoxes, trainer);
}

/** What a reward takes instead of something that a trainer does not pass. */
export interface TrainerDefault extends Pick<Default, 'key' | 'value'> {
  /**
   * What a response that is otherwise paid in full loses by it; for the number of images, one that names the first image
   * beyond the default. Null if it cannot be computed.
   */
  readonly cost: number | null;
  /** The part of the reward that a judge decides. */
  readonly judged: number;
}

/** The defaults of a reward that a trainer causes. */
export function findTrainerDefaults(profile: RewardProfile, trainer: Trainer): readonly TrainerDefault[] {
  const { readsBoxes, full } = fillerOf(profile);
  const trained = (text: string): Score => scoreAgainst(profile, text, MANY_IMAGES, readsBoxes, trainer);
  const { ifRight, ifWrong, defaults } = trained(full);
  const judged = profile.form.judged && ifRight !== null && ifWrong !== null ? ifRight - ifWrong : 0;
  return defaults.map(({ key, value }) => {
    const text = key === 'num_images' ? full.replaceAll(/Image \d/g, `Image ${Number(value) + 1}`) : full;
    const cost = bestOverall(bestScore(profile, text, MANY_IMAGES)) - bestOverall(trained(text));
    return { key, value, cost: Number.isFinite(cost) ? cost : null, judged };
  });
}

/** A retrieval of the one page with the answer. */
const ALL_RETRIEVED: Retrieval = { images: ['a_1.jpg'], fileName: 'a.pdf', pages: ['1'] };

/** The boxes of an answer as a reference; a made-up box if it has none, so that the deductions say what it lacks. */
function boxesOf(answer: string): string {
  const boxes = [
    ...answer.matchAll(/\[\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*\]/g),
  ].map((match) => match.slice(1, 5).map(Number));
  return JSON.stringify((boxes.length > 0 ? boxes : [SOME_BOX]).map((box) => ({ bbox_2d: box })));
}

const SOME_BOX = [10, 20, 30, 40];

const bestOverall = (score: Score): number => score.overall ?? score.ifRight ?? -Infinity;

/** Another rule checks lengths: here every example has a length that is paid. */
function assumedLength(estimate: number, window: LengthWindow | null): number {
  if (window === null) return estimate;
  return Math.min(Math.max(estimate, window.least), window.most);
}

/** Whether an estimated length is outside of what a reward pays, allowing for the margin of the estimate. */
export function lengthFault(estimate: number, window: LengthWindow): 'short' | 'long' | null {
  if (estimate * (1 + ESTIMATE_MARGIN) < window.least) return 'short';
  return estimate * (1 - ESTIMATE_MARGIN) > window.most ? 'long' : null;
}

/** Responses that a reward pays in full, into which a part of a prompt can be inserted. */
interface Filler {
  /** Whether the reward compares boxes rather than words. */
  readonly readsBoxes: boolean;
  /** A whole response. */
  readonly full: string;
  /** The response with some of its tags in another order. */
  inOrder(names: readonly string[]): string;
  /**
   * The response with the content of the tag `name`, and where that content begins; -1 if the reward has no such tag.
   */
  with(name: string, content: string): { readonly text: string; readonly at: number };
}

const WORD_ANSWER = '42';
const BOX_ANSWER = JSON.stringify([{ bbox_2d: SOME_BOX }]);

const fillerCall = (tool: string): string =>
  `<tool name="${tool}" args="Image 1: the last row">It says 42.</tool>`;

const fillers = new WeakMap<RewardProfile, Filler>();

function fillerOf(profile: RewardProfile): Filler {
  const known = fillers.get(profile);
  if (known !== undefined) return known;
  const { tags, order, tools } = profile.form;
  const names = [...order, ...tags.map(({ name }) => name).filter((name) => !order.includes(name))];
  const tool = tools?.allowed[0]?.name;
  const contents = (answer: string): Readonly<Record<string, string>> => ({
    think: 'Image 1, Image 2, Image 3, Image 4 and Image 5 hold the evidence, and together they say it.',
    evidence: '[1]: the total of the table is 42 in the last row',
    [tools?.container ?? 'description']: tool === undefined ? 'The table says 42.' : fillerCall(tool),
    answer,
  });
  const make = (held: Readonly<Record<string, string>>, tagNames: readonly string[] = names): string =>
    tagNames.map((name) => `<${name}>${held[name] ?? 'What is seen there.'}</${name}>`).join('\n');
  const paid = (answer: string, readsBoxes: boolean): number =>
    bestOverall(scoreAgainst(profile, make(contents(answer)), MANY_IMAGES, readsBoxes));
  const readsBoxes = paid(BOX_ANSWER, true) > paid(WORD_ANSWER, false);
  const answer = readsBoxes ? BOX_ANSWER : WORD_ANSWER;
  const filler: Filler = {
    readsBoxes,
    full: make(contents(answer)),
    inOrder: (shown) => {
      const given = shown.filter((name, index) => names.includes(name) && shown.indexOf(name) === index);
      const next = given.values();
      const ordered = names.map((name) => (given.includes(name) ? (next.next().value ?? name) : name));
      return make(contents(answer), ordered);
    },
    with: (name, content) => {
      const own = names.find((each) => each.toLowerCase() === name.toLowerCase());
      if (own === undefined) return { text: '', at: -1 };
      const text = make({ ...contents(answer), [own]: content });
      return { text, at: text.indexOf(`<${own}>`) + own.length + 2 };
    },
  };
  fillers.set(profile, filler);
  return filler;
}
