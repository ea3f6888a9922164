import { visibleText } from '../../../core/visibleText.ts';
import type { BaselineChange } from '../../../runs/baseline/baseline.ts';
import { RecordedScores } from '../../../runs/statistics/recordedScores.ts';
import type { Place } from '../../../runs/reading/inputs.ts';
import { placeJson } from '../../output/json.ts';
import { recordedJson, recordedLines } from '../../output/recordedComparison.ts';
import { countText, shortNumber, wholeText } from '../../output/numbers.ts';
import type { Problems } from '../../terminal/problems.ts';
import { changeJson, type BaselineReport } from './baselineReport.ts';
import { scoreRow } from './scoreRow.ts';
import { ScoreTable } from './scoreTable.ts';
import type { ScoredSample } from '../../../runs/scoring/scorer.ts';
import type { Need } from '../../../core/rewards/model.ts';

/** The libraries that alone can decide some rewards. */
const NEEDED_LIBRARIES: Readonly<Partial<Record<Need, string>>> = {
  sympy: 'SymPy',
  math_verify: 'Math-Verify',
};

/** Creates the text of each score. */
export interface ScoreWriter {
  readonly head: string;
  /** @param change how the score compares with the baseline; null without one */
  readonly row: (scored: ScoredSample, change: BaselineChange | null) => string;
  /** The row of a record that cannot be read, so that every record has a row. */
  readonly unreadable: (place: Place, problem: string) => string;
  /** @param baseline the comparison with a baseline; null without one */
  readonly tail: (total: ScoreTotal, unreadable: number, baseline: BaselineReport | null) => string;
}

/** A writer of a table, of JSON lines, or of one JSON object. */
export function scoreWriter(format: 'table' | 'json' | 'jsonl', explain: boolean): ScoreWriter {
  if (format === 'table') {
    const table = new ScoreTable(explain);
    return {
      head: '',
      // A file with the table is read in a terminal too.
      row: (scored) => visibleText(table.lines(scored)),
      // A table has no such row: standard error names the record.
      unreadable: () => '',
      tail: () => '',
    };
  }
  const row = (scored: ScoredSample, change: BaselineChange | null): string => {
    const json = scoreRow(scored, explain);
    return JSON.stringify(change === null ? json : { ...json, baseline: changeJson(change) });
  };
  const unreadable = (place: Place, error: string): string => JSON.stringify({ ...placeJson(place), error });
  if (format === 'jsonl') {
    return {
      head: '',
      row: (scored, change) => `${row(scored, change)}\n`,
      unreadable: (place, problem) => `${unreadable(place, problem)}\n`,
      tail: () => '',
    };
  }
  let separator = '\n';
  const listed = (text: string): string => {
    const item = `${separator}${text}`;
    separator = ',\n';
    return item;
  };
  return {
    head: '{"samples":[',
    row: (scored, change) => listed(row(scored, change)),
    unreadable: (place, problem) => listed(unreadable(place, problem)),
    tail: (total, count, baseline) => {
      const summary = {
        ...total.json(count),
        ...(baseline === null ? {} : { baseline: baseline.json() }),
      };
      return `\n],"summary":${JSON.stringify(summary)}}\n`;
    },
  };
}

/** The summary of all samples. */
export class ScoreTotal {
  #samples = 0;
  /** Samples for which the profile or the Python reward returned something, or that the profile raised on. */
  #scored = 0;
  #known = 0;
  #sum = 0;
  #raised = 0;
  #unknown = 0;
  #pythonFailed = 0;
  readonly #needs = new Set<Need>();
  readonly #recorded = new RecordedScores();
  #python = 0;
  #pythonSum = 0;
  #pythonNaN = 0;
  #pythonInfinite = 0;
  #notApplicable = 0;

  /** The number of samples. */
  get samples(): number {
    return this.#samples;
  }

  /** Counts a sample. */
  add(scored: ScoredSample): void {
    const { score, user } = scored;
    this.#samples += 1;
    if (score !== null || user?.ok === true) this.#scored += 1;
    this.#recorded.add(scored);
    if (score?.raises != null) this.#raised += 1;
    else if (score?.overall === null) {
      this.#unknown += 1;
      for (const need of score.needs) this.#needs.add(need);
    }
    if (score?.overall != null) {
      this.#known += 1;
      this.#sum += score.overall;
    }
    if (user?.ok && user.notApplicable) this.#notApplicable += 1;
    else if (user?.ok && Number.isNaN(user.overall)) this.#pythonNaN += 1;
    else if (user?.ok && !Number.isFinite(user.overall)) this.#pythonInfinite += 1;
    else if (user?.ok) {
      this.#python += 1;
      this.#pythonSum += user.overall;
    } else if (user !== null) this.#pythonFailed += 1;
  }

