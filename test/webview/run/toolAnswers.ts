import type { Alert } from '../../../src/core/alerts/model.ts';
import { ColumnsTable } from '../../../src/core/summary/columnsTable.ts';
import { RunColumns } from '../../../src/core/summary/runColumns.ts';
import { describeToolPool, type ToolPool } from '../../../src/core/toolPool/toolPool.ts';
import type { DefinedTool } from '../../../src/core/toolPool/definitions.ts';

const NAMES = [
  'read_text_element',
  'read_numeric_value',
  'identify_entity_attribute',
  'compare_values',
  'locate_visual_element',
  'compute_percentage',
  'infer_missing_information',
  'subtract_values',
  'add_values',
  'count_objects',
] as const;

/** How many of 1,500 trajectories use each, as in the paper. */
const COUNTS = [964, 626, 259, 259, 245, 189, 41, 20, 5, 3];

function paperPool(): ToolPool {
  const tools = Array.from({ length: 1500 }, (): string[] => []);
  let next = 0;
  NAMES.forEach((name, at) => {
    for (let count = 0; count < (COUNTS[at] ?? 0); count += 1)
      tools[next++ % 1500]?.push(count === 7 ? name.replaceAll('_', '-') : name);
  });
  const columns = new RunColumns();
  tools.forEach((own, row) => {
    columns.add({
      step: null,
      group: null,
      right: row % 3 > 0,
      fields: new Map([['reward', (row % 10) / 10]]),
      tools: own,
      findings: [],
      answer: null,
      finishReason: null,
    });
  });
  const rows = Uint32Array.from({ length: 1500 }, (_, row) => row);
  return describeToolPool(new ColumnsTable(columns), rows, 'reward');
}

/** The tool pool with the counts of Lang2Act's paper. */
export const PAPER_POOL = paperPool();

/** What the first tools are defined as; nothing defines the others. */
export const DEFINITIONS: readonly DefinedTool[] = NAMES.map((name, at) => ({
  name,
  definition:
    at > 2
      ? null
      : {
          count: 3,
          args: [
            { text: 'Image k: where', count: 2 },
            { text: 'k, where', count: 1 },
          ],
          descriptions: [{ text: `What ${name} does.`, count: 3 }],
        },
}));

export const ALERTS: readonly Alert[] = [
  {
    code: 'reward-up-right-down',
    title: 'The reward rises while fewer answers are right',
    sentence:
      'The mean reward rises from 0.34 (steps 1 to 40) to 0.61 (steps 81 to 120), and the share of right answers falls from 52% (steps 1 to 40) to 41% (steps 81 to 120): something else than the answer is paid for.',
    steps: { first: 81, last: 120 },
    filter: 'step:81..120 is:wrong reward>=0.61',
  },
  {
    code: 'format-saturated',
    title: 'The format is learned',
    sentence:
      'In steps 81 to 120, 100% of the samples have the greatest reward.format, 0.1: it tells hardly any of them apart.',
    steps: { first: 81, last: 120 },
    filter: null,
  },
];
