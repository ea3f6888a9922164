import { DIGIT_ZEROS } from '../../../src/core/python/tables.ts';
import { space, spaces } from './alphabets.ts';
import type { Choices } from './choices.ts';

/** The input of the reference in the differential test. */
export interface Generated {
  readonly response: string;
  readonly num_images?: number;
  readonly reference: string;
}

const NAMES = [
  'locate_visual_element',
  'read_text_element',
  'read_numeric_value',
  'identify_entity_attribute',
  'compare_values',
  'infer_missing_information',
  'compute_percentage',
  'compute_difference',
] as const;
const LOOKALIKES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  i: ['\u0130', '\u0131', 'I', '\u{1d422}', 'í'],
  s: ['\u017f', 'S', 'ß', '\ufb06'],
  k: ['\u212a', 'K', '\u{1d424}'],
  a: ['A', '\u212b', 'ª'],
  e: ['E', '\u212e'],
};
const SOUP = [
  '<think>',
  '</think>',
  '<description>',
  '</description>',
  '<answer>',
  '</answer>',
  '<tool',
  '</tool>',
  ' name=',
  ' args=',
  '"',
  "'",
  '>',
  '/>',
  '<',
  'Image 1:',
  'image ',
  '2',
  'a',
  ' ',
  '\ud835',
  '\udfce',
  '\u{1f600}',
] as const;

/** Generates inputs for the differential test: mostly whole trajectories with faults, and some random pieces. */
export class Generator {
  readonly #choose: Choices;
  readonly #zeros: readonly [number, ...number[]];

  /** `digitZeros`: the zeros of the digits to use; if Unicode versions differ, those that both sides know. */
  constructor(choices: Choices, digitZeros: readonly number[] = DIGIT_ZEROS) {
    this.#choose = choices;
    this.#zeros = [0x30, ...digitZeros];
  }

  next(): Generated {
    const choose = this.#choose;
    const response = choose.chance(0.1) ? choose.repeat(1, 40, () => choose.pick(SOUP)) : this.#trajectory();
    const reference = choose.pick(['Reference', 'Reference', '', ' \x1c\x85', '\ufeff']);
    if (choose.chance(0.1)) return { response, reference };
    return { response, reference, num_images: choose.pick([0, 1, 2, 3, 3, 3, 5, 12, 40, 200, 5000]) };
  }

  #space(): string {
    return space(this.#choose);
  }

  #spaces(least: number): string {
    return spaces(this.#choose, least);
  }

