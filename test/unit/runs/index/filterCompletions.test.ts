import { describe, expect, it } from 'vitest';
import { filterCompletions } from '../../../../src/runs/worker/filterCompletions.ts';
import type { RunColumnInfo } from '../../../../src/runs/index/model.ts';
import type { RunNames } from '../../../../src/runs/worker/runNames.ts';

const numbers = (
  name: string,
  kind: RunColumnInfo['kind'],
  least: number | null,
  greatest: number | null,
): RunColumnInfo => ({ name, kind, canSort: true, count: 8, least, greatest });

const COLUMNS: readonly RunColumnInfo[] = [
  numbers('question', 'text', null, null),
  numbers('reward', 'number', 0, 1),
  numbers('reward.format', 'component', 0, 0.1),
  numbers('acc', 'field', 1, 1),
  numbers('data_source', 'textField', null, null),
];
const NAMES: RunNames = {
  texts: ['data_source'],
  tools: [
    { name: 'zoom_in', samples: 1200 },
    { name: 'crop', samples: 1 },
  ],
  findings: [{ name: 'unknown-tool', samples: 7 }],
  values: new Map([
    ['step', [{ name: '1', samples: 8 }]],
    ['data_source', [{ name: 'slidevqa', samples: null }]],
  ]),
};
const offered = (text: string, offset = text.length): readonly (readonly [string, string])[] =>
  filterCompletions({ text, offset }, COLUMNS, NAMES).items.map(({ insert, detail }) => [insert, detail]);

describe('what a run offers in its filter', () => {
  it.each<readonly [string, readonly (readonly [string, string])[]]>([
    [
      'rew',
      [
        ['reward', '0 to 1'],
        ['reward.format', '0 to 0.1'],
      ],
    ],
    ['ac', [['acc', '1']]],
    ['data', [['data_source', 'text']]],
    ['resp', [['response:', 'text']]],
    ['adv', [['advantage', 'number']]],
    ['group.st', [['group.std', 'number of the group']]],
    [
      'tool:',
      [
        ['zoom_in', '1,200 samples'],
        ['crop', '1 sample'],
      ],
    ],
    ['finding:', [['unknown-tool', '7 samples']]],
    ['finding:image-not', [['image-not-in-think', '']]],
    ['step=', [['1', '8 samples']]],
    ['data_source:sl', [['slidevqa', '']]],
    ['is:brok', [['broken', '']]],
    ['acc=1 an', [['and ', '']]],
  ])('after %s begins with %j', (text, first) => {
    expect(offered(text).slice(0, first.length)).toEqual(first);
  });

  it('replaces the word at the offset alone', () => {
    const found = filterCompletions({ text: 'acc=1 and rew', offset: 13 }, COLUMNS, NAMES);
    expect([found.start, found.end]).toEqual([10, 13]);
    expect(found.items[0]).toEqual({ insert: 'reward', kind: 'field', detail: '0 to 1' });
  });

  it('offers nothing where nothing fits', () => {
    expect(offered('zzzzzz')).toEqual([]);
    expect(offered('response:/pattern')).toEqual([]);
  });
});
