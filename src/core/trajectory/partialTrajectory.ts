import type { Finding } from '../span.ts';
import type { OpenTail } from './lexer.ts';
import { concatView, overlayView, viewOf, type ListView } from './listView.ts';
import type { Block, DialectName, ParseContext, Step, Token, ToolCall, Trajectory } from './model.ts';
import type { Part } from './partModel.ts';
import type { OpenParts } from './openParts.ts';
import type { Structure } from './structure.ts';
import type { TextStore } from './textStore.ts';

/**
 * An incomplete trajectory, as it was at one moment. In the parser's lists, only the entries of open parts change and
 * new entries are only appended, so each list can be built later: its beginning, with the length that it had at that
 * moment, and the open parts of that moment at their indexes.
 */
export class PartialTrajectory implements Trajectory {
  readonly dialect: DialectName;
  readonly context: ParseContext;
  readonly complete = false;
  readonly #store: TextStore;
  readonly #length: number;
  readonly #structure: Structure;
  readonly #tokenCount: number;
  readonly #blockCount: number;
  readonly #toolCount: number;
  readonly #stepCount: number;
  readonly #partCount: number;
  /** The count that the open place is read with. */
  readonly #count: number;
  readonly #findingCount: number;
  readonly #tail: OpenTail;
  readonly #open: OpenParts;
  #text: string | null = null;
  #tokens: readonly Token[] | null = null;
  #blocks: readonly Block[] | null = null;
  #tools: readonly ToolCall[] | null = null;
  #steps: readonly Step[] | null = null;
  #parts: readonly Part[] | null = null;
  #openParts: readonly Part[] | null = null;
  #findings: readonly Finding[] | null = null;

  constructor(
    context: ParseContext,
    store: TextStore,
    structure: Structure,
    tail: OpenTail,
    open: OpenParts,
  ) {
    this.dialect = context.dialect;
    this.context = context;
    this.#store = store;
    this.#length = store.length;
    this.#structure = structure;
    this.#tokenCount = structure.tokens.length;
    this.#blockCount = structure.blocks.length;
    this.#toolCount = structure.tools.length;
    this.#stepCount = structure.steps.length;
    this.#partCount = structure.reading.parts.length;
    this.#count = structure.reading.count;
    this.#findingCount = structure.findings.length;
    this.#tail = tail;
    this.#open = open;
  }

  get text(): string {
    this.#text ??= this.#store.slice(0, this.#length);
    return this.#text;
  }

  get tokens(): readonly Token[] {
    this.#tokens ??= [...this.#structure.tokens.slice(0, this.#tokenCount), ...this.#tailTokens()];
    return this.#tokens;
  }

  get blocks(): readonly Block[] {
    const { block } = this.#open;
    this.#blocks ??= withItem(this.#structure.blocks.slice(0, this.#blockCount), block?.index, block?.block);
    return this.#blocks;
  }

  get tools(): readonly ToolCall[] {
    const { tool } = this.#open;
    this.#tools ??= withItem(this.#structure.tools.slice(0, this.#toolCount), tool?.index, tool?.tool);
    return this.#tools;
  }

  get steps(): readonly Step[] {
    this.#steps ??= this.#open.steps.reduce<Step[]>(
      (steps, step) => withItem(steps, step.index, step),
      this.#structure.steps.slice(0, this.#stepCount),
    );
    return this.#steps;
  }

  get parts(): readonly Part[] {
    this.#parts ??= [...this.#structure.reading.parts.slice(0, this.#partCount), ...this.#readOpen()];
    return this.#parts;
  }

  /** The same as `parts`, without a copy. */
  get partView(): ListView<Part> {
    return concatView(this.#structure.reading.parts, this.#partCount, this.#readOpen());
  }

  /** The same as `steps`, without a copy. */
  get stepView(): ListView<Step> {
    const open = new Map(this.#open.steps.map((step) => [step.index, step]));
    return overlayView(this.#structure.steps, this.#stepCount, open);
  }

  /** The same as `tools`, without a copy. */
  get toolView(): ListView<ToolCall> {
    const { tool } = this.#open;
    const open = new Map(tool === null ? [] : [[tool.index, tool.tool]]);
    return overlayView(this.#structure.tools, this.#toolCount, open);
  }

  /** The same as `tokens`, without a copy. */
  get tokenView(): ListView<Token> {
    return concatView(this.#structure.tokens, this.#tokenCount, this.#tailTokens());
  }

  get findings(): readonly Finding[] {
    this.#findings ??= inOrder(this.#structure.findings.slice(0, this.#findingCount));
    return this.#findings;
  }

  #readOpen(): readonly Part[] {
    const { place } = this.#open;
    this.#openParts ??= place === null ? [] : this.#structure.reading.open(place, this.#count);
    return this.#openParts;
  }

  /** The tokens of the end of the text, until more text arrives. */
  #tailTokens(): Token[] {
    const tokens: Token[] = [];
    const { textStart, partialStart } = this.#tail;
    if (textStart < partialStart)
      tokens.push({ kind: 'text', span: { start: textStart, end: partialStart } });
    if (partialStart < this.#length) {
      tokens.push({ kind: 'partial-tag', span: { start: partialStart, end: this.#length } });
    }
    return tokens;
  }
}

/**
 * Views of the lists of a trajectory: while more text may come, each access to `trajectory.steps` and the like makes a
 * copy.
 */
export interface TrajectoryViews {
  readonly steps: ListView<Step>;
  readonly tools: ListView<ToolCall>;
  readonly parts: ListView<Part>;
  readonly tokens: ListView<Token>;
}

/** Views of the steps, tools, structured parts, and tokens of `trajectory`. */
export function trajectoryViews(trajectory: Trajectory): TrajectoryViews {
  if (trajectory instanceof PartialTrajectory) {
    const { stepView: steps, toolView: tools, partView: parts, tokenView: tokens } = trajectory;
    return { steps, tools, parts, tokens };
  }
  return {
    steps: viewOf(trajectory.steps),
    tools: viewOf(trajectory.tools),
    parts: viewOf(trajectory.parts),
    tokens: viewOf(trajectory.tokens),
  };
}

/** `items` with `item` at `index`; unchanged if there is no item. */
function withItem<T>(items: T[], index: number | undefined, item: T | undefined): T[] {
  if (index !== undefined && item !== undefined) items[index] = item;
  return items;
}

/** `findings` in text order. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}
