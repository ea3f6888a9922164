import type { MetricSource } from '../runMetrics/metricSource.ts';
import { majorityOf } from '../summary/groupMembers.ts';
import { GroupRows } from '../summary/groupRows.ts';
import type { SampleTable } from '../summary/sampleTable.ts';
import type { QuestionMatches } from './matchQuestions.ts';

/** How the run answers a question, compared with the base; null if the measure is not known in both. */
export type Outcome = 'win' | 'loss' | 'tie' | null;

/** What is read of the rows of a run. */
type PairedTable = Pick<SampleTable, 'count' | 'answerOf' | 'groups'>;

/** Differences that are smaller are due to the order of additions. */
const NOTHING = 1e-12;

/** The questions that two runs share, with the rows of their samples. */
export class PairedQuestions {
  readonly count: number;
  readonly #base: GroupRows;
  readonly #run: GroupRows;
  readonly #tables: { readonly base: PairedTable; readonly run: PairedTable };

  constructor(
    matches: QuestionMatches,
    base: { readonly table: PairedTable; readonly rows: Uint32Array },
    run: { readonly table: PairedTable; readonly rows: Uint32Array },
  ) {
    this.count = matches.pairs;
    this.#base = pairRows(base, matches.ofBase, matches.pairs);
    this.#run = pairRows(run, matches.ofRun, matches.pairs);
    this.#tables = { base: base.table, run: run.table };
  }

  /** The rows of the samples of a question. */
  rowsOf(side: 'base' | 'run', question: number): Uint32Array {
    return (side === 'base' ? this.#base : this.#run).of(question);
  }

  /** The mean of a metric for each question; NaN where no sample has it, or where they are too large to be added. */
  means(side: 'base' | 'run', { at }: Pick<MetricSource, 'at'>): Float64Array {
    const means = new Float64Array(this.count);
    for (let question = 0; question < this.count; question += 1) {
      let sum = 0;
      let samples = 0;
      for (const row of this.rowsOf(side, question)) {
        const value = at(row);
        if (value === null) continue;
        sum += value;
        samples += 1;
      }
      means[question] = samples > 0 && Number.isFinite(sum) ? sum / samples : Number.NaN;
    }
    return means;
  }

  /** Whether most samples of a question give another answer than in the base; no answer is not another one. */
  isAnswerChanged(question: number): boolean {
    const answers = (['base', 'run'] as const).map((side) => {
      const table = this.#tables[side];
      const majority = majorityOf(table, this.rowsOf(side, question));
      return majority === null ? 0 : table.answerOf(majority.row);
    });
    return answers[0] !== 0 && answers[1] !== 0 && answers[0] !== answers[1];
  }
}

/** The rows of each pair of questions. */
function pairRows(
  { table, rows }: { readonly table: PairedTable; readonly rows: Uint32Array },
  pairOf: Int32Array,
  pairs: number,
): GroupRows {
  const { ofRow } = table.groups(true);
  const own = new Int32Array(table.count).fill(-1);
  for (const row of rows) {
    const group = ofRow[row] ?? -1;
    if (group >= 0) own[row] = pairOf[group] ?? -1;
  }
  return new GroupRows(own, pairs);
}

/** Who is better by the means of a metric of which a higher or a lower number is better. */
export function outcomeOf(base: number, run: number, better: 'higher' | 'lower'): Outcome {
  if (Number.isNaN(base) || Number.isNaN(run)) return null;
  const gain = better === 'higher' ? run - base : base - run;
  return Math.abs(gain) <= NOTHING ? 'tie' : gain > 0 ? 'win' : 'loss';
}
