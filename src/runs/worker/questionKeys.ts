import { questionOfPrompt } from '../../core/records/promptQuestion.ts';
import type { JudgedContent } from '../../core/records/verdictKey.ts';
import { GrowingArray } from './growingArray.ts';
import { hashText } from './textDigest.ts';

type Asked = Pick<JudgedContent, 'question' | 'reference'>;

/** Characters that every JSON text has as they are, at the beginning of a text: records are read shortened after them. */
const START = /^[\x20\x21\x23-\x2e\x30-\x5b\x5d-\x7e]{0,24}/;

/**
 * A number that is the same for rows of the same question, and for few others: four bytes a row. It is enough to find
 * the rows that are worth to be read again.
 */
export class QuestionKeys {
  readonly #keys = new GrowingArray((size) => new Uint32Array(size));

  set(row: number, asked: Asked): void {
    this.#keys.set(row, keyOf(asked.question ?? asked.reference ?? ''));
  }

  at(row: number): number {
    return this.#keys.at(row);
  }
}

/** The keys that rows of a question may have: a record that was shortened has the question of a prompt in its place. */
export function questionKeys({ question, reference }: Asked): readonly number[] {
  const text = question ?? reference ?? '';
  return [keyOf(text), keyOf(questionOfPrompt(text))];
}

const keyOf = (text: string): number => hashText(START.exec(text)?.[0] ?? '') % 2 ** 32;