  /** The summary of media/schemas/score.schema.json. */
  json(unreadable: number): Record<string, unknown> {
    const recorded = this.#recorded.comparison();
    return {
      samples: this.#samples,
      scored: this.#known,
      mean: mean(this.#sum, this.#known),
      raised: this.#raised,
      ...(this.#unknown === 0 ? {} : { unknown: this.#unknown, needs: [...this.#needs] }),
      ...(this.#python === 0
        ? {}
        : { python: this.#python, python_mean: mean(this.#pythonSum, this.#python) }),
      ...(this.#notApplicable === 0 ? {} : { python_not_applicable: this.#notApplicable }),
      ...(this.#pythonNaN === 0 ? {} : { python_nan: this.#pythonNaN }),
      ...(this.#pythonInfinite === 0 ? {} : { python_infinite: this.#pythonInfinite }),
      ...(this.#pythonFailed === 0 ? {} : { python_failed: this.#pythonFailed }),
      ...(recorded === null ? {} : { recorded_score: recordedJson(recorded) }),
      unreadable,
    };
  }

  /** How the records' own scores compare with these, as lines; none if no record holds one. */
  recordedLines(): readonly string[] {
    const recorded = this.#recorded.comparison();
    return recorded === null ? [] : recordedLines(recorded);
  }

  /**
   * The summary as one sentence.
   * @param files the number of files that were to be scored
   * @param unfit the number of records without a profile
   */
  sentence(
    files: number,
    unreadable: Pick<Problems, 'count' | 'files'>,
    unfit: number,
    findings: number,
  ): string {
    const average = (sum: number, count: number, whose: string): readonly string[] =>
      count === 0
        ? []
        : [
            `${shortNumber(sum / count)} on average${whose}${count === this.#samples ? '' : ` over ${wholeText(count)}`}`,
          ];
    const missing = [...this.#needs]
      .map((need) => NEEDED_LIBRARIES[need] ?? `the ${need.replaceAll('_', ' ')}`)
      .join(' and ');
    const scored = this.#scored === this.#samples ? '' : `${wholeText(this.#scored)} of `;
    const unreadableRecords = unreadable.count - unreadable.files;
    return `${[
      `${scored}${countText(this.#samples, 'sample', 'samples')} of ${countText(files, 'file', 'files')} scored`,
      ...average(this.#sum, this.#known, ''),
      ...average(this.#pythonSum, this.#python, ' by the Python reward'),
      ...(this.#unknown === 0
        ? []
        : [
            `${countText(this.#unknown, 'reward', 'rewards')} not known${missing === '' ? '' : ` without ${missing}`}`,
          ]),
      ...(this.#notApplicable === 0
        ? []
        : [
            `${countText(this.#notApplicable, 'sample', 'samples')} to which the Python reward does not apply (None)`,
          ]),
      ...(this.#pythonNaN === 0
        ? []
        : [`${countText(this.#pythonNaN, 'score', 'scores')} of the Python reward not a number`]),
      ...(this.#pythonInfinite === 0
        ? []
        : [`${countText(this.#pythonInfinite, 'infinite score', 'infinite scores')} of the Python reward`]),
      ...(this.#pythonFailed === 0
        ? []
        : [`${countText(this.#pythonFailed, 'failure', 'failures')} of the Python reward`]),
      ...(this.#raised === 0 ? [] : [`${countText(this.#raised, 'exception', 'exceptions')} raised`]),
      ...(unreadable.files === 0 ? [] : [`${countText(unreadable.files, 'file', 'files')} not readable`]),
      ...(unreadableRecords === 0
        ? []
        : [`${countText(unreadableRecords, 'record', 'records')} not readable`]),
      ...(unfit === 0 ? [] : [`${countText(unfit, 'record', 'records')} without a reward profile`]),
      ...(findings === 0 ? [] : [countText(findings, 'finding', 'findings')]),
    ].join(', ')}.`;
  }
}

function mean(sum: number, count: number): number | null {
  return count === 0 || !Number.isFinite(sum) ? null : sum / count;
}
