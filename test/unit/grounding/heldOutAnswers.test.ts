import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AnswerVerdict } from '../../../src/core/grounding/model.ts';
import { groundAnswerOn } from '../../support/answersOnPages.ts';
import { HELD_OUT_ANSWERS } from './heldOutAnswers.ts';

const RIGHT: ReadonlySet<AnswerVerdict> = new Set<AnswerVerdict>(['found', 'computed-right']);

/*
 * When these answers were written, 9 of the 44 that a page decides got the verdict of a person: 6 of the 25 right ones, 3
 * of the 19 wrong ones, and 1 wrong one was found. 37 of all 50 were called not found, and 2 near.
 */
describe('answers that were written before the wordings in them were read', () => {
  const results = HELD_OUT_ANSWERS.map(({ document, page, answer, verdict, question = null }) => {
    const said = groundAnswerOn(answer, document, [page], question).answer?.verdict ?? 'not-checkable';
    return { answer, verdict, said };
  });

  it('get the verdict that a person gives, or none', () => {
    const isBad = ({ verdict, said }: (typeof results)[number]): boolean =>
      said === 'computed-wrong' ? verdict !== 'wrong' : RIGHT.has(said) && verdict !== 'right';
    expect(results.filter(isBad)).toEqual([]);
    expect(results.filter(({ said }) => said === 'not-found' || said === 'near')).toEqual([]);
    const decidable = results.filter(({ verdict }) => verdict !== 'none');
    const decided = decidable.filter(({ said }) => said !== 'not-checkable');
    console.log(`${decided.length} of ${decidable.length} decided`);
    expect(decidable.length).toBeGreaterThanOrEqual(40);
    expect(decided.length / decidable.length).toBeGreaterThanOrEqual(0.85);
  });
});

interface Statement {
  readonly document: string;
  readonly pages: readonly number[];
  readonly isTrue: boolean;
  readonly text: string;
}

/** The statements of `answers.txt`. */
function readStatements(): Statement[] {
  const file = new URL('../../fixtures/grounding/heldOut/answers.txt', import.meta.url);
  let place: Pick<Statement, 'document' | 'pages'> = { document: '', pages: [] };
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line): Statement[] => {
      const [mark, document = '', pages = ''] = line.split(' ');
      if (mark === '===') place = { document, pages: pages.split(',').map(Number) };
      return mark === '+' || mark === '-' ? [{ ...place, isTrue: mark === '+', text: line.slice(2) }] : [];
    });
}

describe('answers that are hard to read', () => {
  const results = readStatements().map(({ document, pages, isTrue, text }) => ({
    place: `${document} ${pages.join()}`,
    isTrue,
    text,
    said: groundAnswerOn(text, document, pages).answer?.verdict ?? 'not-checkable',
  }));
  const share = (isTrue: boolean, verdicts: ReadonlySet<AnswerVerdict>): number => {
    const all = results.filter((one) => one.isTrue === isTrue);
    const some = all.filter(({ said }) => verdicts.has(said));
    console.log(`${some.length} of ${all.length} ${isTrue ? 'true' : 'false'}: ${[...verdicts].join()}`);
    return some.length / all.length;
  };

  it('are never called wrong if they are true, and never right if they are false', () => {
    expect(results.length).toBeGreaterThanOrEqual(200);
    const isBad = ({ isTrue, said }: (typeof results)[number]): boolean =>
      isTrue ? said === 'computed-wrong' : RIGHT.has(said);
    expect(results.filter(isBad)).toEqual([]);
  });

  it('are mostly not missed on the pages, and often decided', () => {
    expect(share(true, new Set<AnswerVerdict>(['not-found', 'near']))).toBeLessThan(0.06);
    expect(share(true, RIGHT)).toBeGreaterThan(0.42);
    expect(share(false, new Set<AnswerVerdict>(['computed-wrong']))).toBeGreaterThan(0.65);
  });
});