  /** `text` with some letters in another case or replaced by lookalikes. */
  #letters(text: string): string {
    const choose = this.#choose;
    if (choose.chance(0.75)) return text;
    const rate = choose.pick([0.1, 0.5, 1]);
    return Array.from(text, (letter) => {
      if (!choose.chance(rate)) return letter;
      const others = LOOKALIKES[letter.toLowerCase()];
      return others !== undefined && choose.chance(0.5) ? choose.pick(others) : letter.toUpperCase();
    }).join('');
  }

  #tag(tag: string, closes: boolean): string {
    const choose = this.#choose;
    if (choose.chance(0.01)) return '';
    const name = this.#letters(tag);
    const whole = `<${closes ? '/' : ''}${name}>`;
    if (choose.chance(0.01)) return whole + whole;
    if (choose.chance(0.01)) return `<${closes ? '/' : ''}${name}${this.#space()}>`;
    return whole;
  }

  #block(tag: string, content: string): string {
    const inner = `${this.#spaces(0)}${content}${this.#spaces(0)}`;
    return `${this.#tag(tag, false)}${inner}${this.#tag(tag, true)}${this.#spaces(0)}`;
  }

  #trajectory(): string {
    const choose = this.#choose;
    const think = this.#block('think', this.#thought());
    const calls = choose.chance(0.06) ? choose.pick([8, 9, 12]) : choose.pick([0, 1, 1, 1, 2, 2, 3]);
    const description = this.#block(
      'description',
      choose.repeat(Math.min(1, calls), calls, () => this.#call()),
    );
    const answer = this.#block('answer', choose.chance(0.1) ? this.#spaces(0) : this.#words());
    if (choose.chance(0.03)) return description + think + answer;
    if (choose.chance(0.03)) return think + answer + description;
    if (choose.chance(0.03))
      return think.replace(/<\/\w+>/u, '') + description.replace('>', '></think>') + answer;
    if (choose.chance(0.03)) return this.#call() + think + description + answer;
    return think + description + answer;
  }

  #thought(): string {
    const choose = this.#choose;
    const most = choose.pick([0, 2, 6, 20]);
    const names = choose.repeat(0, most, () => `${this.#image()}${choose.pick([', ', ' and ', '.', ' '])}`);
    return `${this.#words()} ${names}${choose.chance(0.05) ? this.#call() : ''}`;
  }

  #words(): string {
    return this.#choose.pick([
      'The total was 4.2 million.',
      'It’s “more”\u2029than Île-de-France',
      'a "quoted" word',
      "the firm's",
      '0',
      '<b>bold</b>',
      '\ud83d',
      'nothing',
    ]);
  }

  /** A number in digits of one or several scripts; rarely huge, rarely with digits that Unicode 14 does not have. */
  #number(): string {
    const choose = this.#choose;
    const small = String(choose.below(choose.pick([4, 8, 14, 60, 300])));
    let digits = small;
    if (choose.chance(0.06)) digits = this.#largeNumber();
    else if (choose.chance(0.05)) digits = '0'.repeat(choose.below(20)) + small;
    if (choose.chance(0.85)) return digits;
    if (choose.chance(0.05)) return `${digits}\u{11f51}`;
    const zero = choose.pick(this.#zeros);
    return Array.from(digits, (digit) =>
      String.fromCodePoint((choose.chance(0.9) ? zero : choose.pick(this.#zeros)) + Number(digit)),
    ).join('');
  }

  #largeNumber(): string {
    const choose = this.#choose;
    const modulus = (1n << 61n) - 1n;
    const factor = BigInt(1 + choose.below(9));
    return choose.pick([
      () => String(2 ** 53 - 2 + choose.below(5)),
      () => String(modulus * factor + BigInt(choose.below(4))),
      () => String(factor << BigInt(5 * choose.below(20))),
      () => choose.repeat(15, 40, () => String(choose.below(10))),
      () => `${'0'.repeat(choose.chance(0.1) ? 4290 + choose.below(20) : 5)}${String(choose.below(5))}`,
    ])();
  }

  #image(): string {
    const choose = this.#choose;
    if (choose.chance(0.06)) return `Image${this.#number()}`;
    if (choose.chance(0.06)) return `Images ${this.#number()}`;
    return `${this.#letters(choose.chance(0.9) ? 'Image' : 'image')}${this.#spaces(1)}${this.#number()}`;
  }

  #args(): string {
    const choose = this.#choose;
    if (choose.chance(0.04)) return '';
    if (choose.chance(0.04)) return this.#spaces(1);
    if (choose.chance(0.1)) return '12.5, 48';
    const first = `${this.#image()}${this.#spaces(0)}${choose.chance(0.9) ? ':' : choose.pick([';', '', ' row'])}`;
    const most = choose.chance(0.02) ? 90 : choose.pick([0, 0, 0, 1, 3, 6, 25]);
    const more = choose.repeat(0, most, () => ` ${this.#image()}`);
    return `${choose.chance(0.1) ? this.#words() : ''}${this.#spaces(0)}${first} legend${more}`;
  }

  #quoted(value: string): string {
    const choose = this.#choose;
    const open = choose.chance(0.02) ? '' : choose.pick(['"', '"', "'"]);
    return `${open}${value}${choose.chance(0.05) ? choose.pick(['"', "'", '']) : open}`;
  }

  #call(): string {
    const choose = this.#choose;
    const known = choose.pick(NAMES);
    let name = choose.chance(0.88)
      ? known
      : choose.pick(['zoom', known.toUpperCase(), '', ` ${known}\x85`, 'Image']);
    if (choose.chance(0.05)) name = this.#letters(name);
    const nameOf = `${this.#spaces(1)}${this.#letters('name=')}${this.#quoted(name)}`;
    const argsOf = choose.chance(0.04)
      ? ''
      : `${this.#spaces(1)}${this.#letters('args=')}${this.#quoted(this.#args())}`;
    const attributes = choose.chance(0.04) ? argsOf + nameOf : nameOf + argsOf;
    const nested = choose.chance(0.03) ? this.#call() : '';
    const body = choose.chance(0.15) ? this.#spaces(0) : `${this.#spaces(0)}${this.#words()}${nested}`;
    const close = choose.chance(0.04) ? '' : `</${this.#letters('tool')}>`;
    const end = choose.chance(0.03) ? '/>' : `${this.#spaces(0)}>`;
    return `<${this.#letters('tool')}${attributes}${end}${body}${close}${this.#spaces(0)}`;
  }
}
