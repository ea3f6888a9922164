import { answerOfResponse } from '../../core/metrics/answerMetrics.ts';
import { questionOfPrompt } from '../../core/records/promptQuestion.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { SampleRow } from '../index/model.ts';
import { shortTextsOf } from './textKeys.ts';

/** The parts of a row that are texts of its record. */
export interface RowTexts {
  readonly shown: Pick<
    SampleRow,
    'format' | 'id' | 'question' | 'answer' | 'reference' | 'tokens' | 'finishReason'
  >;
  /** Other short texts of the record under their keys. */
  readonly ofRecord: Readonly<Record<string, string>>;
  /** The record's own name of its group; null if it has none. */
  readonly namedGroup: string | null;
}

/** The texts of a row, each cut to at most `longest` characters. */
export function rowTexts(sample: Sample, format: string | null, longest: number): RowTexts {
  const { id, group, question, reference, response, responseLength, finishReason } = sample;
  const cut = (text: string | null): string | null => (text === null ? null : cutText(text, longest));
  return {
    shown: {
      format,
      id: cut(id),
      question: question === null ? null : cut(questionOfPrompt(question)),
      answer: response.includes('<answer>') ? cut(answerOfResponse(response)) : null,
      reference: cut(reference),
      tokens: responseLength,
      finishReason: cut(finishReason),
    },
    ofRecord: shortTextsOf(sample, longest),
    namedGroup: cut(group),
  };
}

/** At most so many characters of a text, with an ellipsis where it is cut. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = longest - 1;
  // Not within a character.
  const isWithin = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return `${text.slice(0, isWithin ? end - 1 : end)}\u2026`;
}
