import path from 'node:path';
import { PageTraceError } from '../../../../core/errors.ts';
import { nearestName } from '../../../../core/nearestName.ts';
import { bucketValues } from '../../../../core/runMetrics/bucketValues.ts';
import {
  compareRuns,
  DEFAULT_COMPARISON,
  type ComparedRuns,
  type RunSide,
} from '../../../../core/runComparison/compareRuns.ts';
import { DEFAULT_BOOTSTRAP, measureRun, MOST_BUCKETS } from '../../../../core/runMetrics/measureRun.ts';
import type { RunMetrics } from '../../../../core/runMetrics/model.ts';
import { samplePages } from '../../../../core/runMetrics/samplePages.ts';
import type { RunSample } from '../runReader.ts';
import type { MeasureRequest } from './measureOptions.ts';
import { MeasuredRun } from './measuredRun.ts';
import { wholeText } from '../../../output/numbers.ts';

/** A run that is compared, with the numbers of its rows among those of its files. */
export type ComparedSide = RunSide & Pick<MeasuredRun, 'numberOf'>;

/** What was measured of the runs. */
export interface MeasuredRuns {
  /** The metrics of the run; null if they are not asked for. */
  readonly metrics: { readonly name: string; readonly metrics: RunMetrics } | null;
  /** Two runs compared; null if one or several others are asked for. */
  readonly compared: {
    readonly base: ComparedSide;
    readonly run: ComparedSide;
    readonly runs: ComparedRuns;
  } | null;
  /** The metrics of more than two runs; empty for fewer. */
  readonly several: readonly { readonly name: string; readonly metrics: RunMetrics }[];
}

/** Measures the samples of a run, or of its parts, and of the runs that it is compared with. */
export class RunMeasures {
  readonly #request: MeasureRequest;
  /** The whole run; null if only its parts are compared. */
  readonly #run: MeasuredRun | null;
  readonly #sides: readonly { readonly value: string; readonly part: MeasuredRun }[];
  readonly #others: MeasuredRun[] = [];
  readonly #names: ReadonlyMap<string, string>;
  #rows = 0;

  /** @param inputs the files and folders of the run, as they are named */
  constructor(request: MeasureRequest, inputs: readonly string[]) {
    this.#request = request;
    const [first = ''] = inputs;
    this.#names = shortNames([first, ...request.others]);
    const name = inputs.length === 1 ? (this.#names.get(first) ?? first) : `${inputs.length} files`;
    const { sides, metrics, by } = request;
    this.#run = metrics || sides === null ? new MeasuredRun(name, by, request.others.length > 0) : null;
    this.#sides = (sides?.values ?? []).map((value) => ({
      value,
      part: new MeasuredRun(`${sides?.field ?? ''}=${value}`, [], true),
    }));
  }

  /** Adds a sample of the run. */
  add({ item, facts }: RunSample): void {
    const number = ++this.#rows;
    this.#run?.add(item, facts, number);
    if (this.#request.sides === null) return;
    const gold = samplePages(item.sample).gold?.size ?? null;
    const values = bucketValues(this.#request.sides.field, item.sample, facts, { gold_images: gold });
    for (const { value, part } of this.#sides) if (values.includes(value)) part.add(item, facts, number);
  }

  /** A run that it is compared with, to which samples are added. */
  addOther(input: string): MeasuredRun {
    const other = new MeasuredRun(this.#names.get(input) ?? input, [], true);
    this.#others.push(other);
    return other;
  }

  /**
   * Measures everything.
   * @throws PageTraceError `bad-input` for a field with too many values, and for a measure that the runs do not have
   */
  measure(): MeasuredRuns {
    const { seed, rounds, metrics, sides } = this.#request;
    const bootstrap = { ...DEFAULT_BOOTSTRAP, seed, rounds };
    const measured = (run: MeasuredRun): { readonly name: string; readonly metrics: RunMetrics } => {
      const by = run.buckets();
      for (const each of by) requireFew(each);
      return { name: run.name, metrics: measureRun({ ...run.measured(), by }, bootstrap) };
    };
    const parts = this.#sides.map(({ part }) => part);
    const own = this.#run === null || sides !== null ? [] : [this.#run];
    // A run is compared with the others, and a part with the first one.
    const compared = sides === null ? [...this.#others, ...own] : parts;
    return {
      metrics: metrics && this.#run !== null ? measured(this.#run) : null,
      compared: compared.length === 2 ? this.#compare(compared) : null,
      several: compared.length > 2 ? compared.map(measured) : [],
    };
  }

  /** Sentences about fields that no sample has. */
  unseen(): readonly string[] {
    const known = this.#run === null ? [] : [...this.#run.columns.fields.keys(), ...this.#run.fieldNames];
    const fields = (this.#run?.buckets() ?? []).filter(({ distinct }) => distinct === 0);
    const sentences = fields.map(({ field }) => {
      const nearest = nearestName(field, known);
      return `No sample has a value in the field ${field}, which --by names.${nearest === null ? '' : ` Did you mean ${nearest}?`}`;
    });
    const { sides } = this.#request;
    for (const { value, part } of this.#sides)
      if (part.columns.rows === 0)
        sentences.push(
          `No sample has ${value} in the field ${sides?.field ?? ''}, which --compare-by names.`,
        );
    return sentences;
  }

  #compare(compared: readonly MeasuredRun[]): MeasuredRuns['compared'] {
    const [base, run] = compared.map((each): ComparedSide => ({
      ...each.side(),
      numberOf: (row) => each.numberOf(row),
    }));
    if (base === undefined || run === undefined) return null;
    const { seed, rounds, measure } = this.#request;
    const runs = compareRuns(base, run, { ...DEFAULT_COMPARISON, seed, rounds, measure });
    if (measure !== null && runs.comparison.measure === null)
      throw new PageTraceError(
        'bad-input',
        `--measure ${measure} is no metric of both runs in which a higher or a lower number is better.`,
        { hint: adviseMeasure(runs) },
      );
    return { base, run, runs };
  }
}

function adviseMeasure({ comparison }: ComparedRuns): string {
  const names = comparison.metrics.filter(({ better }) => better !== null).map(({ name }) => name);
  return names.length === 0 ? 'They have none.' : `They have ${names.join(', ')}.`;
}

function requireFew({ field, distinct }: { readonly field: string; readonly distinct: number }): void {
  if (distinct <= MOST_BUCKETS) return;
  throw new PageTraceError(
    'bad-input',
    `The field ${field}, which --by names, has ${wholeText(distinct)} different values.`,
    { hint: `Name a field with at most ${MOST_BUCKETS}, such as a kind of question.` },
  );
}

/** Names of files and folders that tell them apart: the last part of each path, or all of it. */
function shortNames(inputs: readonly string[]): ReadonlyMap<string, string> {
  const bases = inputs.map((input) => path.basename(path.resolve(input)));
  return new Map(
    inputs.map((input, at) => {
      const base = bases[at] ?? input;
      return [
        input,
        input === '-' ? 'standard input' : bases.filter((each) => each === base).length > 1 ? input : base,
      ];
    }),
  );
}
