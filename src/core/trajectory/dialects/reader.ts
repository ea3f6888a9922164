import { strip } from '../../python/strip.ts';
import type { Finding, Span } from '../../span.ts';
import type { ToolCall } from '../model.ts';
import type { Part } from '../partModel.ts';
import type { Speaker } from './dialect.ts';

/** What a dialect may find structured parts in. */
export interface Content {
  /** A block, a line that a rule of the dialect names, loose text, or what the environment says. */
  readonly kind: 'block' | 'line' | 'text' | 'observation';
  /** Of the block, the line's rule, or the turn. */
  readonly name: string;
  readonly speaker: Speaker;
  readonly span: Span;
  /** What is read, and where it stands. */
  readonly text: string;
  readonly start: number;
  /** Whether more of it may come. */
  readonly open: boolean;
}

/** The structured parts of a content, in the order of the text, and what is wrong with how they are written. */
export interface Reading {
  readonly parts: readonly Part[];
  readonly findings: readonly Finding[];
}

/** Reads the structured parts of one trajectory. */
export interface PartReader {
  /** What parts are read with: images that were sent so far, or items that were read. */
  readonly count: number;
  /**
   * What `content` holds, `count` being what it was where the content begins. It changes nothing in the reader: open
   * content is read again and again, late too, and its findings are left alone, since what follows may mend it.
   */
  read(content: Content, count: number): Reading;
  /** Notes closed content and its parts; what is wrong in addition to what was there. */
  close(content: Content, parts: readonly Part[]): readonly Finding[];
  /** Notes a closed tool call; what is wrong with it in this dialect. */
  call(call: ToolCall): readonly Finding[];
  /** What a text of `length` that has ended lacks. */
  end(length: number): readonly Finding[];
}

/** Nothing of note. */
const NOTHING: Reading = { parts: [], findings: [] };

/** A reader that finds nothing; the readers of dialects extend it. */
export class PlainReader implements PartReader {
  /** What a dialect counts. */
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

/** `content` without white space around it, as a span of the trajectory. */
export function trimmedSpan({ text, start }: Pick<Content, 'text' | 'start'>): Span {
  const ink = strip(text);
  if (ink === '') return { start, end: start };
  const from = start + text.indexOf(ink);
  return { start: from, end: from + ink.length };
}
