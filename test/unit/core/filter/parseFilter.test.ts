import { describe, expect, it } from 'vitest';
import { formatFilter } from '../../../../src/core/filter/formatFilter.ts';
import type { FilterError } from '../../../../src/core/filter/model.ts';
import { parseFilter } from '../../../../src/core/filter/parseFilter.ts';
import { LONGEST_FILTER } from '../../../../src/core/filter/filterFaults.ts';

function formatted(text: string): string {
  const result = parseFilter(text);
  return result.ok ? formatFilter(result.filter) : result.error.message;
}

function errorOf(text: string): FilterError {
  const result = parseFilter(text);
  if (result.ok) throw new Error(`${text} is a filter.`);
  return result.error;
}

describe('filters that are read', () => {
  it.each([
    ['', ''],
    ['  ', ''],
    ['a b', 'a and b'],
    ['a or b c', 'a or b and c'],
    ['(a or b) c', '(a or b) and c'],
    ['NOT a AND b Or c', 'not a and b or c'],
    ['not (a and b)', 'not (a and b)'],
    ['not not a', 'not not a'],
    ['(a and b) and c', '(a and b) and c'],
    ['reward < 0.20', 'reward<0.2'],
    ['reward≥0.2 and acc≠1', 'reward>=0.2 and acc!=1'],
    ['length ≤ 9', 'length<=9'],
    ['score==nan', 'score=nan'],
    ['score=-INF', 'score=-inf'],
    ['step:10..20', 'step:10..20'],
    ['step:..20', 'step:..20'],
    ['step=10..', 'step:10..'],
    ['length:7', 'length=7'],
    ['answer!=reference', 'answer!=`reference`'],
    ['answer!="reference"', 'answer!="reference"'],
    ['answer=length', 'answer="length"'],
    ['reward>group.mean', 'reward>`group.mean`'],
    ['finish=length', 'finish:length'],
    ['verdict!=right', 'verdict!=right'],
    ['question:2019', 'question:"2019"'],
    ['year:2019', 'year=2019'],
    ['year:"2019"', 'year:"2019"'],
    ['kind=chart', 'kind=chart'],
    ['kind:/ch.rt/si', 'kind:/ch.rt/is'],
    [`response:'it\\'s "so"'`, `response:"it's \\"so\\""`],
    ['`odd name`<3', '`odd name`<3'],
    ['"odd name" <3', '`odd name`<3'],
    ['tool:read_*', 'tool:read_*'],
    ['tool:"read_*"', 'tool:"read_*"'],
    ['tool=zoom', 'tool:zoom'],
    ['tools>3', 'tools>3'],
    ['file:10.jsonl', 'file:"10.jsonl"'],
    ['group.std=0', 'group.std=0'],
    ['has:reward missing=`odd name` has!=tool', 'has:reward and missing:`odd name` and missing:tool'],
    ['is:BROKEN', 'is:broken'],
    ["don't", `"don't"`],
    ['"a\\u0041\\n"', '"aA\\n"'],
    ['`has`:reward', '`has`:reward'],
    ['record.advantage > 0', 'record.advantage>0'],
    ['`record.odd name`:x', '`record.odd name`:x'],
    ['score>record.advantage', 'score>`record.advantage`'],
  ])('%s', (text, canonical) => {
    expect(formatted(text)).toBe(canonical);
    expect(formatted(canonical)).toBe(canonical);
  });
});

