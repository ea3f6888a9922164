import { describe, expect, it } from 'vitest';
import { checkFilter, nearMisses } from '../../../../src/core/filter/checkFilter.ts';
import { NAMES } from './exampleNames.ts';
import { readable } from './subjects.ts';

describe('names that a run does not have', () => {
  it.each([
    'reward<1 question:x group.n>1 tool:anything has:acc is:truncated',
    'acc=1 `odd name`>2 reward.format=0 kind:chart year="2019" year:/19/',
    'finding:UNKNOWN-tool finding:missing-* claim:not-found cash',
    'record.advantage>0 has:record.length record.acc=1 record.year="2019"',
    'acc>reward kind=`year` answer!=reference',
    'group.mean.acc>0 group.std.reward.format=0 `group.max.odd name`>1 missing:group.min.grounded',
  ])('%s has none', (text) => {
    expect(checkFilter(readable(text), NAMES)).toEqual([]);
  });

  it.each([
    ['rewrad<1', 'rewrad', 'reward', 'There is no field rewrad here. Did you mean reward?'],
    ['score>acx', 'acx', 'acc', 'There is no field acx here. Did you mean acc?'],
    ['ood_name=3', 'ood_name', '`odd name`', 'There is no field ood_name here. Did you mean odd name?'],
    ['record.acx=1', 'record.acx', 'record.acc', 'There is no field acx here. Did you mean acc?'],
    ['record.year>2019', 'record.year>2019', null, 'The values of year are texts. Put the number in quotes.'],
    ['hass:reward', 'hass', 'has', 'There is no field hass here. Did you mean has?'],
    ['has:refernce', 'refernce', 'reference', 'There is no field refernce here. Did you mean reference?'],
    ['https:x', 'https', null, 'There is no field https here. To search for the word, put it in quotes.'],
    [
      'reward.fromat=0',
      'reward.fromat',
      'reward.format',
      'There is no field reward.fromat here. Did you mean reward.format?',
    ],
    [
      'group.mean.acx<1',
      'group.mean.acx',
      'group.mean.acc',
      'There is no field group.mean.acx here. Did you mean group.mean.acc?',
    ],
    ['has:group.std.elegance', 'group.std.elegance', null, 'No sample has a number elegance.'],
    ['reward.elegance=0', 'reward.elegance', null, 'The reward has no component elegance here.'],
    ['year>2019', 'year>2019', null, 'The values of year are texts. Put the number in quotes.'],
    [
      'finding:tool.unknown',
      'tool.unknown',
      null,
      'No finding has the code tool.unknown. docs/findings.md lists them.',
    ],
    [
      'finding!=unknown_tool',
      'unknown_tool',
      'unknown-tool',
      'No finding has the code unknown_tool. Did you mean unknown-tool?',
    ],
    ['claim:nt-found', 'nt-found', 'not-found', 'No claim has the mark nt-found. Did you mean not-found?'],
    [
      'claim:x',
      'x',
      null,
      'No claim has the mark x. The marks are found, computed-right, elsewhere, other-page, near, computed-wrong, not-found, unknown.',
    ],
  ])('%s', (text, wrong, suggestion, message) => {
    const errors = checkFilter(readable(text), NAMES);
    expect(errors.map(({ span }) => text.slice(span.start, span.end))).toEqual([wrong]);
    expect(errors).toMatchObject([{ suggestion, message }]);
  });

  it('checks only numbers if the texts of the records are not known, and no components without a reward', () => {
    const names = { ...NAMES, numbers: ['acc'], texts: null };
    expect(checkFilter(readable('kind:chart has:anything pred=`gold` reward.format=0'), names)).toEqual([]);
    expect(checkFilter(readable('acx=1 or stp:1..2'), names)).toMatchObject([
      { suggestion: 'acc' },
      { suggestion: 'step' },
    ]);
  });

  it('reports each of them, in the order of the filter', () => {
    const text = 'rewrad<1 or (hass:x scrore=2)';
    expect(checkFilter(readable(text), NAMES).map(({ span }) => text.slice(span.start, span.end))).toEqual([
      'rewrad',
      'hass',
      'scrore',
    ]);
  });
});

describe('names that are near those of a run', () => {
  it.each([
    [
      'tool:read_numeric_vale',
      'read_numeric_vale',
      'read_numeric_value',
      'No sample calls read_numeric_vale. Did you mean read_numeric_value?',
    ],
    [
      'not tool!=read_text_elemnt',
      'read_text_elemnt',
      'read_text_element',
      'No sample calls read_text_elemnt. Did you mean read_text_element?',
    ],
    ['knid:chart', 'knid', 'kind', 'There is no field knid here. Did you mean kind?'],
  ])('%s', (text, wrong, suggestion, message) => {
    const errors = nearMisses(readable(text), NAMES);
    expect(errors.map(({ span }) => text.slice(span.start, span.end))).toEqual([wrong]);
    expect(errors).toMatchObject([{ suggestion, message }]);
  });

  it.each([
    'tool:READ_text_element',
    'tool:read_*',
    'tool:/read/',
    'tool:other',
    'kind:chart',
    'https:x',
    'finding:x',
  ])('are none in %s', (text) => {
    expect(nearMisses(readable(text), NAMES)).toEqual([]);
  });
});
