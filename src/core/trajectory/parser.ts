import { PageTraceError } from '../errors.ts';
import type { Finding } from '../span.ts';
import { ImageScan } from './imageScan.ts';
import { Lexer } from './lexer.ts';
import type { Block, ParseContext, Step, Token, ToolCall, Trajectory } from './model.ts';
import { Structure } from './structure.ts';
import { TextStore } from './textStore.ts';

/** Parses a response that has come in full. Never throws, whatever the text holds. */
export function parseTrajectory(text: string, context: ParseContext): Trajectory {
  const parser = new TrajectoryParser(context);
  parser.append(text);
  parser.end();
  return parser.snapshot();
}

/**
 * Parses a response while it streams. Chunks of any size, then `end`, give the same trajectory as parsing the whole;
 * the work is linear in the text however it is cut.
 */
export class TrajectoryParser {
  readonly #context: ParseContext;
  readonly #store = new TextStore();
  readonly #images = new ImageScan();
  readonly #structure: Structure;
  readonly #lexer: Lexer;
  #snapshot: Trajectory | null = null;
  #hasEnded = false;

  constructor(context: ParseContext) {
    this.#context = context;
    this.#structure = new Structure(this.#store, this.#images, context);
    this.#lexer = new Lexer(this.#store, this.#structure);
  }

  /** Length of the text so far, in UTF-16 units. */
  get length(): number {
    return this.#store.length;
  }

  /** Characters looked at so far, repeated looks counted: linear in the length of the text. */
  get visited(): number {
    return this.#lexer.visited;
  }

  /** Takes what follows the text so far. Throws `bad-input` after `end`. */
  append(chunk: string): void {
    if (chunk === '') return;
    if (this.#hasEnded) {
      throw new PageTraceError('bad-input', 'The response has ended, and no more text can be added to it.');
    }
    this.#snapshot = null;
    this.#store.append(chunk);
    this.#images.feed(chunk);
    this.#lexer.feed(chunk);
  }

  /** Says that nothing follows. A second call does nothing. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#snapshot = null;
    this.#images.end();
    this.#lexer.end();
    this.#structure.finish();
  }

  /**
   * The trajectory as far as it has come. Taking one costs no more than its open parts; lists and the text are made when they
   * are first read, and say what was so when the snapshot was taken, also after more was appended.
   */
  snapshot(): Trajectory {
    this.#snapshot ??= this.#take();
    return this.#snapshot;
  }

  #take(): Trajectory {
    const store = this.#store;
    const { tokens, blocks, tools, steps, findings } = this.#structure;
    const length = store.length;
    const tail = this.#lexer.tail();
    const open = this.#structure.openParts(tail.partialStart, tail.inkStart, tail.inkEnd);
    const openTokens: Token[] = [];
    if (tail.textStart < tail.partialStart) {
      openTokens.push({ kind: 'text', span: { start: tail.textStart, end: tail.partialStart } });
    }
    if (tail.partialStart < length) {
      openTokens.push({ kind: 'partial-tag', span: { start: tail.partialStart, end: length } });
    }
    const text = lazy(() => (store.length === length ? store.toString() : store.slice(0, length)));
    const allTokens = lazyList<Token>(
      tokens,
      openTokens.map((token, index) => [tokens.length + index, token]),
    );
    const allBlocks = lazyList<Block>(
      blocks,
      open.block === null ? [] : [[open.block.index, open.block.block]],
    );
    const allTools = lazyList<ToolCall>(tools, open.tool === null ? [] : [[open.tool.index, open.tool.tool]]);
    const allSteps = lazyList<Step>(
      steps,
      open.steps.map((step) => [step.index, step]),
    );
    const allFindings = sortedFindings(findings);
    return {
      get text() {
        return text();
      },
      dialect: this.#context.dialect,
      context: this.#context,
      get tokens() {
        return allTokens();
      },
      get blocks() {
        return allBlocks();
      },
      get tools() {
        return allTools();
      },
      get steps() {
        return allSteps();
      },
      get findings() {
        return allFindings();
      },
      complete: this.#hasEnded,
    };
  }
}

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * `closed` as it is now, with `open` at their places. What stands in `closed` changes only at the places of `open`, so that
 * the list can be made later.
 */
function lazyList<T>(
  closed: readonly T[],
  open: readonly (readonly [index: number, item: T])[],
): () => readonly T[] {
  const { length } = closed;
  return lazy(() => {
    const list = closed.slice(0, length);
    for (const [index, item] of open) list[index] = item;
    return list;
  });
}

/** `findings` as they are now, in the order of the text. */
function sortedFindings(findings: readonly Finding[]): () => readonly Finding[] {
  const { length } = findings;
  return lazy(() =>
    findings.slice(0, length).sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end),
  );
}
