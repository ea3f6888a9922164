import { StringDecoder } from 'node:string_decoder';

/** Limits on a reward's output during one call, so that a loop that prints does not fill memory. */
const MOST_LINES = 5_000;
const MOST_CHARACTERS = 1_000_000;
const LONGEST_LINE = 10_000;

/** Passes lines on until the limit of a call is reached; the next call starts again. */
export class BoundedLog {
  readonly #log: (line: string) => void;
  #lines = 0;
  #characters = 0;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  /** Marks the beginning of a call. */
  begin(): void {
    this.#lines = 0;
    this.#characters = 0;
  }

  line(line: string): void {
    if (this.#lines > MOST_LINES) return;
    this.#lines += 1;
    this.#characters += line.length;
    if (this.#lines <= MOST_LINES && this.#characters <= MOST_CHARACTERS) {
      this.#log(line);
      return;
    }
    this.#lines = MOST_LINES + 1;
    this.#log('(The rest of the output is left out.)');
  }

  /** Passes on a text of several lines. */
  text(text: string): void {
    for (const line of text.replace(/\n$/, '').split('\n')) this.line(line);
  }
}

/**
 * Splits the output of a process into lines. The runner writes a NUL at the end of a line when everything that the reward
 * printed during a call has been written.
 */
export class PrintedLines {
  readonly #decoder = new StringDecoder('utf8');
  readonly #line: (line: string) => void;
  readonly #marked: () => void;
  #rest = '';

  constructor(line: (line: string) => void, marked: () => void) {
    this.#line = line;
    this.#marked = marked;
  }

  push(bytes: Buffer): void {
    const lines = (this.#rest + this.#decoder.write(bytes)).split(/\r?\n/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#whole(line);
    this.#rest = this.#cut(this.#rest);
  }

  end(): void {
    if (this.#rest !== '') this.#whole(this.#rest);
    this.#rest = '';
  }

  #whole(line: string): void {
    const marked = line.endsWith('\0');
    const text = marked ? line.slice(0, -1) : line;
    if (text !== '' || !marked) this.#line(this.#cut(text));
    if (marked) this.#marked();
  }

  /** Passes on the part that exceeds the longest line, and returns the rest. */
  #cut(line: string): string {
    let rest = line;
    for (; rest.length > LONGEST_LINE; rest = rest.slice(LONGEST_LINE))
      this.#line(rest.slice(0, LONGEST_LINE));
    return rest;
  }
}
