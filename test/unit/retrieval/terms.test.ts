import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { textOf } from '../../../src/retrieval/pageText.ts';
import { isEnglish, questionTerms, stemOf, wordsOf } from '../../../src/retrieval/terms.ts';
import { wordsOnLine } from './build.ts';

describe('the words of a text', () => {
  it.each<readonly [text: string, words: readonly string[]]>([
    ['Net Revenue, FY2023: $1,234.50 (up 12.5%).', ['net', 'revenue', 'fy2023', '1,234.50', 'up', '12.5']],
    ['Q3 COVID-19 33rd 2.0x 1.a', ['q3', 'covid', '19', '33rd', '2.0x', '1', 'a']],
    ["l'économie de l’année", ['l', 'économie', 'de', 'l', 'année']],
    ['ＲＥＶＥＮＵＥ １２３ ﬁnancial', ['revenue', '123', 'financial']],
    ['中国经济增长 2023年', ['中国', '经济', '增长', '2023', '年']],
    ['売上高はデータ', ['売上', '高', 'は', 'データ']],
    ['ภาษาไทย', ['ภาษา', 'ไทย']],
    ['in\u00adter\u00adest', ['interest']],
    ['Größe ПРИБЫЛЬ', ['größe', 'прибыль']],
    [' — … ', []],
  ])('of %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('are the same for any case and width, and never empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const words = wordsOf(text);
        expect(words.every((word) => word !== '' && word === word.normalize('NFKC').toLowerCase())).toBe(
          true,
        );
        expect(wordsOf(text.normalize('NFKC').toLowerCase())).toEqual(words);
      }),
      propertyRuns(500),
    );
  });
});

describe('the text of a page', () => {
  it('has spaces between words, and none between those of scripts without spaces', () => {
    expect(textOf(wordsOnLine('the 经济 增长 of データ 2023 年'))).toBe('the 经济增长 of データ 2023 年');
  });

  it('has broken words whole', () => {
    const [first, second] = wordsOnLine('inter- est');
    if (first === undefined || second === undefined) throw new Error('there are two words');
    expect(textOf([{ ...first, continues: true }, second])).toBe('interest');
    expect(textOf([first, second])).toBe('inter- est');
  });
});

describe('the language of a text', () => {
  it.each([
    ['What is the net revenue of 2023?', true],
    ['Wie hoch war der Umsatz in 2023?', false],
    ['Quel est le chiffre d’affaires ?', false],
    ['2023 2024', false],
    ['', false],
  ])('%s', (text, english) => {
    expect(isEnglish(wordsOf(text))).toBe(english);
  });

  it('is English for a table with a few sentences', () => {
    expect(isEnglish([...Array.from({ length: 36 }, (_, at) => `name${'x'.repeat(at)}`), 'the', 'of'])).toBe(
      true,
    );
  });
});

describe('the terms of a question', () => {
  it('leave out words that say nothing of its subject, and join words with one stem', () => {
    expect(questionTerms('How did the revenues grow, and what revenue of growing firms grows?')).toEqual([
      { term: 'revenues', stem: 'revenu', words: ['revenues', 'revenue'] },
      { term: 'grow', stem: 'grow', words: ['grow', 'growing', 'grows'] },
      { term: 'firms', stem: 'firm', words: ['firms'] },
    ]);
  });

  it('are all words where there are no others, and of another language', () => {
    expect(questionTerms('what is this?').map(({ term }) => term)).toEqual(['what', 'is', 'this']);
    expect(questionTerms('was war in 2023').map(({ term }) => term)).toEqual(['was', 'war', 'in', '2023']);
  });

  it('have no stems where they have digits or another script', () => {
    expect(['fy2023s', 'прибыль', '1,000'].map(stemOf)).toEqual(['fy2023s', 'прибыль', '1,000']);
  });
});
