import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import type { ItemDocument } from '../../../src/core/datasets/model.ts';
import { boxBetween } from '../../../src/core/geometry/box.ts';
import { readItem } from '../../../src/core/datasets/readItem.ts';
import { freeId, writeItem, type WrittenQuestion } from '../../../src/core/datasets/writeItem.ts';

describe('a question that is written to a data set', () => {
  it('is written as people write it', () => {
    expect(
      writeItem({
        id: 'a',
        question: 'How "much"?',
        documents: [{ path: 'r.pdf', pages: [2, 1] }],
        references: ['5'],
        goldPages: [{ document: 0, page: 2 }],
        goldBoxes: [{ document: 0, page: 2, box: boxBetween(1.26, 2, 30.04, 4) }],
      }),
    ).toBe(
      '{"id": "a", "question": "How \\"much\\"?", "document": "r.pdf", "pages": [2, 1], "reference": "5", "gold_pages": [2], "gold_boxes": [{"page": 2, "box": [1.3, 2, 30, 4]}]}',
    );
  });

  it('reads as what was written', () => {
    const name = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
    const page = fc.integer({ min: 1, max: 99 });
    const document = fc.record({
      path: name,
      pages: fc.option(fc.array(page, { minLength: 1, maxLength: 3 })),
    }) satisfies fc.Arbitrary<ItemDocument>;
    const question = fc.record({
      id: name,
      question: name,
      documents: fc.array(document, { minLength: 1, maxLength: 3 }),
      references: fc.array(fc.string(), { maxLength: 3 }),
      goldPages: fc.option(fc.array(page, { maxLength: 3 })),
    });
    fc.assert(
      fc.property(question, ({ goldPages, ...written }) => {
        const gold = goldPages?.map((each, at) => ({ document: at % written.documents.length, page: each }));
        const made: WrittenQuestion = { ...written, goldPages: gold ?? null, goldBoxes: [] };
        const { item } = readItem(JSON.parse(writeItem(made)) as Record<string, unknown>);
        const blank = made.references.some((each) => each.trim() === '');
        if (blank && item === null) return;
        expect(item).toMatchObject({
          id: made.id,
          question: made.question,
          documents: made.documents,
          references: made.references,
          goldPages: made.goldPages,
        });
      }),
      propertyRuns(300),
    );
  });

  it('gets an id that no other has', () => {
    expect(freeId('q', new Set())).toBe('q');
    expect(freeId('q', new Set(['q', 'q-2']))).toBe('q-3');
  });
});
