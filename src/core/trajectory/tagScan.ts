import { isSpace } from '../python/strip.ts';
import { KNOWN_TAGS, LONGEST_TAG, TOOL_TAG } from './dialects/tags.ts';
import { foldUnit, isLetter, isNameUnit, isQuote, isToolAttribute } from './nameCharacters.ts';

/** The state of a tag that is being read, after one more character. */
export type ScanOutcome = 'more' | 'not-a-tag' | 'tag' | 'broken';

// Before and after the name.
const OPEN = 0;
const NAME = 1;
const AFTER_NAME = 2;
const SLASH = 3;
// A word after the name: an attribute's name if `=` follows, otherwise prose.
const PROBE = 4;
const PROBE_SPACE = 5;
// Between attributes.
const BETWEEN = 6;
const QUOTED = 7;
// After a quote that may be the closing one: it is if the tag ends or another attribute follows.
const CLOSED = 8;
const CLOSED_SLASH = 9;
const CLOSED_NAME = 10;
const CLOSED_NAME_SPACE = 11;
const CLOSED_EQUALS = 12;
// A chat mark, and the role after a mark that begins a turn.
const CHAT = 13;
const ROLE = 14;

const SLASH_UNIT = 47;
const EQUALS = 61;
const GREATER = 62;
const LESS = 60;
const NEWLINE = 10;
const PIPE = 124;

/** Chat marks of ChatML, after `<`. */
const TURN_START = '|im_start|>';
const TURN_END = '|im_end|>';
const LONGEST_ROLE = 16;

/** The length in UTF-16 units at which a tag without an end is given up, so that the work on one tag is bounded. */
const LONGEST = 4096;

/**
 * Reads one tag, character by character, as a person would: a quote closes an attribute's value only if the tag ends or
 * another attribute begins after it; a value that never closes ends at the first `>` if the next tag or a blank line
 * shows that it was meant to.
 */
export class TagScan {
  #state = OPEN;
  name = '';
  closing = false;
  spaced = false;
  hasAttributes = false;
  selfClosing = false;
  lineStart = false;
  afterTag = false;
  /** Whether it is a chat mark: `closing` is set if it ends a turn; `name` is the role of the turn that it begins. */
  isMark = false;
  /** End of the tag at the first `>` inside an unclosed value; -1 if there is none. */
  earlyEnd = -1;
  /** Where a tag without `>` breaks off. */
  brokenAt = -1;
  #quote = 0;
  #afterEquals = false;
  #lastInk = 0;
  #gap = false;
  #word = '';
  #blankLine = false;
  #leadingSpace = false;
  #length = 0;
  // A `<` inside the tag, and the name after it.
  #innerAt = -1;
  #inner = '';

  begin(lineStart: boolean, afterTag: boolean): void {
    this.#state = OPEN;
    this.name = '';
    this.closing = false;
    this.spaced = false;
    this.hasAttributes = false;
    this.selfClosing = false;
    this.lineStart = lineStart;
    this.afterTag = afterTag;
    this.isMark = false;
    this.earlyEnd = -1;
    this.brokenAt = -1;
    this.#quote = 0;
    this.#afterEquals = false;
    this.#lastInk = 0;
    this.#gap = false;
    this.#word = '';
    this.#blankLine = false;
    this.#leadingSpace = false;
    this.#length = 0;
    this.#innerAt = -1;
    this.#inner = '';
  }

