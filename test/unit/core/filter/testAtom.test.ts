import { describe, expect, it } from 'vitest';
import type { FilterSubject } from '../../../../src/core/filter/model.ts';
import { compileNumberAtom } from '../../../../src/core/filter/numberAtom.ts';
import { matches, readAtom, subjectOf } from './subjects.ts';

const row: FilterSubject = subjectOf({
  numbers: { score: 0.5, reward: Number.NaN, step: 12, 'odd name': 3, acc: 1 },
  texts: {
    question: 'Cash in Q3?',
    response: 'The café lists "1,024" units.\nTotal: 7',
    answer: ' 1024 ',
    reference: '1,024.0',
    file: 'runs/step_2\\10.jsonl',
    finish: 'length',
    kind: 'Chart',
  },
  tools: ['read_numeric_value', 'zoom', 'zoom'],
  findings: ['unknown-tool'],
  claims: ['not-found', 'found'],
  group: { n: 8, std: 0, mean: 0.5, name: 'q1' },
});

describe('conditions on a row', () => {
  it.each([
    // Texts: parts, case, decoded characters.
    ['cash', true],
    ['Cash', true],
    ['CASH', false],
    ['total', true],
    ['lists units', true],
    ['"lists units"', false],
    ['question:q3', true],
    ['response:"cafe\u0301"', true],
    ['response:CAFÉ', false],
    ['response:"units.\\nTotal"', true],
    ['response:/^Total: \\d$/m', true],
    ['response:/^total/m', false],
    ['response:/^total/im', true],
    ['response:/café.*7/', false],
    ['response:/café.*7/s', true],
    ['/lists "\\d/', true],
    ['question!=cash', true],
    ['question="cash in q3?"', true],
    // Texts that are numbers.
    ['answer=1024', true],
    ['answer="1,024"', true],
    ['answer=reference', true],
    ['answer!=reference', false],
    ['answer>1000', true],
    ['answer:1000..1024', true],
    ['question>1', false],
    ['question!=answer', true],
    // Names and lists.
    ['finish=length', true],
    ['finish:LENGTH', true],
    ['finish!=stop', true],
    ['finish:len*', true],
    ['file:10.jsonl', true],
    ['file:0.jsonl', false],
    ['file:step_2/10.jsonl', true],
    ['file:step_*', true],
    ['file:/step_\\d/', true],
    ['tool:zoom', true],
    ['tool:zo', false],
    ['tool:read_*', true],
    ['tool:"read_*"', false],
    ['tool:*num*val*', true],
    ['tool:/^zo+m$/', true],
    ['tool!=zoom', false],
    ['tool!=crop', true],
    ['tools=3', true],
    ['findings>1', false],
    ['claims:1..2', true],
    ['finding:unknown-*', true],
    ['claim:not-found', true],
    // Numbers.
    ['score=.5', true],
    ['score:0..1', true],
    ['step:13..', false],
    ['`odd name`>=3', true],
    ['score=`odd name`', false],
    ['score<`odd name`', true],
    ['acc=1', true],
    ['kind=1', false],
    ['kind=chart', true],
    ['kind:har', true],
    // The group.
    ['group.n>=8', true],
    ['group.std=0 group.mean<0.1', false],
    ['score>=group.mean', true],
    ['group:q1', true],
    ['group.right=0', false],
    // The row as a whole.
    ['has:reward', true],
    ['missing:score', false],
    ['has:kind', true],
    ['has:nothing', false],
    ['has:tool has:tools has:claim has:group.n', true],
    ['missing:prompt', true],
    ['is:truncated', true],
    ['is:failed or is:broken or is:right or is:wrong', false],
    ['is!=failed', true],
  ] as const)('%s: %s', (text, holds) => {
    expect(matches(text, row)).toBe(holds);
  });

  it('a failed or broken record is in its state, and has no texts', () => {
    const failed = subjectOf({ texts: { problem: 'failed' } });
    const broken = subjectOf({ texts: { problem: 'too_deep' } });
    expect([matches('is:failed', failed), matches('is:broken', failed)]).toEqual([true, false]);
    expect([matches('is:failed', broken), matches('is:broken', broken)]).toEqual([false, true]);
    expect(matches('problem:too_*', broken)).toBe(true);
    expect(matches('missing:response', broken)).toBe(true);
  });

  it('knows a response that was cut off by the flag of its record', () => {
    expect(matches('is:truncated', subjectOf({ numbers: { is_truncated: 1 } }))).toBe(true);
    expect(matches('is:truncated', subjectOf({ numbers: { is_truncated: 0 } }))).toBe(false);
  });
});

describe('conditions as loops over a column', () => {
  it.each([
    'score<0.5',
    'score!=0.5',
    'score=nan',
    'score!=nan',
    'score:0..1',
    'has:score',
    'missing:score',
    'has:tools',
  ])('%s says the same of a number as of its row', (text) => {
    const atom = readAtom(text);
    const test = compileNumberAtom(atom);
    for (const value of [0, 0.5, 0.7, -1, Number.NaN, Infinity, null]) {
      const numbers = value === null ? {} : { score: value };
      const tools = value !== null && value > 0 && Number.isFinite(value) ? ['zoom'] : [];
      const subject = subjectOf({ numbers, tools });
      const isCount = text === 'has:tools';
      expect(test?.(isCount ? tools.length : (value ?? 0), !isCount && value === null)).toBe(
        matches(text, subject),
      );
    }
  });

  it.each(['score<reward', 'answer:x', 'has:answer', 'tool:x', 'is:failed'])('%s has none', (text) => {
    expect(compileNumberAtom(readAtom(text))).toBeNull();
  });
});
