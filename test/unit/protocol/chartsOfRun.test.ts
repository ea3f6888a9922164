import { expect, it } from 'vitest';
import { chartsOfRun } from '../../../src/protocol/chartsOfRun.ts';
import type { RunColumn } from '../../../src/protocol/run.ts';

const column = (name: string, kind: RunColumn['kind'], isEmpty = false): RunColumn => ({
  name,
  kind,
  isEmpty,
  canSort: true,
});

it('charts what the columns of a run hold', () => {
  const columns = [
    column('reward', 'number'),
    column('step', 'number', true),
    column('length', 'number'),
    column('reward.format', 'component'),
    column('reward.answer', 'component', true),
    column('acc', 'field'),
  ];
  expect(chartsOfRun({ columns, profile: { compared: 'reward' } })).toEqual([
    'difficulty',
    'distribution:reward',
    'distribution:reward.format',
    'distribution:length',
    'findings',
    'tools',
  ]);
  const withSteps = [...columns.filter(({ isEmpty }) => !isEmpty), column('step', 'number')];
  expect(chartsOfRun({ columns: withSteps, profile: { compared: 'score' } }).slice(0, 4)).toEqual([
    'steps:score',
    'steps:right',
    'steps:length',
    'steps:cut-off',
  ]);
});