describe('texts that are no filter: where they are wrong, and what would be right', () => {
  it.each([
    ['a or', 'or', null, 'A condition is missing after or. To search for the word, put it in quotes.'],
    ['and b', 'and', null, 'A condition is missing before and. To search for the word, put it in quotes.'],
    ['(a', '(', null, 'The closing parenthesis is missing.'],
    ['a)', ')', '', 'This closing parenthesis has no opening one.'],
    ['()', '(', null, 'A condition is missing between the parentheses, such as reward<0.2.'],
    ['reward <', '<', null, 'A number or a field is missing after <.'],
    ['answer: or b', ':', null, 'A number, a text, or a pattern is missing after :.'],
    ['< 3', '<', null, 'A field is missing before <, such as reward.'],
    [
      '10:30',
      '10:30',
      '"10:30"',
      '10:30 is not a field. To search for a text with such signs, put it in quotes.',
    ],
    ['a && b', '&&', 'and ', 'For &&, write and.'],
    ['a || b', '||', 'or ', 'For ||, write or.'],
    ['!a', '!', 'not ', 'For !, write not.'],
    ['-tool:x', '-', 'not ', 'For -, write not.'],
    ['`a b', '`', null, 'The closing backtick is missing.'],
    ['`a b`', '`a b`', null, 'A sign and a value are missing after the name in backticks, such as <0.2.'],
    ['"a b', '"', null, 'The closing quote is missing.'],
    ['"a\\q"', '\\q', '\\\\q', '\\q means nothing in quotes. For a backslash, write two.'],
    [
      'answer:/a',
      '/',
      null,
      'The closing slash of the pattern is missing. To search for a slash, put the text in quotes.',
    ],
    [
      'answer://',
      '//',
      null,
      'The pattern between the slashes is empty. To search for slashes, put the text in quotes.',
    ],
    [
      '/a/g',
      '/a/g',
      null,
      'After the closing slash of a pattern only the letters i, m and s may follow, each once. A slash inside a pattern is written \\/.',
    ],
    ['tool>3', 'tool', 'tools', 'tool stands for names; their number is tools.'],
    ['finish<3', 'finish', null, 'finish is not a number: compare it with :, = or !=.'],
    ['step:high', 'high', null, 'After step: comes a number, not high.'],
    ['step:10-20', '10-20', '10..20', 'A range is written 10..20.'],
    ['length>1,024', '1,024', '1024', 'After length> comes a number, not 1,024.'],
    ['step:20..10', '20..10', '10..20', 'The range begins after its end.'],
    ['step!=1..2', '1..2', null, 'A range follows : or =. For its opposite, put not before the condition.'],
    ['group.men<1', 'group.men', 'group.mean', 'There is no field group.men here. Did you mean group.mean?'],
    [
      'group.sum<1',
      'group.sum',
      null,
      'Of a group there is n, mean, std, min, max, right, wrong, share or agreement, not sum.',
    ],
    ['is:brokn', 'brokn', 'broken', 'brokn is unknown after is:. Did you mean broken?'],
    [
      'answer=`tools`',
      'answer=`tools`',
      null,
      'answer and tools cannot be compared: one is a text, and the other is computed.',
    ],
    [
      'advantage>record.advantage',
      'advantage>record.advantage',
      null,
      'advantage and record.advantage cannot be compared: one is read from the record, and the other is computed.',
    ],
    ['is:x', 'x', null, 'After is: comes failed, broken, truncated, right or wrong, not x.'],
    ['verdict:rigth', 'rigth', 'right', 'rigth is unknown after verdict:. Did you mean right?'],
    ['has<3', 'has', null, 'has is followed by : and a name.'],
    [
      'reference>group.mean',
      'reference>group.mean',
      null,
      'reference and group.mean cannot be compared: one is a text, and the other is computed.',
    ],
    ['answer:/a(b/', 'a(b', null, 'The pattern lacks a closing parenthesis. For the sign itself, write \\(.'],
    ['answer:/a[b/', '[b', null, 'The pattern lacks a closing bracket. For the sign itself, write \\[.'],
    ['answer:/x*a**/', '**', null, 'In the pattern, ** repeats what is repeated already.'],
    [
      'answer:/(?=a)/',
      '(?=',
      null,
      'The pattern has (?=, which is not supported: looking ahead or back is not possible in linear time.',
    ],
    [
      'tool:/a{2000}/',
      '{2000}',
      null,
      'In the pattern, {2000} repeats too often: 1,000 times at most, nested repetitions included.',
    ],
    [
      '/\\1/',
      '\\1',
      null,
      'In the pattern, \\1 has no meaning. References to groups are not possible in linear time.',
    ],
  ])('%s', (text, wrong, suggestion, message) => {
    const error = errorOf(text);
    expect(text.slice(error.span.start, error.span.end)).toBe(wrong);
    expect(error).toMatchObject({ suggestion, message });
  });

  it('more than 100 nested parentheses, and more than 4,000 characters', () => {
    expect(errorOf('('.repeat(101)).message).toContain('100 deep');
    expect(parseFilter(`${'('.repeat(100)}a${')'.repeat(100)}`).ok).toBe(true);
    expect(errorOf('not '.repeat(900)).message).toContain('100 deep');
    expect(errorOf('a'.repeat(LONGEST_FILTER + 1)).message).toContain('4000');
  });
});
