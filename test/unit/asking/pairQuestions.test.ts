import { describe, expect, it } from 'vitest';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import type { AskedQuestionRecord } from '../../../src/asking/model.ts';
import { pairQuestions } from '../../../src/asking/pairQuestions.ts';
import { preparedQuestion } from './build.ts';

let clock = Date.UTC(2026, 10, 21);

/** A question that was asked a second after the one before it. */
function asked(text: string, page = 2, path = '/docs/a.pdf'): AskedQuestionRecord {
  const prepared = preparedQuestion({ text });
  const { record } = AskedQuestion.start(
    {
      ...prepared,
      info: {
        ...prepared.info,
        documents: [{ path, sha256: null }],
        images: [{ image: 1, document: 0, page }],
      },
    },
    { now: () => (clock += 1000), request: null, curl: null, forecast: null },
  );
  return record;
}

/** The pairs as positions in `records`. */
const positions = (records: readonly AskedQuestionRecord[]): number[][] =>
  pairQuestions(records).pairs.map(({ before, after }) => [records.indexOf(before), records.indexOf(after)]);

describe('pairing questions', () => {
  it('pairs questions of the same text, the one that was asked first before the other', () => {
    const records = [asked('A?'), asked('B?'), asked(' B?'), asked('A?')];
    expect(positions(records)).toEqual([
      [0, 3],
      [1, 2],
    ]);
    expect(positions(records.toReversed())).toEqual([
      [3, 0],
      [2, 1],
    ]);
    expect(pairQuestions(records).unpaired).toEqual([]);
  });

  it('pairs two questions of the same text even if they were asked about other pages', () => {
    expect(positions([asked('A?', 1), asked('A?', 2)])).toEqual([[0, 1]]);
  });

  it('pairs a text that was asked more than twice by its document and pages', () => {
    const records = [
      asked('A?', 1),
      asked('A?', 1, '/docs/b.pdf'),
      asked('A?', 1, '/docs/b.pdf'),
      asked('A?', 1),
    ];
    expect(positions(records)).toEqual([
      [0, 3],
      [1, 2],
    ]);
  });

  it('names the questions that are there once, or more often than twice', () => {
    const records = [asked('A?'), asked('B?'), asked('B?'), asked('B?'), asked('C?'), asked('C?')];
    expect(positions(records)).toEqual([[4, 5]]);
    expect(pairQuestions(records).unpaired).toEqual([
      { question: 'A?', count: 1 },
      { question: 'B?', count: 3 },
    ]);
  });

  it('pairs what is unambiguous of a text and counts the rest', () => {
    const records = [asked('A?', 1), asked('A?', 1), asked('A?', 2)];
    expect(positions(records)).toEqual([[0, 1]]);
    expect(pairQuestions(records).unpaired).toEqual([{ question: 'A?', count: 1 }]);
  });
});
