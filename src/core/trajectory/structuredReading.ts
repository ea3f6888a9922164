import { appendAll } from '../appendAll.ts';
import type { Finding, Span } from '../span.ts';
import type { Content, PartReader } from './dialects/reader.ts';
import type { Part } from './partModel.ts';
import type { TextStore } from './textStore.ts';

/** A content whose text is looked up when it is read. */
export type Place = Omit<Content, 'text' | 'start'> & { readonly body: Span };

/**
 * The most UTF-16 units of an open content that are read for its parts: about as much as a person looks at while it is
 * being written.
 */
export const LONGEST_OPEN = 8192;

/** Collects the structured parts of a trajectory. Closed content is read once; open content is read on request. */
export class StructuredReading {
  /** Parts of all closed content, in text order. */
  readonly parts: Part[] = [];
  readonly #reader: PartReader | null;
  readonly #store: TextStore;
  readonly #findings: Finding[];

  /** Adds findings to `findings`. */
  constructor(reader: PartReader | null, store: TextStore, findings: Finding[]) {
    this.#reader = reader;
    this.#store = store;
    this.#findings = findings;
  }

  /** The count that an open content is currently read with. */
  get count(): number {
    return this.#reader?.count ?? 0;
  }

  /** Reads a content that has closed; returns its parts. */
  close(place: Place): readonly Part[] {
    const reader = this.#reader;
    if (reader === null) return [];
    const content = this.#content(place, place.body.end);
    const { parts, findings } = reader.read(content, reader.count);
    appendAll(this.parts, parts);
    appendAll(this.#findings, findings);
    appendAll(this.#findings, reader.close(content, parts));
    return parts;
  }

  /** The parts of an open content; `count` is the count at the beginning of the content. */
  open(place: Place, count: number): readonly Part[] {
    if (this.#reader === null) return [];
    const { start, end } = place.body;
    return this.#reader.read(this.#content(place, Math.min(end, start + LONGEST_OPEN)), count).parts;
  }

  #content({ body, ...place }: Place, end: number): Content {
    return { ...place, text: this.#store.slice(body.start, end), start: body.start };
  }
}
