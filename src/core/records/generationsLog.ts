import { t } from '@vscode/l10n';
/** One record of EasyR1's `generations.log`. */
export interface Generation {
  /** The line where it begins, from 1. */
  readonly line: number;
  /** The line of its score, which is its last line. */
  readonly lastLine: number;
  readonly prompt: string;
  readonly output: string;
  readonly ground_truth: string;
  readonly score: number;
}

const PROMPT = '[prompt] ';
const OUTPUT = '\n[output] ';
const TRUTH = '\n[ground_truth] ';
const SCORE = /^\[score\] (\S+)\r?$/;

/** Lines that are not a valid record, and why. */
export interface BrokenGeneration {
  readonly line: number;
  /** The last of these lines that is not blank. */
  readonly lastLine: number;
  readonly problem: string;
}

/** Whether a file that begins with `head` is a `generations.log`. */
export function isGenerationsLog(head: string): boolean {
  return head.startsWith(PROMPT);
}

/**
 * Splits EasyR1's `generations.log` into records, line by line. The log escapes nothing, and an output may quote it: a
 * record ends at a line `[score] number` after which an empty line and then the next `[prompt]` follow, or nothing; its
 * output begins at the first `[output]`, and its ground truth at the last `[ground_truth]`.
 */
export class GenerationsLog {
  #lines: string[] = [];
  #begins = 0;
  #lastLine = 0;
  /** How many lines the record has without the blank ones at its end. */
  #length = 0;
  /** The number in the last line that is not blank; null if that is no line of a score. */
  #score: number | null = null;

  /** Adds a line (without its line feed, counted from 1); returns the record that ended before it, or null. */
  push(line: number, text: string): Generation | BrokenGeneration | null {
    const blank = text === '' || text === '\r';
    const isAfterBlank = this.#lines.length > this.#length;
    const ended = this.#score !== null && isAfterBlank && text.startsWith(PROMPT) ? this.end() : null;
    if (blank && this.#lines.length === 0) return ended;
    if (this.#lines.length === 0) this.#begins = line;
    this.#lines.push(text);
    if (blank) return ended;
    this.#lastLine = line;
    this.#length = this.#lines.length;
    const score = SCORE.exec(text)?.[1];
    this.#score = score === undefined ? null : pythonNumber(score);
    return ended;
  }

  /** Marks the end of the file; returns the record that was still open, or null. */
  end(): Generation | BrokenGeneration | null {
    if (this.#lines.length === 0) return null;
    const line = this.#begins;
    const lastLine = this.#lastLine;
    const score = this.#score;
    const text = this.#lines.slice(0, this.#length - 1).join('\n');
    this.#lines = [];
    this.#length = 0;
    this.#score = null;
    const output = text.indexOf(OUTPUT);
    const truth = text.lastIndexOf(TRUTH);
    if (score === null || !text.startsWith(PROMPT) || output === -1 || truth < output + OUTPUT.length - 1) {
      return {
        line,
        lastLine,
        problem: t(
          'This is not a record: [prompt], [output], [ground_truth], and [score] must follow each other.',
        ),
      };
    }
    return {
      line,
      lastLine,
      prompt: text.slice(PROMPT.length, output),
      output: text.slice(output + OUTPUT.length, truth),
      ground_truth: text.slice(truth + TRUTH.length),
      score,
    };
  }
}

/** Reads a float as Python prints it; null for other text. */
function pythonNumber(text: string): number | null {
  if (text === 'nan') return Number.NaN;
  const number = Number(text.replace('inf', 'Infinity'));
  return Number.isNaN(number) ? null : number;
}
