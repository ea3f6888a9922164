import type {
  AnswerMark,
  LengthWindow,
  Retrieval,
  RewardProfile,
  Score,
  ScoreContext,
} from '../../rewards/model.ts';
import { boxedContent, hashAnswer } from '../../rewards/answers/extraction.ts';
import { asTheTrainerPasses, type Trainer } from '../../rewards/trainers.ts';
import { estimateTokens } from './tokens.ts';

/** The number of images of a response in which anything may be named. */
export const MANY_IMAGES = 5;
/**
 * The highest reward for a text over all possible records: a right verdict, its own answer or text as the reference
 * (its boxes, if the reward compares boxes), another tool that is wrong, and a length that is paid if the estimate
 * allows it.
 */
export function bestScore(profile: RewardProfile, text: string, numImages: number): Score {
  return scoreAgainst(profile, text, numImages, fillerOf(profile).readsBoxes);
}

/**
 * The highest score of a text with references of one kind, with what a trainer passes, for a number of tokens, or after
 * a prompt.
 */
export function scoreAgainst(
  profile: RewardProfile,
  text: string,
  numImages: number,
  readsBoxes: boolean,
  {
    trainer = null,
    tokens = null,
    prompt = null,
  }: {
    readonly trainer?: Trainer | null;
    readonly tokens?: number | null;
    readonly prompt?: string | null;
  } = {},
): Score {
  const answer = /<answer>([\s\S]*?)<\/answer>(?![\s\S]*<answer>)/i.exec(text)?.[1] ?? '';
  const context: ScoreContext = {
    numImages,
    verdict: 'right',
    question: null,
    sentPrompt: prompt,
    reference: null,
    toolResults: '',
    retrieval: ALL_RETRIEVED,
    responseLength: tokens ?? assumedLength(estimateTokens(text), profile.form.length),
  };
  const references = readsBoxes ? [boxesOf(answer)] : [answer.trim(), ...markedAnswer(profile, text), text];
  const passed = trainer === null ? context : asTheTrainerPasses(context, trainer);
  const scores = references.map((reference) => profile.score(text, { ...passed, reference }));
  return scores.reduce((best, score) =>
    bestOverall(score) > bestOverall(best) || (best.raises !== null && score.raises === null) ? score : best,
  );
}

/** What follows the mark that the reward reads the answer from, in a list; an empty list if there is none. */
function markedAnswer({ form: { answerMark } }: RewardProfile, text: string): readonly string[] {
  if (answerMark === undefined) return [];
  const place = answerMark === 'box' ? boxedContent(text) : hashAnswer(text);
  if (place === null) return [];
  const answer = text.slice(place.start, place.end);
  // GSM8K's reward removes the commas of the response's number alone.
  return [answerMark === 'hashes' ? answer.replaceAll(',', '') : answer];
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

/** The reward of a score, with a right verdict if it depends on one. */
export const bestOverall = (score: Score): number => score.overall ?? score.ifRight ?? -Infinity;

/** Another rule checks lengths: here every example has a length that is paid. */
function assumedLength(estimate: number, window: LengthWindow | null): number {
  if (window === null) return estimate;
  return Math.min(Math.max(estimate, window.least), window.most);
}

/** Responses that a reward pays in full, into which a part of a prompt can be inserted. */
export interface Filler {
  /** Whether the reward compares boxes rather than words. */
  readonly readsBoxes: boolean;
  /** A whole response. */
  readonly full: string;
  /** The same without a mark of the answer. */
  readonly unmarked: string;
  /** The response with some of its tags in another order. */
  inOrder(names: readonly string[]): string;
  /**
   * The response with the content of the tag `name`, and where that content begins; -1 if the reward has no such tag.
   */
  with(name: string, content: string): { readonly text: string; readonly at: number };
}

const WORD_ANSWER = '42';
const MARKED_ANSWERS: Readonly<Record<AnswerMark, string>> = { box: '\n\\boxed{42}', hashes: '\n#### 42' };
const BOX_ANSWER = JSON.stringify([{ bbox_2d: SOME_BOX }]);

/** A tool call that every reward with that tool accepts. */
export const fillerCall = (tool: string): string =>
  `<tool name="${tool}" args="Image 1: the last row">It says 42.</tool>`;

const fillers = new WeakMap<RewardProfile, Filler>();

/** The responses that a reward pays in full, made once for each reward. */
export function fillerOf(profile: RewardProfile): Filler {
  const known = fillers.get(profile);
  if (known !== undefined) return known;
  const { tags, order, tools, answerMark } = profile.form;
  const names = [...order, ...tags.map(({ name }) => name).filter((name) => !order.includes(name))];
  const tool = tools?.allowed[0]?.name;
  const contents = (answer: string): Readonly<Record<string, string>> => ({
    think: 'Image 1, Image 2, Image 3, Image 4 and Image 5 hold the evidence, and together they say it.',
    evidence: '[1]: the total of the table is 42 in the last row',
    [tools?.container ?? 'description']: tool === undefined ? 'The table says 42.' : fillerCall(tool),
    answer,
  });
  const tagged = (held: Readonly<Record<string, string>>, tagNames: readonly string[]): string =>
    tagNames.map((name) => `<${name}>${held[name] ?? 'What is seen there.'}</${name}>`).join('\n');
  const scored = (text: string): number => bestOverall(scoreAgainst(profile, text, MANY_IMAGES, false));
  const plain = tagged(contents(WORD_ANSWER), names);
  // A composite can ask for a boxed answer with a pattern.
  const usual = scored(plain + MARKED_ANSWERS.box) > scored(plain) ? MARKED_ANSWERS.box : '';
  const end = answerMark === undefined ? usual : MARKED_ANSWERS[answerMark];
  const make = (held: Readonly<Record<string, string>>, tagNames: readonly string[] = names): string =>
    tagged(held, tagNames) + end;
  const paid = (answer: string, readsBoxes: boolean): number =>
    bestOverall(scoreAgainst(profile, make(contents(answer)), MANY_IMAGES, readsBoxes));
  const readsBoxes = paid(BOX_ANSWER, true) > paid(WORD_ANSWER, false);
  const answer = readsBoxes ? BOX_ANSWER : WORD_ANSWER;
  const filler: Filler = {
    readsBoxes,
    full: make(contents(answer)),
    unmarked: tagged(contents(answer), names),
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
