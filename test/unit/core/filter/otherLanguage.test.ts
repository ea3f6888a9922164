import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { formatFilter } from '../../../../src/core/filter/formatFilter.ts';
import type { FilterError } from '../../../../src/core/filter/model.ts';
import { parseFilter } from '../../../../src/core/filter/parseFilter.ts';
import { growth, LIMIT } from '../../../support/growth.ts';
import { filterIn, tableWith } from './filtersPage.ts';
import { readable } from './subjects.ts';

function errorOf(text: string): FilterError {
  const result = parseFilter(text);
  if (result.ok) throw new Error(`${text} is a filter: ${formatFilter(result.filter)}.`);
  return result.error;
}

/** A text with what is suggested in place of what is wrong. */
function repaired(text: string): string {
  const { span, suggestion } = errorOf(text);
  return `${text.slice(0, span.start)}${suggestion ?? '?'}${text.slice(span.end)}`;
}

describe('what SQL, pandas and other languages have is an error that says what to write', () => {
  it.each([
    ['score in (1,2)', 'score=1 or score=2'],
    ['score in (1, 2) step=3', '(score=1 or score=2) step=3'],
    ['not score in [1, 2]', 'not (score=1 or score=2)'],
    ['score not in (1,2)', 'score!=1 and score!=2'],
    ['x or kind IN (\'a\', "b c", d)', 'x or (kind="a" or kind="b c" or kind=d)'],
    ['acc in (1, 2)', 'acc=1 or acc=2'],
    ['tool in {zoom, crop}', 'tool=zoom or tool=crop'],
    ['score IN (1)', 'score=1'],
    ['"score" in (1, 2)', 'score=1 or score=2'],
    ['step between 1 and 5', 'step:1..5'],
    ['step NOT BETWEEN 1 AND 5 kind=x', 'not step:1..5 kind=x'],
    ['acc between 0.1 and 0.5', 'acc:0.1..0.5'],
    ['score is null', 'missing:score'],
    ['not score is not null', 'not has:score'],
    ['acc IS NULL or x', 'missing:acc or x'],
    ['score is None', 'missing:score'],
    ['score is nan', 'score=nan'],
    ["response LIKE '%cash%'", 'response:cash'],
    ['response like cash', 'response:cash'],
    ['response like "50%"', 'response:/^50/s'],
    ["question not like 'a/b%(c)'", 'not question:/^a\\/b.*\\(c\\)$/s'],
    ["id like 'r0%'", 'id:r0*'],
    ['finish like length', 'finish:length'],
    ["tool ilike '%read file'", 'tool:"*read file"'],
    ["kind like '%chart'", 'kind:/chart$/s'],
    ['score like 1', 'score=1'],
    ['response contains "cash flow"', 'response:"cash flow"'],
    ['answer startswith As', 'answer:/^As/s'],
    ['id endswith 5', 'id:*5'],
    ['response matches "a/b.*c"', 'response:/a\\/b.*c/'],
    ['response regexp /x/i', 'response:/x/i'],
    ["response ~ 'x'", 'response:/x/'],
    ['score=null', 'missing:score'],
    ['score != None', 'has:score'],
    ['group.std:undefined', 'missing:group.std'],
    ['kind != NULL', 'has:kind'],
    ['score>1 & step<3', 'score>1 and step<3'],
    ['(score>1) | (step<3)', '(score>1) or (step<3)'],
    ['x & score>1', 'x and score>1'],
    ['kind=chart, score>1', 'kind=chart and score>1'],
    ['kind=chart ; score>1', 'kind=chart and score>1'],
    ['score>1&&step<3', 'score>1 and step<3'],
    ['cash||flow', 'cash or flow'],
    ['answer=Asia && score>1', 'answer=Asia and  score>1'],
    ['~(score>1)', 'not (score>1)'],
    ['~tool:x', 'not tool:x'],
    ['score <> 1', 'score != 1'],
    ['score!==1', 'score!=1'],
    ['score === 1', 'score = 1'],
    ['score => 1', 'score >= 1'],
    ['score =< 1', 'score <= 1'],
    ['response =~ /x/', 'response : /x/'],
    ['0.2 < score', 'score>0.2'],
    ['0<score<=1', 'score>0 score<=1'],
    ['1 == acc x', 'acc==1 x'],
    ['step=9 or 10', 'step=9 or step=10'],
    ['x `odd name`=9 or 10 y', 'x `odd name`=9 or `odd name`=10 y'],
    ['where score>1', ' score>1'],
    ['SELECT * FROM runs WHERE score>1', ' score>1'],
    ['score>1 order by step desc', 'score>1 '],
    ['score>1 GROUP BY step', 'score>1 '],
    ['score>1 limit 10', 'score>1 '],
    ['score > 1 order by step, id', 'score > 1 '],
  ])('%s', (text, right) => {
    expect(repaired(text)).toBe(right);
    expect(parseFilter(right).ok).toBe(true);
  });

  it.each([
    [
      'x score in (1, 2)',
      'score in (1, 2)',
      'Instead of in, write (score=1 or score=2). To search for the words, put them in quotes.',
    ],
    [
      'score not in (1)',
      'score not in (1)',
      'Instead of not in, write score!=1. To search for the words, put them in quotes.',
    ],
    ['kind=a, acc=1', ',', 'For ",", write and. To search for the sign, put it in quotes.'],
    ['score<>1', '<>', 'For <>, write !=.'],
    ['1<score', '1<score', 'The field comes before the number: write score>1.'],
    [
      'kind!=null',
      'kind!=null',
      'For kind!=null, write has:kind. To compare with the word, put it in quotes.',
    ],
    ['step=9 or 10', '10', 'After or, write step=10. To search for the number, put it in quotes.'],
    [
      'score>1 limit 5',
      'limit 5',
      'A filter has conditions only: leave out limit 5. To search for the words, put them in quotes.',
    ],
    ['response =~ "x"', '=~', 'For =~, write : and a text, or a pattern between slashes.'],
    [
      'score.isna()',
      'score.isna',
      'A filter has no functions such as isna. Write, for example, missing:score.',
    ],
    [
      'score.notnull()',
      'score.notnull',
      'A filter has no functions such as notnull. Write, for example, has:score.',
    ],
    [
      'score.isin([1,2])',
      'score.isin',
      'A filter has no functions such as isin. Write, for example, score=1 or score=2.',
    ],
    [
      'step.between(1,5)',
      'step.between',
      'A filter has no functions such as between. Write, for example, step:1..5.',
    ],
    [
      'response.str.contains("x")',
      'response.str.contains',
      'A filter has no functions such as contains. Write, for example, response:cash.',
    ],
    [
      'answer.startsWith("x")',
      'answer.startsWith',
      'A filter has no functions such as startsWith. Write, for example, answer:/^cash/.',
    ],
    [
      'answer.str.endswith("x")',
      'answer.str.endswith',
      'A filter has no functions such as endswith. Write, for example, answer:/flow$/.',
    ],
    [
      'answer.match(/x/)',
      'answer.match',
      'A filter has no functions such as match. Write, for example, answer:/cash.*flow/.',
    ],
    [
      'contains(response, "x")',
      'contains',
      'A filter has no functions such as contains. To search for the text, put it in quotes.',
    ],
  ])('%s', (text, wrong, message) => {
    const error = errorOf(text);
    expect(text.slice(error.span.start, error.span.end)).toBe(wrong);
    expect(error.message).toBe(message);
  });
});

