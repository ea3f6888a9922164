import { t } from '../t.ts';
import { strip } from '../python/strip.ts';
import type { Finding, Span } from '../span.ts';
import type { BlockRole, Dialect, LineRule } from './dialects/dialect.ts';
import { finding } from './findings.ts';
import type { Step } from './model.ts';
import type { PartMaker } from './openParts.ts';
import { LONGEST_OPEN } from './structuredReading.ts';
import type { Place, StructuredReading } from './structuredReading.ts';
import type { TextStore } from './textStore.ts';

/** Open loose text, or an open line that has a meaning of its own. */
interface Piece {
  readonly rule: LineRule | null;
  readonly start: number;
  end: number;
}

/** Blocks that the environment replies to. */
const ACTIONS: ReadonlySet<BlockRole> = new Set<BlockRole>(['search', 'box', 'call']);
/** How many UTF-16 units are searched for the first words of the environment's reply. */
const FIRST_WORDS = 256;

/**
 * Text outside of tool calls and blocks, or between the tool calls of a block: runs of text, and lines that have a
 * meaning of their own.
 */
export class LooseText {
  readonly #store: TextStore;
  readonly #dialect: Dialect;
  readonly #maker: PartMaker;
  readonly #reading: StructuredReading;
  readonly #steps: Step[];
  readonly #findings: Finding[];
  #piece: Piece | null = null;
  /** Whether the model has just acted, so that the environment speaks next. */
  #afterAction = false;

  /** Adds steps and findings to `lists`. */
  constructor(
    store: TextStore,
    dialect: Dialect,
    maker: PartMaker,
    reading: StructuredReading,
    lists: { readonly steps: Step[]; readonly findings: Finding[] },
  ) {
    this.#store = store;
    this.#dialect = dialect;
    this.#maker = maker;
    this.#reading = reading;
    this.#steps = lists.steps;
    this.#findings = lists.findings;
  }

  /** Start of the open text; null if there is none. */
  get start(): number | null {
    return this.#piece?.start ?? null;
  }

  /** Records what closed before the next text: a block with a role, or (null) something else. */
  follow(role: BlockRole | null): void {
    this.#afterAction = role !== null && ACTIONS.has(role);
  }

  /** Adds the text from `start` to `end`, which has no white space around it; `depth` is 1 inside a block. */
  add(start: number, end: number, depth: number): void {
    if (this.#dialect.lines.length === 0) {
      this.#piece = extendPiece(this.#piece, null, start, end);
      return;
    }
    for (const line of this.#linesOf(start, end)) {
      if (begins(this.#piece, line.rule)) this.close(depth);
      this.#piece = extendPiece(this.#piece, line.rule, line.start, line.end);
    }
  }

  /** Discards the open text, which turned out not to be loose text. */
  takeBack(): void {
    this.#piece = null;
  }

  /** Closes the open text. */
  close(depth: number): void {
    const piece = this.#piece;
    if (piece === null) return;
    this.#piece = null;
    const place = this.#place(piece, depth, false);
    const step = this.#step(this.#steps.length, place, piece.rule, depth);
    this.#steps.push(step);
    const parts = this.#reading.close(place);
    if (place.kind === 'observation') this.#afterAction = false;
    if (place.kind !== 'text') return;
    for (const part of parts) {
      if (part.kind !== 'boxed-answer') continue;
      this.#steps.push(this.#maker.answerStep(this.#steps.length, part, depth + 1));
    }
    if (depth > 0 || this.#dialect.loose !== 'wrong') return;
    this.#findings.push(
      finding(
        'text-outside-tags',
        place.body,
        this.#dialect.lines.length === 0
          ? t('This text is outside the tags; move it into a block or remove it.')
          : t('This text is not one of the lines that the prompt asks for; remove it.'),
      ),
    );
  }

  /**
   * The open text as it reads so far, including the text from `inkStart` to `inkEnd` that has not been reported yet
   * (`inkStart` is -1 if there is none): its steps, and where its parts can be read.
   */
  open(depth: number, inkStart: number, inkEnd: number): { steps: Step[]; place: Place | null } {
    let piece = this.#piece === null ? null : { ...this.#piece };
    const steps: Step[] = [];
    let index = this.#steps.length;
    const put = (closed: Piece): void => {
      steps.push(this.#step(index++, this.#place(closed, depth, true), closed.rule, depth));
    };
    const lines =
      inkStart < 0
        ? []
        : this.#dialect.lines.length === 0
          ? [{ rule: null, start: inkStart, end: inkEnd }]
          : this.#linesOf(inkStart, inkEnd, LONGEST_OPEN);
    for (const line of lines) {
      if (piece !== null && begins(piece, line.rule)) {
        put(piece);
        piece = null;
      }
      piece = extendPiece(piece, line.rule, line.start, line.end);
    }
    if (piece === null) return { steps, place: null };
    put(piece);
    return { steps, place: this.#place(piece, depth, true) };
  }

  /** The lines from `start` to `end`; everything after `limit` UTF-16 units counts as the rest of a line. */
  #linesOf(start: number, end: number, limit = Infinity): Piece[] {
    const pieces: Piece[] = [];
    let at = start;
    for (const line of this.#store.slice(start, Math.min(end, start + limit)).split('\n')) {
      const ink = strip(line);
      if (ink !== '') {
        const from = at + line.indexOf(ink);
        const rule = this.#dialect.lines.find(({ begins: pattern }) => pattern.test(ink)) ?? null;
        pieces.push({ rule, start: from, end: from + ink.length });
      }
      at += line.length + 1;
    }
    const last = pieces.at(-1);
    if (last !== undefined) last.end = end;
    return pieces;
  }

  #place({ rule, start, end }: Piece, depth: number, open: boolean): Place {
    const span: Span = { start, end };
    const words = { span, body: span, open };
    if (rule !== null) return { ...words, kind: 'line', name: rule.name, speaker: 'model' };
    const isObservation = depth === 0 && this.#afterAction && this.#isObservation(start, end);
    return isObservation
      ? { ...words, kind: 'observation', name: '', speaker: 'environment' }
      : { ...words, kind: 'text', name: this.#dialect.loose === 'spoken' ? 'text' : '', speaker: 'model' };
  }

  #isObservation(start: number, end: number): boolean {
    const pattern = this.#dialect.observation;
    if (pattern === null) return false;
    return pattern.test(strip(this.#store.slice(start, Math.min(end, start + FIRST_WORDS))));
  }

  /** The span of a line after the words that it begins with. */
  #behindHead({ start, end }: Span, { begins: pattern }: LineRule): Span {
    const head = pattern.exec(this.#store.slice(start, Math.min(end, start + FIRST_WORDS)))?.[0].length ?? 0;
    return { start: Math.min(start + head, end), end };
  }

  #step(index: number, place: Place, rule: LineRule | null, depth: number): Step {
    if (rule !== null)
      return this.#maker.lineStep(index, place, this.#behindHead(place.span, rule), rule, depth);
    if (place.kind === 'observation') return this.#maker.observationStep(index, place);
    return this.#maker.textStep(index, place, depth);
  }
}

/** Whether a line begins a new piece while `piece` is open. */
function begins(piece: Piece | null, rule: LineRule | null): boolean {
  if (piece === null) return false;
  return rule !== null || (piece.rule !== null && !piece.rule.continues);
}

function extendPiece(piece: Piece | null, rule: LineRule | null, start: number, end: number): Piece {
  return piece === null ? { rule, start, end } : { ...piece, end };
}