  /** Whether what was read can still become a tag, or is a tag without its end. */
  get couldBeTag(): boolean {
    if (this.#state === OPEN) return !this.spaced;
    if (this.#state === NAME) return this.spaced ? KNOWN_TAGS.has(this.name) : beginsTag(this.name);
    if (this.#state === PROBE || this.#state === PROBE_SPACE) return this.name === TOOL_TAG;
    return this.#state !== CHAT || this.#word.length > 2;
  }

  /** How many characters of an attribute's value can follow that mean nothing else, for `skip`; 0 elsewhere. */
  get room(): number {
    return this.#state === QUOTED && this.#innerAt < 0 ? LONGEST - this.#length : 0;
  }

  /** Takes characters of an attribute's value: neither quotes nor angle brackets nor ends of lines. */
  skip(count: number, hasInk: boolean): void {
    this.#length += count;
    if (hasInk) this.#blankLine = false;
  }

  take(unit: number, at: number): ScanOutcome {
    switch (this.#state) {
      case OPEN:
        return this.#open(unit);
      case CHAT:
        return this.#chat(unit, at);
      case ROLE:
        return this.#role(unit, at);
      case NAME:
        return this.#readName(unit);
      case AFTER_NAME:
        return this.#afterName(unit);
      case SLASH:
        if (isSpace(unit)) return 'more';
        if (unit !== GREATER) return 'not-a-tag';
        this.selfClosing = true;
        return 'tag';
      case PROBE:
      case PROBE_SPACE:
        return this.#probe(unit);
      default:
        return this.#attributes(unit, at);
    }
  }

  #chat(unit: number, at: number): ScanOutcome {
    this.#word += String.fromCharCode(unit);
    if (this.#word === TURN_END) {
      this.isMark = true;
      this.closing = true;
      return 'tag';
    }
    if (this.#word === TURN_START) {
      this.isMark = true;
      this.#state = ROLE;
      this.earlyEnd = at + 1;
      return 'more';
    }
    return TURN_START.startsWith(this.#word) || TURN_END.startsWith(this.#word) ? 'more' : 'not-a-tag';
  }

  /** The role is a word directly after the mark, and ends at the end of the word. */
  #role(unit: number, at: number): ScanOutcome {
    if (!isLetter(unit) || this.name.length === LONGEST_ROLE) return 'broken';
    this.name += String.fromCharCode(foldUnit(unit));
    this.earlyEnd = at + 1;
    return 'more';
  }

  #open(unit: number): ScanOutcome {
    if (unit === PIPE && !this.closing && !this.spaced) {
      this.#word = '|';
      this.#state = CHAT;
      return 'more';
    }
    if (unit === 32 || unit === 9) {
      this.spaced = true;
      this.#leadingSpace = true;
      return 'more';
    }
    if (unit === SLASH_UNIT && !this.closing) {
      this.closing = true;
      return 'more';
    }
    if (!isLetter(unit)) return 'not-a-tag';
    this.#state = NAME;
    this.name = String.fromCharCode(foldUnit(unit));
    return 'more';
  }

  #readName(unit: number): ScanOutcome {
    if (isNameUnit(unit)) {
      if (this.name.length >= LONGEST_TAG) return 'not-a-tag';
      this.name += String.fromCharCode(foldUnit(unit));
      return 'more';
    }
    if (!KNOWN_TAGS.has(this.name)) return 'not-a-tag';
    this.#state = AFTER_NAME;
    return this.#afterName(unit);
  }

  #afterName(unit: number): ScanOutcome {
    if (unit === GREATER) return 'tag';
    if (isSpace(unit)) {
      // White space before an attribute is correct: `#beginAttributes` resets this.
      this.#gap = true;
      this.spaced = true;
      return 'more';
    }
    if (this.closing || this.#leadingSpace) return 'not-a-tag';
    if (unit === SLASH_UNIT) {
      this.#state = SLASH;
      return 'more';
    }
    // Without white space after the name, this is another, longer word.
    if (!this.#gap) return 'not-a-tag';
    if (isLetter(unit) || unit === 95) {
      this.#state = PROBE;
      return 'more';
    }
    if (this.name !== TOOL_TAG || !isQuote(unit)) return 'not-a-tag';
    return this.#beginAttributes(unit);
  }

  #probe(unit: number): ScanOutcome {
    if (unit === EQUALS) return this.#beginAttributes(unit);
    if (isSpace(unit)) {
      this.#state = PROBE_SPACE;
      return 'more';
    }
    if (this.#state === PROBE && (isNameUnit(unit) || unit === 46)) return 'more';
    if (this.name !== TOOL_TAG || unit !== GREATER) return 'not-a-tag';
    this.spaced = false;
    return 'tag';
  }

  #beginAttributes(unit: number): ScanOutcome {
    this.spaced = false;
    this.hasAttributes = true;
    this.#state = BETWEEN;
    return this.#between(unit);
  }

