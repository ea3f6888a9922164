import { strip } from '../python/strip.ts';
import type { Span } from '../span.ts';
import type { Attributes } from './attributes.ts';
import type { BlockRule, LineRule } from './dialects/dialect.ts';
import { distinctImages, referencesWithin } from './imageScan.ts';
import type { ImageScan } from './imageScan.ts';
import { foldName } from './nameCharacters.ts';
import type { Block, Step, ToolCall } from './model.ts';
import type { BoxedAnswer } from './partModel.ts';
import type { Place } from './structuredReading.ts';
import type { TextStore } from './textStore.ts';

/** The parts that are open at the current end of the text, as they read so far. */
export interface OpenParts {
  readonly block: { readonly index: number; readonly block: Block } | null;
  readonly tool: { readonly index: number; readonly tool: ToolCall } | null;
  readonly steps: readonly Step[];
  /** Where the open structured parts can be read. */
  readonly place: Place | null;
}

/** A block that has begun. */
export interface OpenBlock {
  readonly name: string;
  /** Null for a block of another dialect. */
  readonly rule: BlockRule | null;
  readonly open: Span;
  /** Its index among the blocks. */
  readonly index: number;
  /** Its index among the steps. */
  readonly step: number;
}

/** A tool call that has begun. */
export interface OpenTool {
  readonly open: Span;
  readonly attributes: Attributes;
  readonly insideDescription: boolean;
  /** Its index among the tool calls. */
  readonly index: number;
  readonly step: number;
  readonly depth: number;
}

/** How a part ends: the end of its content, and its closing tag if it has one. */
export interface Ending {
  readonly contentEnd: number;
  readonly close: Span | null;
  /** Whether more text may come before the end. */
  readonly isOpen: boolean;
}

/**
 * The ending of a part that has just begun, as it stands in the lists of the trajectory until the part closes: at the
 * end of its opening tag. Snapshots show the open part instead. It counts as closed, because objects with the getters
 * of open parts take much more time and memory to create.
 */
export function endingAtOpening(open: Span): Ending {
  return { contentEnd: open.end, close: null, isOpen: false };
}

/** Creates the blocks, tool calls, and steps of a trajectory. */
export class PartMaker {
  readonly #store: TextStore;
  readonly #images: ImageScan;

  constructor(store: TextStore, images: ImageScan) {
    this.#store = store;
    this.#images = images;
  }

  block(open: OpenBlock, { contentEnd, close }: Ending): Block {
    return {
      name: open.name,
      span: { start: open.open.start, end: close?.end ?? contentEnd },
      open: open.open,
      content: { start: open.open.end, end: contentEnd },
      close,
    };
  }

  /** The observation of an open call is joined only on request, because it may be long and is rarely shown. */
  call(open: OpenTool, { contentEnd, close, isOpen }: Ending): ToolCall {
    const { attributes } = open;
    const findAttribute = (name: string) =>
      attributes.list.find((attribute) => attribute.name === name || foldName(attribute.name) === name);
    const name = findAttribute('name');
    const args = findAttribute('args');
    const observationSpan = { start: open.open.end, end: contentEnd };
    const store = this.#store;
    const observation = (): string => strip(store.slice(observationSpan.start, contentEnd));
    const call = {
      name: strip(name?.value ?? ''),
      nameSpan: name?.valueSpan ?? null,
      args: args?.value ?? null,
      argsSpan: args?.valueSpan ?? null,
      observationSpan,
      span: { start: open.open.start, end: close?.end ?? contentEnd },
      open: open.open,
      close,
      attributes: attributes.list,
      images:
        args === undefined
          ? []
          : referencesWithin(this.#images.references, args.valueSpan.start, args.valueSpan.end),
      insideDescription: open.insideDescription,
      observation: isOpen ? '' : observation(),
    };
    if (!isOpen) return call;
    return {
      ...call,
      get observation() {
        return observation();
      },
    };
  }

  blockStep(open: OpenBlock, block: Block, isOpen: boolean): Step {
    return this.#step({
      index: open.step,
      kind: open.rule?.role ?? 'block',
      speaker: open.rule?.speaker ?? 'model',
      name: open.name,
      span: block.span,
      body: block.content,
      depth: 0,
      tool: null,
      open: isOpen,
    });
  }

  toolStep(open: OpenTool, tool: ToolCall, isOpen: boolean): Step {
    return this.#step({
      index: open.step,
      kind: 'tool',
      speaker: 'model',
      name: tool.name,
      span: tool.span,
      body: tool.observationSpan,
      depth: open.depth,
      tool,
      open: isOpen,
    });
  }

  textStep(index: number, { name, span, body, open }: Place, depth: number): Step {
    const words = { kind: 'text', speaker: 'model', name } as const;
    return this.#step({ ...words, index, span, body, depth, tool: null, open });
  }

  /** A line that matches a rule of the dialect. */
  lineStep(index: number, { span, open }: Place, body: Span, { kind, name }: LineRule, depth: number): Step {
    return this.#step({ index, kind, speaker: 'model', name, span, body, depth, tool: null, open });
  }

  /** Text of the environment: loose text, or a turn of its own, which has a name. */
  observationStep(index: number, { name, span, body, open }: Place): Step {
    const words = { kind: 'observation', speaker: 'environment', name: name || 'observation' } as const;
    return this.#step({ ...words, index, span, body, depth: 0, tool: null, open });
  }

  answerStep(index: number, { span, body }: BoxedAnswer, depth: number): Step {
    const words = { kind: 'answer', speaker: 'model', name: 'boxed' } as const;
    return this.#step({ ...words, index, span, body, depth, tool: null, open: false });
  }

  /** The images of an open step are looked up only on request, because it may name many and is rarely shown. */
  #step(step: Omit<Step, 'images'>): Step {
    const { start, end } = step.span;
    const { references } = this.#images;
    const { length } = references;
    const images = (): number[] => distinctImages(referencesWithin(references, start, end, length));
    if (!step.open) return { ...step, images: images() };
    return {
      ...step,
      get images() {
        return images();
      },
    };
  }
}

/** Where the parts of a block can be read. */
export function blockPlace({ name, rule }: OpenBlock, { span, content }: Block, open: boolean): Place {
  return { kind: 'block', name, speaker: rule?.speaker ?? 'model', span, body: content, open };
}
