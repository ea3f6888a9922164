import { ChartBuilder } from '../../../src/core/charts/buildCharts.ts';
import type { ChartId, RunCharts } from '../../../src/core/charts/model.ts';
import { ColumnsTable } from '../../../src/core/summary/columnsTable.ts';
import { RunColumns } from '../../../src/core/summary/runColumns.ts';

const STEPS = 12;
const QUESTIONS = 4;
const ROLLOUTS = 8;

/** A run whose reward grows: 12 steps, 4 questions a step, 8 samples a question. */
export function learningColumns(): RunColumns {
  const columns = new RunColumns();
  for (let step = 1; step <= STEPS; step += 1)
    for (let question = 0; question < QUESTIONS; question += 1)
      for (let sample = 0; sample < ROLLOUTS; sample += 1) {
        const isRight = (sample * 3 + question * 5) % (STEPS + 4) < step;
        const isFormed = (sample + question) % 5 > 0 || step > 6;
        const reward = (isRight ? 0.8 : 0) + (isFormed ? 0.2 : 0);
        columns.add({
          step,
          group: { key: `q${question} ${step}`, name: `Question ${question}`, keys: ['uid'] },
          right: isRight,
          fields: new Map([
            ['score', isRight ? 1 : 0],
            ['length', 120 + sample * 17 + step * 9],
            ['reward', reward],
            ['reward.answer', isRight ? 0.8 : 0],
            ['reward.format', isFormed ? 0.2 : 0],
            // A right answer misses its gold box in the first step, and a wrong one sees it in the last.
            ['gold_seen', Number(isRight ? step > 1 : step === STEPS)],
          ]),
          tools: sample % 2 === 0 ? ['read_text_element', 'compare_values'] : ['read_text_element'],
          findings: isFormed ? [] : ['missing-block', 'unknown-tool'],
          answer: isRight ? '43%' : `${sample}%`,
          finishReason: sample === 7 ? 'length' : 'stop',
        });
      }
  return columns;
}

/** The charts of that run. */
export function answerCharts(ids: readonly ChartId[]): RunCharts {
  const table = new ColumnsTable(learningColumns());
  const rows = Uint32Array.from({ length: table.count }, (_, row) => row);
  const builder = new ChartBuilder(table, rows, { acrossSteps: false, compared: 'reward' });
  return { matched: rows.length, charts: ids.map((id) => builder.build(id)) };
}

/** Charts for an extension that answers every question in the same way. */
export const EVERY_CHART: RunCharts = answerCharts([
  'steps:reward',
  'steps:right',
  'steps:length',
  'steps:cut-off',
  'steps:entropy',
  'steps:reward.answer',
  'steps:reward.format',
  'difficulty',
  'distribution:reward',
  'distribution:reward.answer',
  'distribution:reward.format',
  'distribution:length',
  'findings',
  'tools',
  'gold',
]);
