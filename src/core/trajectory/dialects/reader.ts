import { strip } from '../../python/strip.ts';
import type { Finding, Span } from '../../span.ts';
import type { ToolCall } from '../model.ts';
import type { Part } from '../partModel.ts';
import type { Speaker } from './dialect.ts';

/** A piece of a trajectory in which a dialect may find structured parts. */
export interface Content {
  /** A block, a line that matches a rule of the dialect, loose text, or text of the environment. */
  readonly kind: 'block' | 'line' | 'text' | 'observation';
  /** The name of the block, of the line's rule, or of the turn. */
  readonly name: string;
  readonly speaker: Speaker;
  readonly span: Span;
  /** The text to read, and where it starts. */
  readonly text: string;
  readonly start: number;
  /** Whether more of it may come. */
  readonly open: boolean;
}

/** The structured parts of a content, in text order, and findings about how they are written. */
export interface Reading {
  readonly parts: readonly Part[];
  readonly findings: readonly Finding[];
}

/** Reads the structured parts of one trajectory. */
export interface PartReader {
  /** The count that parts are read with: the images sent so far, or the items read so far. */
  readonly count: number;
  /**
   * Reads the parts of `content`; `count` is the count at the beginning of the content. Does not change the reader:
   * open content is read repeatedly, and its findings are ignored because the text that follows may resolve them.
   */
  read(content: Content, count: number): Reading;
  /** Records closed content and its parts; returns additional findings. */
  close(content: Content, parts: readonly Part[]): readonly Finding[];
  /** Records a closed tool call; returns what is wrong with it in this dialect. */
  call(call: ToolCall): readonly Finding[];
  /** Returns what is missing from a finished text of `length`. */
  end(length: number): readonly Finding[];
}

/** No parts and no findings. */
const NOTHING: Reading = { parts: [], findings: [] };

/** A reader that finds nothing; the readers of dialects extend it. */
export class PlainReader implements PartReader {
  /** What the dialect counts. */
  protected counted = 0;

  get count(): number {
    return this.counted;
  }

  read(_content: Content, _count: number): Reading {
    return NOTHING;
  }

  close(_content: Content, _parts: readonly Part[]): readonly Finding[] {
    return [];
  }

  call(_call: ToolCall): readonly Finding[] {
    return [];
  }

  end(_length: number): readonly Finding[] {
    return [];
  }
}

/** The span in the trajectory of `content` without the white space around it. */
export function trimmedSpan({ text, start }: Pick<Content, 'text' | 'start'>): Span {
  const ink = strip(text);
  if (ink === '') return { start, end: start };
  const from = start + text.indexOf(ink);
  return { start: from, end: from + ink.length };
}
