import { isSpace } from '../python/strip.ts';
import { KNOWN_TAGS } from './dialects/tags.ts';
import type { TextStore } from './textStore.ts';
import { TagScan } from './tagScan.ts';

/** A tag that the lexer found. */
export interface TagToken {
  /** `partial` if the tag breaks off before its `>`. */
  readonly kind: 'open' | 'close' | 'partial';
  /** Lowercase, regardless of the text. Empty for a partial tag at the end of the text. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** `<tag ... />`. */
  readonly selfClosing: boolean;
  /** Whether there is white space inside the tag where none belongs. */
  readonly spaced: boolean;
  readonly hasAttributes: boolean;
  /** Whether only white space precedes it on its line. */
  readonly lineStart: boolean;
  /** Whether only white space separates it from the tag or fence before it. */
  readonly afterTag: boolean;
}

/** Receives what the lexer finds, in text order; together the calls cover every character exactly once. */
export interface TokenSink {
  /**
   * A run of text; `inkStart` and `inkEnd` exclude the white space around it, and are -1 if there is only white space.
   */
  text(start: number, end: number, inkStart: number, inkEnd: number): void;
  tag(tag: TagToken): void;
  fence(start: number, end: number): void;
  /** A chat mark; `role` is the role of the turn that it begins, or null if it ends one. */
  mark(start: number, end: number, role: string | null): void;
}

/** What the lexer would report for its open tail if the text ended here. */
export interface OpenTail {
  /** Start of the text that no token covers yet. */
  readonly textStart: number;
  /**
   * Bounds of the open text, excluding the white space around it and a possible incomplete tag or fence; -1 and -1 if
   * nothing else is left.
   */
  readonly inkStart: number;
  readonly inkEnd: number;
  /** Start of a tag that breaks off; the end of the text if there is none. */
  readonly partialStart: number;
}

const TEXT = 0;
const TAG = 1;
const TICKS = 2;
const FENCE_INFO = 3;
const FENCE_BLANK = 4;

const NEWLINE = 10;
const RETURN = 13;
const TICK = 96;
const LESS = 60;

