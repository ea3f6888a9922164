import { t } from '@vscode/l10n';
import { PageTraceError } from '../errors.ts';
import { dialectOf } from './dialects/registry.ts';
import { ImageScan } from './imageScan.ts';
import { Lexer } from './lexer.ts';
import type { ParseContext, Step, Trajectory } from './model.ts';
import { PartialTrajectory, inOrder } from './partialTrajectory.ts';
import { Structure } from './structure.ts';
import { TextStore } from './textStore.ts';

/** Parses a complete response. Never throws on any text. */
export function parseTrajectory(text: string, context: ParseContext): Trajectory {
  const parser = new TrajectoryParser(context);
  parser.append(text);
  parser.end();
  return parser.snapshot();
}

/** The steps of a complete response, without the images that they name, and without judging how it is written. */
export function readSteps(
  text: string,
  context: ParseContext,
): readonly Pick<Step, 'kind' | 'name' | 'body'>[] {
  const store = new TextStore();
  const structure = new Structure(store, new ImageScan(), context, false);
  const lexer = new Lexer(store, structure, dialectOf(context.dialect).lines.length > 0);
  store.append(text);
  lexer.feed(text);
  lexer.end();
  structure.finish();
  return structure.steps;
}

/**
 * Parses a response while it streams. Appending chunks of any size and then calling `end` gives the same trajectory as
 * parsing the whole text; the work is linear in the text no matter how it is split.
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
    this.#structure = new Structure(this.#store, this.#images, context, true);
    this.#lexer = new Lexer(this.#store, this.#structure, dialectOf(context.dialect).lines.length > 0);
  }

  /** Length of the text so far, in UTF-16 units. */
  get length(): number {
    return this.#store.length;
  }

  /** Characters looked at so far, counting repeated looks: linear in the length of the text. */
  get visited(): number {
    return this.#lexer.visited;
  }

  /** Appends text. Throws `bad-input` after `end`. */
  append(chunk: string): void {
    if (chunk === '') return;
    if (this.#hasEnded) {
      throw new PageTraceError('bad-input', t('The response has ended, so no more text can be added to it.'));
    }
    this.#snapshot = null;
    this.#store.append(chunk);
    this.#images.feed(chunk);
    this.#lexer.feed(chunk);
  }

  /** Marks the end of the text. A second call does nothing. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#snapshot = null;
    this.#images.end();
    this.#lexer.end();
    this.#structure.finish();
  }

  /**
   * The trajectory so far. Before `end`, a snapshot costs only as much as its open parts: its lists and text are built
   * when they are read, and keep the state at the time of the snapshot even after more text is appended. After `end` it
   * is plain data, and always the same object.
   */
  snapshot(): Trajectory {
    this.#snapshot ??= this.#hasEnded ? this.#whole() : this.#sofar();
    return this.#snapshot;
  }

  #whole(): Trajectory {
    const { tokens, blocks, tools, steps, reading, findings } = this.#structure;
    return {
      text: this.#store.toString(),
      dialect: this.#context.dialect,
      context: this.#context,
      tokens,
      blocks,
      tools,
      steps,
      parts: reading.parts,
      findings: inOrder(findings),
      complete: true,
    };
  }

  #sofar(): Trajectory {
    const tail = this.#lexer.tail();
    const open = this.#structure.openParts(tail.partialStart, tail.inkStart, tail.inkEnd);
    return new PartialTrajectory(this.#context, this.#store, this.#structure, tail, open);
  }
}
