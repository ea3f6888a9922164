import { questionOfPrompt } from '../records/promptQuestion.ts';
import type { Sample } from '../records/sample.ts';

/** What a question is recognized by in another run. Texts are hashes: runs have as many questions as rows. */
export interface QuestionKey {
  /** The record's own name of the question; null if it names none, or another one in each training step. */
  readonly id: string | null;
  /** Identical for questions with the same words. */
  readonly text: string | null;
  /** Identical for the same reference answer. */
  readonly reference: string | null;
}

/** The key of the question of a sample. */
export function questionKey(sample: Sample): QuestionKey {
  const { question, reference } = sample;
  return {
    id: idOf(sample),
    text: question === null ? null : textHash(collapsed(questionOfPrompt(question))),
    reference: reference === null ? null : textHash(collapsed(reference)),
  };
}

function idOf({ group, groupScope, questionKeys, id }: Sample): string | null {
  // A name that belongs to one training step is not that of the question.
  if (questionKeys !== undefined) return null;
  const name = group ?? id;
  return name === null || groupScope === undefined ? name : `${name}\n${groupScope}`;
}

const collapsed = (text: string): string => text.trim().replace(/\s+/gu, ' ');

/** A text as 64 bits (two FNV-1a hashes with different primes) and its length. */
function textHash(text: string): string {
  let one = 0x811c9dc5;
  let other = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x5bd1e995);
    other ^= other >>> 15;
  }
  return `${(one >>> 0).toString(36)}.${(other >>> 0).toString(36)}.${text.length.toString(36)}`;
}