/** What can only be a part of an attribute's value, if one is open. */
const PLAIN_VALUE = /[^"'<>\n\r]+/y;

/**
 * Splits a growing text into text, tags, and fences. Each character is looked at once, and once more if a tag turns out
 * to have ended before a quote that never closes, so the work is linear in the text no matter how it is split into
 * chunks.
 */
export class Lexer {
  readonly #store: TextStore;
  readonly #sink: TokenSink;
  readonly #byLine: boolean;
  readonly #scan = new TagScan();
  #state = TEXT;
  #position = 0;
  /** Start of the open text run. */
  #textStart = 0;
  #inkStart = -1;
  #inkEnd = -1;
  /** Whether there was only white space since the start of the line. */
  #lineStart = true;
  /** Whether there was only white space since the last tag or fence. */
  #afterTag = false;
  /** Start of the tag or fence that is being read. */
  #markStart = 0;
  #markInkEnd = 0;
  #ticks = 0;
  #visited = 0;
  /** Where text that is skipped ends. */
  readonly #marks = [new NextPlace('<'), new NextPlace('`'), new NextPlace('\n')] as const;

  /** `store` must contain every chunk before it is passed to `feed`. With `byLine`, text is reported line by line. */
  constructor(store: TextStore, sink: TokenSink, byLine: boolean) {
    this.#store = store;
    this.#sink = sink;
    this.#byLine = byLine;
  }

  /** Characters looked at so far, counting repeated looks. */
  get visited(): number {
    return this.#visited;
  }

  feed(chunk: string): void {
    for (const mark of this.#marks) mark.begin();
    this.#run(chunk, this.#position, 0);
  }

  /** Marks the end of the text: reports what is still open. */
  end(): void {
    for (;;) {
      if (this.#state === TAG) {
        const end = this.#scan.earlyEnd;
        if (end >= 0) {
          this.#finishTag('open', end);
          this.#run(this.#store.slice(end, this.#store.length), end, Infinity);
          continue;
        }
        if (this.#scan.couldBeTag) this.#finishTag('partial', this.#store.length);
        else this.#fail();
      } else if (this.#state !== TEXT) {
        if (this.#ticks >= 3) this.#finishFence(this.#store.length);
        else this.#fail();
      }
      this.#flushText(this.#store.length);
      return;
    }
  }

  /** The open tail, read as if the text ended here, without ending it. */
  tail(): OpenTail {
    const end = this.#store.length;
    const isPartial = this.#state === TAG && this.#scan.couldBeTag;
    return {
      textStart: this.#textStart,
      inkStart: this.#inkStart,
      inkEnd: this.#inkEnd,
      partialStart: isPartial ? this.#markStart : end,
    };
  }

  /**
   * Reads `text`, which starts at `base`; `base` may be before what has already been read.
   * @param unread the index from which nothing has been read before
   */
  #run(text: string, base: number, unread: number): void {
    for (let index = 0; index < text.length; index++) {
      if (this.#state === TEXT && index >= unread) index = this.#skipText(text, base, index);
      else if (this.#state === TAG && this.#scan.room > 0) index = this.#skipValue(text, base, index);
      if (index === text.length) return;
      const unit = text.charCodeAt(index);
      this.#visited++;
      this.#position = base + index + 1;
      if (this.#state === TEXT) {
        this.#text(unit, base + index);
        continue;
      }
      if (this.#state !== TAG) {
        this.#fence(unit, base + index);
        continue;
      }
      const outcome = this.#scan.take(unit, base + index);
      if (outcome === 'more') {
        this.#keep(unit, base + index);
        continue;
      }
      if (outcome === 'not-a-tag') {
        this.#fail();
        this.#text(unit, base + index);
        continue;
      }
      if (outcome === 'tag') {
        this.#finishTag(this.#scan.closing ? 'close' : 'open', base + index + 1);
        continue;
      }
      // The tag ended earlier, or broke off: the text after its end is read again.
      const end = this.#scan.earlyEnd >= 0 ? this.#scan.earlyEnd : this.#scan.brokenAt;
      this.#finishTag(this.#scan.earlyEnd >= 0 ? 'open' : 'partial', end);
      if (end >= base) {
        unread = Math.max(unread, index + 1);
        index = end - base - 1;
      } else {
        this.#run(this.#store.slice(end, base + index + 1), end, Infinity);
      }
    }
  }

  /**
   * Reads text up to the next character that may begin a tag or a fence, or end a line where lines are reported. Returns
   * the index of that character, or the end of the text.
   */
  #skipText(text: string, base: number, from: number): number {
    const [less, tick, newline] = this.#marks;
    let end = Math.min(less.at(text, from), tick.at(text, from));
    if (this.#byLine) end = Math.min(end, newline.at(text, from));
    if (end === from) return from;
    let last = end - 1;
    while (last >= from && isSpace(text.charCodeAt(last))) last--;
    if (last >= from) {
      if (this.#inkStart < 0) {
        let first = from;
        while (isSpace(text.charCodeAt(first))) first++;
        this.#inkStart = base + first;
      }
      this.#inkEnd = base + last + 1;
      this.#lineStart = false;
      this.#afterTag = false;
    }
    for (let at = last + 1; at < end && !this.#lineStart; at++) {
      const unit = text.charCodeAt(at);
      if (unit === NEWLINE || unit === RETURN) this.#lineStart = true;
    }
    this.#visited += end - from;
    this.#position = base + end;
    return end;
  }

  /** Reads a part of an attribute's value that can be nothing else. Returns the index after it. */
  #skipValue(text: string, base: number, from: number): number {
    PLAIN_VALUE.lastIndex = from;
    if (!PLAIN_VALUE.test(text)) return from;
    const end = Math.min(PLAIN_VALUE.lastIndex, from + this.#scan.room);
    let last = end - 1;
    while (last >= from && isSpace(text.charCodeAt(last))) last--;
    const hasInk = last >= from;
    this.#scan.skip(end - from, hasInk);
    if (hasInk) {
      this.#lineStart = false;
      this.#markInkEnd = base + last + 1;
    }
    this.#visited += end - from;
    this.#position = base + end;
    return end;
  }

  #text(unit: number, at: number): void {
    if (unit === LESS) {
      this.#begin(TAG, at);
      this.#scan.begin(this.#lineStart, this.#afterTag);
      this.#lineStart = false;
    } else if (unit === TICK && (this.#lineStart || this.#afterTag)) {
      this.#begin(TICKS, at);
      this.#ticks = 1;
    } else if (unit > 32 ? unit < 128 || !isSpace(unit) : !isSpace(unit)) {
      if (this.#inkStart < 0) this.#inkStart = at;
      this.#inkEnd = at + 1;
      this.#lineStart = false;
      this.#afterTag = false;
    } else if (unit === NEWLINE || unit === RETURN) {
      this.#lineStart = true;
      if (this.#byLine && unit === NEWLINE) this.#flushText(at + 1);
    }
  }

  /** Three or more backticks, a word, and the end of the line or a tag. */
  #fence(unit: number, at: number): void {
    if (this.#state === TICKS && unit === TICK) {
      this.#ticks++;
      this.#markInkEnd = at + 1;
      return;
    }
    if (this.#ticks >= 3) {
      if (unit === NEWLINE || unit === RETURN || unit === LESS) {
        this.#finishFence(at);
        this.#text(unit, at);
        return;
      }
      if (this.#state !== FENCE_BLANK && isInfo(unit)) {
        this.#state = FENCE_INFO;
        this.#markInkEnd = at + 1;
        return;
      }
      if (unit === 32 || unit === 9) {
        this.#state = FENCE_BLANK;
        return;
      }
    }
    this.#lineStart = false;
    this.#fail();
    this.#text(unit, at);
  }

  /** Remembers how to read the current mark as text, in case it turns out not to be one. */
  #keep(unit: number, at: number): void {
    if (unit === NEWLINE || unit === RETURN) {
      this.#lineStart = true;
    } else if (!isSpace(unit)) {
      this.#lineStart = false;
      this.#markInkEnd = at + 1;
    }
  }

  /** What looked like a tag or a fence is text. */
  #fail(): void {
    this.#state = TEXT;
    if (this.#inkStart < 0) this.#inkStart = this.#markStart;
    this.#inkEnd = this.#markInkEnd;
    this.#afterTag = false;
  }

  #begin(state: number, at: number): void {
    this.#state = state;
    this.#markStart = at;
    this.#markInkEnd = at + 1;
  }

  #flushText(end: number): void {
    if (end > this.#textStart) this.#sink.text(this.#textStart, end, this.#inkStart, this.#inkEnd);
    this.#textStart = end;
    this.#inkStart = -1;
    this.#inkEnd = -1;
  }

  #finishTag(kind: TagToken['kind'], end: number): void {
    const scan = this.#scan;
    this.#flushText(this.#markStart);
    if (scan.isMark) {
      this.#sink.mark(this.#markStart, end, scan.closing ? null : scan.name);
      this.#afterMark(end);
      return;
    }
    this.#sink.tag({
      kind,
      name: kind === 'partial' && !KNOWN_TAGS.has(scan.name) ? '' : scan.name,
      start: this.#markStart,
      end,
      selfClosing: kind === 'open' && scan.selfClosing,
      spaced: scan.spaced,
      hasAttributes: scan.hasAttributes,
      lineStart: scan.lineStart,
      afterTag: scan.afterTag,
    });
    this.#afterMark(end);
  }

  #finishFence(end: number): void {
    this.#flushText(this.#markStart);
    this.#sink.fence(this.#markStart, end);
    this.#afterMark(end);
  }

  #afterMark(end: number): void {
    this.#state = TEXT;
    this.#textStart = end;
    this.#lineStart = false;
    this.#afterTag = true;
  }
}

/** Where a character is next in a text that is read from its beginning to its end: each place is looked for once. */
class NextPlace {
  readonly #character: string;
  #next = -1;

  constructor(character: string) {
    this.#character = character;
  }

  /** Begins with another text. */
  begin(): void {
    this.#next = -1;
  }

  /** The first place at or after `from`; the end of the text if there is none. */
  at(text: string, from: number): number {
    if (this.#next < from) {
      const found = text.indexOf(this.#character, from);
      this.#next = found === -1 ? text.length : found;
    }
    return this.#next;
  }
}

function isInfo(unit: number): boolean {
  const lower = unit | 32;
  return (
    (lower >= 97 && lower <= 122) || (unit >= 48 && unit <= 57) || unit === 95 || unit === 43 || unit === 45
  );
}
