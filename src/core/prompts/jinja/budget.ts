import { t } from '@vscode/l10n';
import { wholeNumber } from '../../displayLocale.ts';
import type { Value } from './ast.ts';
import { dictionaryEntries, listItems, stringValue } from './values.ts';

/** The limits at which a rendering is stopped. */
export interface RenderLimits {
  /** Units of work: `EVALUATION` for each evaluation, 1 for each character read or made, `ITEM` for each item. */
  readonly work: number;
  /** Evaluations inside one another, and lists inside one another. */
  readonly depth: number;
  /** The most characters of a text. */
  readonly textLength: number;
  /** The most items of a list. */
  readonly listLength: number;
}

/** The work of one evaluation, and of making one value. */
export const EVALUATION = 100;
/** The work of reading or copying one item of a list. */
export const ITEM = 10;

/** Ends a rendering that reached a limit; a template cannot catch it. */
export class OverrunError extends Error {
  readonly limit: keyof RenderLimits;

  constructor(limit: keyof RenderLimits) {
    super(limit);
    this.limit = limit;
  }
}

/** A sentence on a limit that was reached, and what to do. */
export function describeOverrun(limit: keyof RenderLimits, limits: RenderLimits): string {
  switch (limit) {
    case 'work':
      return t(
        'The template takes too much work, and its text ends here. Use fewer or smaller loops, macros and lists.',
      );
    case 'depth':
      return t('The template is nested too deeply, and its text ends here. Its macros may call themselves.');
    case 'textLength':
      return t(
        'This text would be longer than {0} characters, and the rendered text ends here. Make it shorter.',
        wholeNumber(limits.textLength),
      );
    case 'listLength':
      return t(
        'This list would have more than {0} items, and the rendered text ends here. Make it shorter.',
        wholeNumber(limits.listLength),
      );
  }
}

/** The size of a value, with every value inside it counted wherever it occurs. */
export interface Size {
  /** The most characters of its JSON on one line, without escapes of characters beyond ASCII. */
  readonly characters: number;
  /** The number of values inside it. */
  readonly items: number;
  /** How many lists or dictionaries are inside one another. */
  readonly depth: number;
  /** Whether the value contains nothing that the template can still change. */
  readonly isFixed: boolean;
}

/** What one rendering may still spend. Every method throws an OverrunError where a limit is reached. */
export class Budget {
  readonly limits: RenderLimits;
  readonly #sizes = new WeakMap<Value, Size>();
  #spent = 0;
  #longestText = 0;
  #longestList = 0;

  constructor(limits: RenderLimits) {
    this.limits = limits;
  }

  /** The units spent so far, and the lengths of the longest text and list that were allowed. */
  get use(): RenderUse {
    return { work: this.#spent, textLength: this.#longestText, listLength: this.#longestList };
  }

  /** Spends units of work. */
  spend(units: number): void {
    // Also true for a number that is not one.
    if (!(this.#spent + units <= this.limits.work)) throw new OverrunError('work');
    this.#spent += units;
  }

  /**
   * Spends what it takes to make a text of `length` characters. Call it before the text is made.
   * @param added how many of them are new, if they are added to a text whose characters were spent before
   */
  text(length: number, added = length): void {
    if (length > this.limits.textLength) throw new OverrunError('textLength');
    this.spend(added);
    if (length > this.#longestText) this.#longestText = length;
  }

  /** Spends what it takes to make a list of `length` items. Call it before the list is made. */
  list(length: number, work = ITEM): void {
    if (length > this.limits.listLength) throw new OverrunError('listLength');
    this.spend(length * work);
    if (length > this.#longestList) this.#longestList = length;
  }

  /** The number of characters of a value's text: of a text itself, and at most those of another value's notation. */
  lengthOf(value: Value): number {
    return stringValue(value)?.length ?? this.sizeOf(value).characters;
  }

  /** The size of a value; measuring costs work only the first time. */
  sizeOf(value: Value): Size {
    return this.#sizeAt(value, 0);
  }

  #sizeAt(value: Value, level: number): Size {
    const known = this.#sizes.get(value);
    if (known) return known;
    if (level > this.limits.depth) throw new OverrunError('depth');
    const size = this.#measure(value, level);
    if (size.isFixed) this.#sizes.set(value, size);
    return size;
  }

  #measure(value: Value, level: number): Size {
    const text = stringValue(value);
    if (text !== null) return leaf(this.#jsonLength(text));
    const items = listItems(value);
    if (items) {
      this.spend(items.length);
      return container(items.map((item) => this.#sizeAt(item, level + 1)));
    }
    const isNamespace = value.type === 'NamespaceValue';
    const entries = isNamespace ? (value.value as ReadonlyMap<string, Value>) : dictionaryEntries(value);
    if (entries) {
      this.spend(entries.size);
      const keys = [...entries.keys()].map((key) => leaf(this.#jsonLength(key)));
      const held = [...entries.values()].map((item) => this.#sizeAt(item, level + 1));
      const size = container([...keys, ...held]);
      return isNamespace ? { ...size, isFixed: false } : size;
    }
    return leaf(value.type === 'FunctionValue' ? FUNCTION_LENGTH : value.toString().length);
  }

  #jsonLength(text: string): number {
    this.spend(text.length);
    let length = text.length + 2;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit < 0xe000)) length += 5;
    }
    return length;
  }
}

/** What a rendering has used. */
export type RenderUse = Omit<RenderLimits, 'depth'>;

/** More characters than the source of any function that a template can print. */
const FUNCTION_LENGTH = 2000;

const leaf = (characters: number): Size => ({ characters, items: 0, depth: 0, isFixed: true });

function container(parts: readonly Size[]): Size {
  let [characters, items, depth, isFixed] = [2, parts.length, 0, true];
  for (const part of parts) {
    characters += part.characters + 2;
    items += part.items;
    depth = Math.max(depth, part.depth);
    isFixed &&= part.isFixed;
  }
  return { characters, items, depth: depth + 1, isFixed };
}
