import { boxBetween, type Box } from '../geometry/box.ts';
import { partitionPoint } from '../binarySearch.ts';
import { ACTION_KINDS } from '../trajectory/actionKinds.ts';
import type { ListView } from '../trajectory/listView.ts';
import type { Step } from '../trajectory/model.ts';
import type { BoxPart, Part } from '../trajectory/partModel.ts';
import { LONGEST_READ, termsOf, type Terms } from './terms.ts';
import type { Span } from '../span.ts';
import { withSingleSpaces } from './wordDiff.ts';

/** A box as it is written, in the unit of its dialect. */
export type WrittenBox = Box<'pixel' | 'share'>;

/** What an action does: a tool call, a search, an enlarged region. */
export interface Action {
  readonly kind: Step['kind'];
  /** The function that is called, in lower case; otherwise the kind. */
  readonly name: string;
  /** What its args, or its query, say besides the boxes; null if it has none. */
  readonly args: Terms | null;
  readonly boxes: readonly WrittenBox[];
}

/** The parts of a step that are compared with other steps. */
export interface ComparableStep {
  readonly kind: Step['kind'];
  readonly name: string;
  /** The args of a tool call as they are written; null for other steps. */
  readonly args: string | null;
  /** Its text with single spaces; empty if its parts are steps of their own. */
  readonly text: string;
  /** What its text says besides its boxes; of an action of its own, what the environment replies. */
  readonly terms: Terms;
  readonly boxes: readonly WrittenBox[];
  /**
   * What the step does; for a reply of the environment, what it replies to, and for a thought, the action or the answer
   * that it leads to, because these belong together. Null if there is none.
   */
  readonly action: Action | null;
}

/** A growing trajectory whose steps are compared. */
export interface ComparedText {
  /** Changes whenever anything else does. */
  readonly version: number;
  /** Increases when the text was changed elsewhere than at its end. */
  readonly edition: number;
  readonly steps: ListView<Step>;
  readonly parts: ListView<Part>;
  /** A piece of the response. */
  readonly slice: (start: number, end: number) => string;
}

/** The most boxes of a step that are compared. */
const MOST_BOXES = 16;
const NONE: Terms = new Uint32Array();
/** After how many more UTF-16 units an open step is read again. */
const REREAD = 200;

/** A step without what surrounds it. */
interface ReadStep extends Omit<ComparableStep, 'action'> {
  /** What it does itself. */
  readonly own: Action | null;
  /** How much of which step was read. */
  readonly extent: string;
}

interface KnownStep {
  readonly read: ReadStep;
  /** The action that it belongs to, and the reply that it gets. */
  readonly action: Action | null;
  readonly reply: ReadStep | null;
  readonly step: ComparableStep;
}

/**
 * What is compared of all steps of a trajectory that may still grow. Closed steps are read once, the open one as often
 * as what it begins with has grown. As long as nothing that is compared changes, the list and its items are the same
 * objects.
 */
export class ComparableSteps {
  #known: readonly KnownStep[] = [];
  #steps: readonly ComparableStep[] = [];
  #edition = -1;
  #version = -1;

  read(text: ComparedText): readonly ComparableStep[] {
    const { steps, edition, version } = text;
    if (version === this.#version && edition === this.#edition) return this.#steps;
    const old = edition === this.#edition ? this.#known : [];
    this.#edition = edition;
    this.#version = version;
    const reads: ReadStep[] = [];
    for (let index = 0; index < steps.length; index++) {
      const step = steps.item(index);
      if (step === undefined) continue;
      const isWhole = holdsSteps(steps, step);
      const extent = extentOf(step, isWhole);
      const known = old[index]?.read;
      reads.push(known?.extent === extent ? known : { ...readStep(step, isWhole, text), extent });
    }
    this.#known = reads.map((read, index): KnownStep => {
      const known = old[index];
      const action = actionOf(reads, index);
      const reply = replyTo(reads, index);
      if (known?.read === read && known.action === action && known.reply === reply) return known;
      const { kind, name, args, text: said } = read;
      const { terms, boxes } = reply ?? read;
      return { read, action, reply, step: { kind, name, args, text: said, terms, boxes, action } };
    });
    const isSame =
      this.#known.length === this.#steps.length &&
      this.#known.every(({ step }, index) => step === this.#steps[index]);
    if (!isSame) this.#steps = this.#known.map(({ step }) => step);
    return this.#steps;
  }
}

/** Whether two steps are the same in everything that is compared. */
export function isSameStep(a: ComparableStep, b: ComparableStep): boolean {
  return (
    a.kind === b.kind &&
    a.name === b.name &&
    a.args === b.args &&
    a.text === b.text &&
    isSameTerms(a.terms, b.terms) &&
    isSameBoxes(a.boxes, b.boxes) &&
    isSameAction(a.action, b.action)
  );
}

