import { boxHeight, horizontalOverlap, verticalOverlap, type ImageBox } from '../core/geometry/box.ts';
import { upperMedian } from '../core/median.ts';
import type { OcrLine, OcrPage, OcrWord } from './model.ts';

const HAN = /\p{Script=Han}/u;
/** Han characters and the punctuation that is as wide as they are. */
const HAN_ONLY = /^[\p{Script=Han}\u3000-\u303f\uff00-\uffef“”‘’…—·]+$/u;
const DIGITS = /^[\p{P}\p{S}\d]+$/u;
const LATIN = /^[\p{Script=Latin}\p{P}\p{S}\d]+$/u;

/** Words of the reading in Latin script with less confidence than this, of 100, are Han characters that it misread. */
const TRUSTED = 60;
/** As `TRUSTED`, for a word at a place where the Chinese reading has nothing. */
const TRUSTED_ALONE = 80;
/** Han characters with more confidence than this are no misread digits. */
const CERTAIN_HAN = 80;
/** The largest distance between the characters of a run, in heights of its line's characters. */
const RUN_GAP = 0.9;
/** A box that is this many times as high as the others of its line holds more than its character. */
const TALL = 1.35;

/**
 * One page of two readings of the same image: Tesseract's Chinese data reads Han characters, but misreads digits in
 * tables (`51.9` as `9`) and lacks letters with accents. Lines with Han characters are those of the Chinese reading,
 * with numbers and Latin words of the other one where it is more certain; other lines are those of the other reading.
 * Han characters that follow one another are one word, as they are in the text layer of a document.
 */
export function mergeHanPage(chinese: OcrPage, latin: OcrPage): OcrPage {
  if (!chinese.lines.some(isHanLine)) return latin;
  const rest = new Set(latin.lines.flatMap(({ words }) => words));
  const take = (line: OcrLine): OcrWord[] => {
    const taken = [...rest].filter((word) => isOnLine(word, line));
    for (const word of taken) rest.delete(word);
    return taken;
  };
  const hanLines = new Map(chinese.lines.filter(isHanLine).map((line) => [line, take(line)]));
  const lines = chinese.lines.map((line): OcrLine => {
    const han = hanLines.get(line);
    if (han !== undefined) return { ...line, words: joinRuns(mergeLine(line.words, han)) };
    const words = take(line);
    return words.length === 0 ? line : { ...line, words };
  });
  const last = Math.max(...lines.map(({ paragraph }) => paragraph));
  const added = latin.lines.flatMap((line, at): OcrLine[] => {
    const words = line.words.filter((word) => rest.has(word) && isTrustedAlone(word));
    return words.length === 0 ? [] : [{ ...line, words, paragraph: last + 1 + at }];
  });
  const all = [...lines, ...added];
  return { lines: all, text: all.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n') };
}

function isHanLine({ words }: OcrLine): boolean {
  return words.some(({ text, confidence }) => HAN.test(text) && confidence >= TRUSTED);
}

function isTrustedAlone({ text, confidence }: OcrWord): boolean {
  return confidence >= TRUSTED_ALONE && (isNumber(text) || (LATIN.test(text) && text.length > 2));
}

/** Whether most of a word's height is on a line. */
function isOnLine({ box }: OcrWord, line: OcrLine): boolean {
  return (
    verticalOverlap(box, line.box) > 0.5 * Math.min(boxHeight(box), boxHeight(line.box)) &&
    horizontalOverlap(box, line.box) > 0
  );
}

/** The words of a line with Han characters, with the words in Latin script that are more certain than they are. */
function mergeLine(words: readonly OcrWord[], latin: readonly OcrWord[]): OcrWord[] {
  let merged = [...words];
  for (const word of latin) {
    const there = merged.filter((other) => isSamePlace(word.box, other.box));
    const [only] = there;
    if (only !== undefined && there.length === 1 && plain(only.text) === plain(word.text)) {
      // The Chinese reading has its punctuation, the other one its box.
      merged = merged.map((other) => (other === only ? { ...only, box: word.box } : other));
    } else if (isBetter(word, there)) {
      merged = [...merged.filter((other) => !there.includes(other)), word];
    }
  }
  return merged.sort((one, other) => one.box.left - other.box.left);
}

function isBetter(word: OcrWord, there: readonly OcrWord[]): boolean {
  const { text, confidence } = word;
  if (there.length === 0) return isNumber(text) && confidence >= TRUSTED_ALONE;
  if (confidence < TRUSTED || confidence <= Math.min(...there.map((other) => other.confidence))) return false;
  if (isNumber(text)) return !there.some((other) => HAN.test(other.text) && other.confidence >= CERTAIN_HAN);
  return LATIN.test(text) && !there.some((other) => HAN.test(other.text));
}

function isNumber(text: string): boolean {
  return DIGITS.test(text) && /\d/.test(text);
}

/** A word without the punctuation around it, of either script. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}.,%]/gu, '')
    .replace(/[.,]$/, '');
}

/** Whether two boxes of one line share more than half of the narrower one. */
function isSamePlace(one: ImageBox, other: ImageBox): boolean {
  const narrower = Math.min(one.right - one.left, other.right - other.left);
  return horizontalOverlap(one, other) > 0.5 * narrower;
}

/** Joins Han characters that follow one another. A run has the mean confidence of its characters. */
function joinRuns(words: readonly OcrWord[]): OcrWord[] {
  const height = upperMedian(words.map(({ box }) => boxHeight(box)));
  const runs: OcrWord[][] = [];
  for (const word of words) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    const follows =
      before !== undefined &&
      HAN_ONLY.test(before.text) &&
      HAN_ONLY.test(word.text) &&
      word.box.left - before.box.right <= RUN_GAP * height;
    if (follows) run?.push(word);
    else runs.push([word]);
  }
  return runs.map((run, at) => joinRun(run, runs[at + 1]?.[0]?.box.left ?? Infinity, height));
}

/**
 * @param next where the next word of the line begins: Tesseract's boxes of Han characters may go beyond that
 * @param height of most characters of the line: boxes that are much higher reach into other lines
 */
function joinRun(run: readonly OcrWord[], next: number, height: number): OcrWord {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) throw new Error('A run has a word.');
  const right = last.box.right > next && next > last.box.left ? next : last.box.right;
  const boxes = run.map(({ box }) => atMost(box, TALL * height, height));
  const length = run.reduce((sum, { text }) => sum + text.length, 0);
  return {
    text: run.map(({ text }) => text).join(''),
    box: {
      left: first.box.left,
      top: Math.min(...boxes.map(({ top }) => top)),
      right: Math.max(right, first.box.left),
      bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    },
    confidence: run.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / length,
  };
}

/** A box that is higher than `most`, cut to `height` around its middle. */
function atMost(box: ImageBox, most: number, height: number): ImageBox {
  if (boxHeight(box) <= most) return box;
  const middle = (box.top + box.bottom) / 2;
  return { ...box, top: middle - height / 2, bottom: middle + height / 2 };
}
