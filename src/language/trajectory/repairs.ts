import { lastNotAbove, partitionPoint } from '../../core/binarySearch.ts';
import type { Finding, Span } from '../../core/span.ts';
import type { FindingCode } from '../../core/trajectory/findings.ts';
import type { Block, ToolCall, Trajectory } from '../../core/trajectory/model.ts';
import type { Analysis } from './analysis.ts';

/** Replaces a span of the response. */
export interface Change {
  readonly span: Span;
  readonly newText: string;
}

/** One way to repair a finding. */
export interface Repair {
  /** The action, without the reward: `Close <think>`. */
  readonly title: string;
  /** Changes of the response that do not overlap. */
  readonly changes: readonly Change[];
  /** Whether the intention is clear, so that it can be part of "fix all". */
  readonly preferred: boolean;
}

/** The input of a repair. Spans are in the response. */
export interface RepairContext {
  readonly analysis: Analysis;
  readonly response: string;
  readonly finding: Finding;
  /** The text that the finding points at. */
  readonly text: string;
  /** The call that the finding is about; null if there is none. */
  readonly call: ToolCall | null;
  /** The block whose opening tag the finding points at. */
  readonly block: Block | null;
  readonly parts: PartPlaces;
}

/** Makes the repairs of a finding; none if the text does not allow any. */
export type Repairer = (context: RepairContext) => readonly Repair[];

/** Repairs by the code of the finding. */
export type Repairers = Readonly<Partial<Record<FindingCode, Repairer>>>;

/** A repair that inserts `newText` at `offset`. */
export function insertion(title: string, offset: number, newText: string, preferred = true): Repair {
  return { title, changes: [{ span: { start: offset, end: offset }, newText }], preferred };
}

/** A repair that replaces a span. */
export function replacement(title: string, span: Span, newText: string, preferred = true): Repair {
  return { title, changes: [{ span, newText }], preferred };
}

/** The end of a span, without trailing white space. */
export function endOfInk(response: string, { start, end }: Span): number {
  return start + response.slice(start, end).trimEnd().length;
}

/** Finds the calls and blocks of a trajectory by their places and names. Blocks do not overlap. */
class PartPlaces {
  readonly #tools: readonly ToolCall[];
  /** For each call, the furthest end of a call up to it, because calls can be in one another. */
  readonly #ends: readonly number[];
  readonly #blocks: readonly Block[];
  /** Of blocks that begin at the same place, or have the same name, the first counts. */
  readonly #byStart: ReadonlyMap<number, Block>;
  readonly #byName: ReadonlyMap<string, Block>;
  readonly #closedEnds: readonly number[];
  /** The blocks that are not closed, by name. */
  readonly #unclosed: ReadonlyMap<string, readonly Block[]>;

  constructor({ tools, blocks }: Trajectory) {
    let furthest = 0;
    this.#tools = tools;
    this.#ends = tools.map(({ span }) => (furthest = Math.max(furthest, span.end)));
    this.#blocks = blocks;
    const backward = blocks.toReversed();
    this.#byStart = new Map(backward.map((block) => [block.open.start, block]));
    this.#byName = new Map(backward.map((block) => [block.name, block]));
    this.#closedEnds = blocks.flatMap(({ close, span }) => (close === null ? [] : [span.end]));
    const unclosed = new Map<string, Block[]>();
    for (const block of blocks) {
      if (block.close !== null) continue;
      const named = unclosed.get(block.name);
      if (named === undefined) unclosed.set(block.name, [block]);
      else named.push(block);
    }
    this.#unclosed = unclosed;
  }

  /** The first call that contains a span. */
  call({ start, end }: Span): ToolCall | null {
    const least = Math.max(end, start + 1);
    const index = partitionPoint(this.#ends.length, (each) => (this.#ends[each] ?? 0) < least);
    const call = this.#tools[index];
    return call !== undefined && call.span.start <= start ? call : null;
  }

  /** The block whose opening tag begins at an offset. */
  block(start: number): Block | null {
    return this.#byStart.get(start) ?? null;
  }

  /** The first block whose content contains a span. */
  blockAround({ start, end }: Span): Block | null {
    const index = partitionPoint(
      this.#blocks.length,
      (each) => (this.#blocks[each]?.content.end ?? Infinity) < end,
    );
    const block = this.#blocks[index];
    return block !== undefined && block.content.start <= start ? block : null;
  }

  /** The first block with a name. */
  named(name: string | null | undefined): Block | null {
    return this.#byName.get(name ?? '') ?? null;
  }

  /** The first block with one of some names. */
  firstOf(names: readonly string[]): Block | null {
    const blocks = names.flatMap((name) => this.#byName.get(name) ?? []);
    return blocks.length === 0 ? null : blocks.reduce((a, b) => (b.span.start < a.span.start ? b : a));
  }

  /** The end of the last closed block that ends at an offset or before it; 0 if there is none. */
  closedEndUpTo(offset: number): number {
    return this.#closedEnds[lastNotAbove(this.#closedEnds, offset)] ?? 0;
  }

  /** The names of the blocks that are not closed and end at an offset or after it, in text order. */
  unclosedNamesFrom(offset: number): readonly string[] {
    return [...this.#unclosed.values()]
      .flatMap((blocks) => {
        const index = partitionPoint(blocks.length, (each) => (blocks[each]?.span.end ?? 0) < offset);
        return blocks[index] ?? [];
      })
      .sort((a, b) => a.span.start - b.span.start)
      .map(({ name }) => name);
  }
}

const places = new WeakMap<Trajectory, PartPlaces>();

function placesOf(trajectory: Trajectory): PartPlaces {
  const known = places.get(trajectory) ?? new PartPlaces(trajectory);
  places.set(trajectory, known);
  return known;
}

/** The context of a finding of an analysis. */
export function repairContext(analysis: Analysis, finding: Finding): RepairContext {
  const { response } = analysis.file;
  const { start, end } = finding.span;
  const parts = placesOf(analysis.trajectory);
  return {
    analysis,
    response,
    finding,
    text: response.slice(start, end),
    call: parts.call(finding.span),
    block: parts.block(start),
    parts,
  };
}
