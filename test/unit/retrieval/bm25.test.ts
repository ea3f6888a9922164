import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { rankPages, USUAL_BM25, type Bm25Parameters } from '../../../src/retrieval/bm25.ts';
import { DocumentTerms } from '../../../src/retrieval/documentTerms.ts';
import { questionTerms } from '../../../src/retrieval/terms.ts';

const pages = [['cat', 'dog'], ['cat', 'cat', 'bird', 'fish'], ['fish']];
const rank = (question: string, parameters?: Bm25Parameters) =>
  rankPages([DocumentTerms.of(pages)], questionTerms(question), 10, parameters);

describe('BM25', () => {
  it('is what one computes by hand', () => {
    // ln(1 + 1.5 / 2.5) * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 4 / (7 / 3))), and so on
    const found = rank('cat');
    expect(found.map(({ page }) => page)).toEqual([2, 1]);
    expect(found[0]?.score).toBeCloseTo(0.538145, 6);
    expect(found[1]?.score).toBeCloseTo(0.499176, 6);
    const both = rank('fish cat');
    expect(both.map(({ page }) => page)).toEqual([2, 3, 1]);
    expect(both[0]?.score).toBeCloseTo(0.538145 + 0.363721, 5);
    expect(both[0]?.reason).toMatchObject({
      kind: 'bm25',
      terms: [
        { term: 'cat', count: 2 },
        { term: 'fish', count: 1 },
      ],
    });
  });

  it('has k1 and b as parameters', () => {
    expect(rank('cat', { k1: 2, b: 0 })[1]?.score).toBeCloseTo(0.470004, 6);
    const atZero = rank('cat', { k1: 0, b: 0.75 });
    expect(atZero[0]?.score).toBe(atZero[1]?.score);
    expect(atZero.map(({ page }) => page)).toEqual([1, 2]);
  });

  it('finds nothing without documents, pages, terms, or a page with one', () => {
    expect(rankPages([], questionTerms('cat'), 3)).toEqual([]);
    expect(rankPages([DocumentTerms.of([])], questionTerms('cat'), 3)).toEqual([]);
    expect(rankPages([DocumentTerms.of([[], []])], questionTerms('cat'), 3)).toEqual([]);
    expect(rank('')).toEqual([]);
    expect(rank('zebra')).toEqual([]);
  });

  it('finds an English word by its stem, and another one only as it is', () => {
    const english = DocumentTerms.of([['the', 'growth', 'of', 'revenues'], ['fish']]);
    const other = DocumentTerms.of([['revenues'], ['revenue']]);
    expect(rankPages([english], questionTerms('revenue'), 3)).toHaveLength(1);
    expect(rankPages([other], questionTerms('revenue'), 3).map(({ page }) => page)).toEqual([2]);
    const [first] = rankPages([other], questionTerms('revenues revenue'), 3);
    expect(first?.reason).toMatchObject({ terms: [{ term: 'revenues', count: 1 }] });
  });
});

const word = fc.constantFrom('a1', 'b1', 'c1', 'd1', 'e1', 'f1');
const document = fc.array(fc.array(word, { maxLength: 8 }), { maxLength: 6 });

/** BM25 from its formula, a page and a term at a time. */
function plainScores(
  documents: readonly (readonly (readonly string[])[])[],
  terms: readonly string[],
): number[] {
  const { k1, b } = USUAL_BM25;
  const all = documents.flat();
  const mean = all.flat().length / all.length;
  return all.map((page) => {
    let score = 0;
    for (const term of new Set(terms)) {
      const having = all.filter((each) => each.includes(term)).length;
      const count = page.filter((each) => each === term).length;
      if (count === 0) continue;
      const rarity = Math.log(1 + (all.length - having + 0.5) / (having + 0.5));
      score += (rarity * count * (k1 + 1)) / (count + k1 * (1 - b + (b * page.length) / mean));
    }
    return score;
  });
}

describe('BM25 over several documents', () => {
  it('has the scores of the formula, in order, and as the sum of the terms', () => {
    fc.assert(
      fc.property(
        fc.array(document, { maxLength: 4 }),
        fc.array(word, { maxLength: 4 }),
        (documents, terms) => {
          const found = rankPages(
            documents.map((each) => DocumentTerms.of(each)),
            questionTerms(terms.join(' ')),
            100,
          );
          const starts = documents.map((_, at) => documents.slice(0, at).flat().length);
          const expected = plainScores(documents, terms);
          expect(found).toHaveLength(expected.filter((score) => score > 0).length);
          let before = Infinity;
          for (const { document: at, page, score, reason } of found) {
            expect(score).toBeCloseTo(expected[(starts[at] ?? 0) + page - 1] ?? NaN, 9);
            expect(score).toBeLessThanOrEqual(before);
            const sum =
              reason.kind === 'bm25' ? reason.terms.reduce((all, term) => all + term.score, 0) : NaN;
            expect(sum).toBeCloseTo(score, 9);
            before = score;
          }
        },
      ),
      propertyRuns(500),
    );
  });

  it('gives the first of all found pages where fewer are wanted', () => {
    fc.assert(
      fc.property(fc.array(document, { maxLength: 4 }), fc.nat(5), (documents, most) => {
        const indexed = documents.map((each) => DocumentTerms.of(each));
        const all = rankPages(indexed, questionTerms('a1 b1'), 100);
        expect(rankPages(indexed, questionTerms('a1 b1'), most)).toEqual(all.slice(0, most));
      }),
      propertyRuns(500),
    );
  });
});

describe('the terms of a document', () => {
  it('are the same after they were written and read', () => {
    fc.assert(
      fc.property(document, fc.boolean(), (some, english) => {
        const terms = DocumentTerms.of(english ? [['the', 'of', 'growing'], ...some] : some);
        const read = DocumentTerms.fromBytes(terms.toBytes());
        expect(read?.isEnglish).toBe(english);
        expect(read?.lengths).toEqual(terms.lengths);
        expect(read?.toBytes()).toEqual(terms.toBytes());
        for (const each of ['a1', 'f1', 'grow', '']) expect(read?.find(each)).toEqual(terms.find(each));
      }),
      propertyRuns(500),
    );
  });

  it('are not read of a part', () => {
    const bytes = DocumentTerms.of(pages).toBytes();
    for (let length = 0; length < bytes.length; length += 1)
      expect(DocumentTerms.fromBytes(bytes.subarray(0, length))).toBeNull();
    expect(DocumentTerms.fromBytes(new Uint8Array([...bytes, 0]))).toBeNull();
  });
});
