import type { Terminal } from '../../terminal/terminal.ts';
import type { ResultListener } from '../../terminal/verb.ts';
import { shorten } from './shortened.ts';

type Json = Readonly<Record<string, unknown>>;

/** How long a result may be. */
export interface ResultLimits {
  /** Characters of its text. */
  readonly text: number;
  /** Characters of its structured form as JSON. */
  readonly json: number;
  /** Rows that are kept. */
  readonly rows: number;
}

const RESULT_LIMITS: ResultLimits = { text: 20_000, json: 40_000, rows: 200 };

/** What a run of a command said, as the result of a tool. */
export interface RunResult {
  readonly text: string;
  readonly structured: Json;
}

/** The terminal of a command that a tool runs, which keeps what an assistant can read of its output. */
export class RecordedRun {
  readonly #limits: ResultLimits;
  readonly #output: string[] = [];
  #written = 0;
  readonly #said: string[] = [];
  readonly #rows: Json[] = [];
  #rowCount = 0;
  #whole: Json = {};
  readonly terminal: Terminal;
  readonly results: ResultListener = {
    row: (json) => {
      this.#rowCount += 1;
      if (this.#rows.length < this.#limits.rows) this.#rows.push(json);
    },
    whole: (json) => {
      this.#whole = { ...this.#whole, ...json };
    },
  };

  /** @param report receives what the command is doing */
  constructor(report: (line: string) => void, limits: ResultLimits = RESULT_LIMITS) {
    this.#limits = limits;
    this.terminal = {
      out: (text) => {
        const room = this.#limits.text - this.#written;
        this.#written += text.length;
        if (room > 0) this.#output.push(text.slice(0, room));
      },
      drained: () => Promise.resolve(),
      say: (line) => {
        if (this.#said.join('\n').length < this.#limits.text) this.#said.push(line);
      },
      progress: report,
      count: report,
      debug: () => undefined,
      watched: false,
      unread: new AbortController().signal,
    };
  }

  /** Whether there is any result. */
  get hasResult(): boolean {
    return this.#rowCount > 0 || Object.keys(this.#whole).length > 0;
  }

  /**
   * The result of the run.
   * @param out the file that has all of it; null for none
   * @param canWrite whether the tool can write a file
   */
  result(out: string | null, canWrite: boolean): RunResult {
    const { value, isCut } = shorten(
      { ...this.#whole, ...(this.#rowCount === 0 ? {} : { samples: this.#rows }) },
      this.#limits.json,
    );
    const isLonger = isCut || this.#rowCount > this.#rows.length || this.#written > this.#limits.text;
    const whole =
      out !== null
        ? `All of it is in ${out}.`
        : canWrite
          ? 'Name a new file with "out" to have all of it.'
          : 'Name fewer files to see more.';
    const note = isLonger ? `The result is cut. ${whole}` : out === null ? null : whole;
    return {
      text: [this.#output.join('').trimEnd(), ...this.#said, ...(note === null ? [] : [note])]
        .filter((part) => part !== '')
        .join('\n'),
      structured: {
        ...value,
        ...(this.#rowCount > this.#rows.length ? { sample_count: this.#rowCount } : {}),
        ...(isLonger ? { cut: whole } : {}),
        ...(out === null ? {} : { out }),
      },
    };
  }
}