function isSameAction(a: Action | null, b: Action | null): boolean {
  if (a === null || b === null) return a === b;
  const isSameArgs = a.args === null || b.args === null ? a.args === b.args : isSameTerms(a.args, b.args);
  return isSameArgs && a.kind === b.kind && a.name === b.name && isSameBoxes(a.boxes, b.boxes);
}

const isSameTerms = (a: Terms, b: Terms): boolean =>
  a.length === b.length && a.every((term, index) => term === b[index]);

const isSameBoxes = (a: readonly WrittenBox[], b: readonly WrittenBox[]): boolean =>
  a.length === b.length &&
  a.every(({ left, top, right, bottom }, index) => {
    const other = b[index];
    return left === other?.left && top === other.top && right === other.right && bottom === other.bottom;
  });

/** Whether `step` holds other steps of `steps`. */
export function holdsSteps(steps: ListView<Step>, step: Step): boolean {
  return (steps.item(step.index + 1)?.depth ?? 0) > step.depth;
}

function extentOf({ kind, name, body: { start, end }, open }: Step, isWhole: boolean): string {
  const read = Math.floor(Math.min(end - start, LONGEST_READ) / REREAD);
  return `${kind} ${name} ${start} ${open ? `+${read}` : end} ${isWhole}`;
}

function readStep(step: Step, isWhole: boolean, { parts, slice }: ComparedText): Omit<ReadStep, 'extent'> {
  const { kind, name, tool, span, body } = step;
  const args = tool?.args ?? null;
  // The beginning of a step that holds others still tells it apart, but what differs inside is shown at those.
  const text = isWhole ? '' : withSingleSpaces(slice(body.start, body.end));
  const inside = partsWithin(parts, span);
  const boxParts = inside.filter((part) => part.kind === 'box');
  const boxes = boxParts.slice(0, MOST_BOXES).map(({ box }) => boxBetween<'pixel' | 'share'>(...box));
  const said = (span: Span): Terms => termsOf(withoutBoxes(span, boxParts, slice));
  const read = { kind, name, args, text };
  if (!ACTION_KINDS.has(kind)) {
    const terms = said(body);
    return {
      ...read,
      terms,
      boxes,
      own: kind === 'answer' ? { kind, name: kind, args: terms, boxes } : null,
    };
  }
  if (tool !== null) {
    const own = { kind, name: name.toLowerCase(), args: args === null ? null : termsOf(args), boxes: [] };
    return { ...read, terms: said(body), boxes, own };
  }
  const call = inside.find((part) => part.kind === 'call');
  const about = call === undefined ? body : call.argumentsSpan;
  const terms = about === null ? NONE : said(about);
  const own = {
    kind,
    name: (call?.name ?? kind).toLowerCase(),
    args: terms.length === 0 ? null : terms,
    boxes,
  };
  return { ...read, terms: NONE, boxes: [], own };
}

/** The parts whose beginning is within a span. */
function partsWithin(parts: ListView<Part>, { start, end }: Span): readonly Part[] {
  const within: Part[] = [];
  const first = partitionPoint(parts.length, (index) => (parts.item(index)?.span.start ?? start) < start);
  for (let index = first; index < parts.length; index++) {
    const part = parts.item(index);
    if (part === undefined || part.span.start >= end) break;
    within.push(part);
  }
  return within;
}

/** The beginning of a text with the labels of its boxes in place of the boxes. */
function withoutBoxes({ start, end }: Span, boxes: readonly BoxPart[], slice: ComparedText['slice']): string {
  let text = '';
  let at = start;
  for (const { span, label } of boxes) {
    if (text.length > LONGEST_READ || span.start >= end) break;
    if (span.start < at) continue;
    text += `${slice(at, Math.min(span.start, at + LONGEST_READ))} ${label ?? ''} `;
    at = span.end;
  }
  return text + slice(at, Math.min(end, at + LONGEST_READ));
}

/** The action that a step is or belongs to. */
function actionOf(reads: readonly ReadStep[], index: number): Action | null {
  const read = reads[index];
  if (read === undefined) return null;
  if (read.kind === 'observation') return reads[index - 1]?.own ?? null;
  const leads = read.kind === 'think' || read.kind === 'text';
  return read.own ?? (leads ? (reads[index + 1]?.own ?? null) : null);
}

/** What the environment replies to a step. */
function replyTo(reads: readonly ReadStep[], index: number): ReadStep | null {
  const next = reads[index + 1];
  return next?.kind === 'observation' && reads[index]?.own != null ? next : null;
}