describe('ordinary words can be searched for', () => {
  it.each([
    ['cats in hats', 'cats and "in" and hats'],
    ['revenue in (millions)', 'revenue and "in" and millions'],
    ['answer in table', 'answer and "in" and table'],
    ['cats like hats', 'cats and "like" and hats'],
    ['between 1 and 5', '"between" and "1" and "5"'],
    ['length between walls and floor', 'length and "between" and walls and floor'],
    ['answer is 5', 'answer and "is" and "5"'],
    ['what is none', 'what and "is" and none'],
    ['question contains', 'question and "contains"'],
    ['order by step', '"order" and by and step'],
    ['score>1 order', 'score>1 and "order"'],
    ['score>1 limit', 'score>1 and "limit"'],
    ['where cats live', '"where" and cats and live'],
    ['cats where score>1', 'cats and "where" and score>1'],
    ['Johnson & Johnson', 'Johnson and "&" and Johnson'],
    ['score>1 valueOf', 'score>1 and valueOf'],
    ['constructor score>1', 'constructor and score>1'],
    ['R&D a|b', '"R&D" and "a|b"'],
    ['cats, hats', '"cats," and hats'],
    ['answer=Asia, hats', 'answer="Asia," and hats'],
    ['step=9 or cash', 'step=9 or cash'],
    ['cash or 10', 'cash or "10"'],
    ['f(x) ~5', 'f and x and "~5"'],
    ['kind:null', 'kind:"null"'],
    ['answer=none', 'answer=none'],
    ['"score in (1,2)"', '"score in (1,2)"'],
    ['score "in" (1,2)', 'score and "in" and "1,2"'],
    ['step=9 or "10"', 'step=9 or "10"'],
    ['score>1 "&" x', 'score>1 and "&" and x'],
    ['answer="null" kind:"a && b"', 'answer="null" and kind:"a && b"'],
    ['response:/a||b/', 'response:/a||b/'],
  ])('%s', (text, canonical) => {
    expect(formatFilter(readable(text))).toBe(canonical);
    expect(formatFilter(readable(canonical))).toBe(canonical);
  });
});

it('what is suggested is read, and is not wrong in the same way', () => {
  const words = fc.constantFrom(
    ...'score kind tool group.n in like between is not null nan and or x "y" 1 2.5 (1,2) (x) [a] %x% & , where limit by order = :x'.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 8 }), (parts) => {
      const text = parts.join(' ');
      const result = parseFilter(text);
      if (result.ok || result.error.suggestion === null) return;
      const again = parseFilter(repaired(text));
      if (!again.ok) expect(again.error).not.toEqual(result.error);
    }),
    propertyRuns(5000),
  );
});

it('takes time in proportion to the text', async () => {
  const work = (length: number): void => {
    parseFilter('a in ('.repeat(length / 6));
    parseFilter('score in [ '.repeat(length / 11));
    parseFilter('a & order by '.repeat(length / 13));
  };
  expect(await growth(work, { small: 1000, large: 4000 })).toBeLessThan(LIMIT);
});

describe('docs/filters.md', () => {
  const cells = tableWith('elsewhere', 'here');

  it('has a table of other languages', () => {
    expect(cells.length).toBeGreaterThan(8);
  });

  it.each(cells)('%s is written %s', (elsewhere = '', here = '') => {
    let text = filterIn(elsewhere);
    expect(parseFilter(text).ok).toBe(false);
    while (!parseFilter(text).ok) text = repaired(text);
    expect(formatFilter(readable(text))).toBe(formatFilter(readable(filterIn(here))));
  });
});