  #attributes(unit: number, at: number): ScanOutcome {
    if (this.#meetsTag(unit)) {
      this.brokenAt = this.#innerAt;
      return 'broken';
    }
    if (++this.#length > LONGEST) {
      this.brokenAt = at;
      return 'broken';
    }
    if (unit === LESS) {
      this.#innerAt = at;
      this.#inner = '';
    }
    if (unit === NEWLINE) {
      if (this.#blankLine) {
        this.brokenAt = at;
        return 'broken';
      }
      this.#blankLine = true;
    } else if (!isSpace(unit)) {
      this.#blankLine = false;
    }
    return this.#step(unit, at);
  }

  /** Whether a known tag begins inside this one, which must then have ended before it. */
  #meetsTag(unit: number): boolean {
    if (this.#innerAt < 0) return false;
    if (unit === SLASH_UNIT && this.#inner === '') {
      this.#inner = '/';
      return false;
    }
    const name = this.#inner.startsWith('/') ? this.#inner.slice(1) : this.#inner;
    if (isNameUnit(unit) && name.length < LONGEST_TAG) {
      this.#inner += String.fromCharCode(foldUnit(unit));
      return false;
    }
    const isTag = KNOWN_TAGS.has(name) && (unit === GREATER || unit === SLASH_UNIT || isSpace(unit));
    if (!isTag) this.#innerAt = -1;
    return isTag;
  }

  #step(unit: number, at: number): ScanOutcome {
    switch (this.#state) {
      case BETWEEN:
        return this.#between(unit);
      case QUOTED:
        return this.#quoted(unit, at);
      case CLOSED:
        if (isSpace(unit)) return 'more';
        if (unit === GREATER) return 'tag';
        if (unit === SLASH_UNIT) return this.#to(CLOSED_SLASH);
        if (!isLetter(unit) && unit !== 95) return this.#reopen(unit, at);
        this.#word = String.fromCharCode(foldUnit(unit));
        return this.#to(CLOSED_NAME);
      case CLOSED_SLASH:
        if (unit !== GREATER) return this.#reopen(unit, at);
        this.selfClosing = true;
        return 'tag';
      case CLOSED_NAME:
        if (unit === EQUALS) return this.#equals();
        if (isSpace(unit)) return this.#to(CLOSED_NAME_SPACE);
        if (!isNameUnit(unit) || this.#word.length > 32) return this.#reopen(unit, at);
        this.#word += String.fromCharCode(foldUnit(unit));
        return 'more';
      case CLOSED_NAME_SPACE:
        if (isSpace(unit)) return 'more';
        return unit === EQUALS ? this.#equals() : this.#reopen(unit, at);
      default:
        if (isSpace(unit)) return 'more';
        if (!isQuote(unit)) return this.#reopen(unit, at);
        this.#quote = unit;
        return this.#to(QUOTED);
    }
  }

  #to(state: number): ScanOutcome {
    this.#state = state;
    return 'more';
  }

  /** A word and `=` after a quote: the two known attributes may even have an unquoted value. */
  #equals(): ScanOutcome {
    if (!isToolAttribute(this.#word)) return this.#to(CLOSED_EQUALS);
    this.#afterEquals = true;
    this.#lastInk = EQUALS;
    return this.#to(BETWEEN);
  }

  /** The quote was not the closing one. */
  #reopen(unit: number, at: number): ScanOutcome {
    this.#state = QUOTED;
    return this.#quoted(unit, at);
  }

  #quoted(unit: number, at: number): ScanOutcome {
    if (unit === this.#quote) return this.#to(CLOSED);
    if (unit === GREATER && this.earlyEnd < 0) this.earlyEnd = at + 1;
    return 'more';
  }

  #between(unit: number): ScanOutcome {
    if (unit === GREATER) {
      this.selfClosing = this.#lastInk === SLASH_UNIT;
      return 'tag';
    }
    if (isSpace(unit)) return 'more';
    if (isQuote(unit) && this.#afterEquals) {
      this.#quote = unit;
      return this.#to(QUOTED);
    }
    this.#afterEquals = unit === EQUALS;
    this.#lastInk = unit;
    return 'more';
  }
}

/** Whether `name` begins some known tag; lower case. */
function beginsTag(name: string): boolean {
  for (const tag of KNOWN_TAGS) if (tag.startsWith(name)) return true;
  return false;
}
