import { csvLine } from '../../../core/csv.ts';
import { LatencyTable, type LatencyRow } from '../../../core/runMetrics/latency.ts';
import type { Sample } from '../../../core/records/sample.ts';
import { PageTraceError } from '../../../core/errors.ts';
import { sectionLines } from '../../output/sections.ts';
import { reportIdle } from '../../arguments/arguments.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { jsonLine } from './rowsOutput.ts';
import { jsonMarkdown } from './runsMarkdown.ts';

/** The option about times. */
export const latencyOptions = { latency: { type: 'boolean' } } as const;

const COLUMNS = ['protocol', 'part', 'samples', 'mean', 'median', 'p95'] as const;

/** What `--latency` prints: how long the samples of a run took, part by part. */
export class LatencyReport {
  readonly #table = new LatencyTable();

  /**
   * Reads the option; null without it.
   * @param beside the options that print something else
   * @throws PageTraceError `bad-input` if one of them is given too
   */
  static read(
    values: Readonly<Record<string, unknown>>,
    beside: readonly string[],
    terminal: Terminal,
  ): LatencyReport | null {
    if (values['latency'] !== true) return null;
    const other = beside.find((name) => values[name] !== undefined);
    if (other !== undefined)
      throw new PageTraceError('bad-input', `--latency and --${other} cannot be used together.`, {
        hint: 'Run the command once for each.',
      });
    reportIdle(values, '--latency', ['groups', 'rows', 'filter'], terminal);
    return new LatencyReport();
  }

  add(sample: Sample): void {
    this.#table.add(sample);
  }

  /** The times in a format, in parts. */
  *output(format: 'table' | 'json' | 'jsonl' | 'csv' | 'markdown'): Generator<string> {
    const rows = this.#table.rows();
    switch (format) {
      case 'json':
        yield `${JSON.stringify({ unit: 'ms', latency: rows }, null, 2)}\n`;
        return;
      case 'jsonl':
        yield* rows.map((row) => jsonLine({ ...row }));
        return;
      case 'csv':
        yield csvLine(COLUMNS);
        yield* rows.map((row) => csvLine(COLUMNS.map((column) => row[column])));
        return;
      case 'markdown':
        yield jsonMarkdown('Latency', { unit: 'ms', latency: rows.map(shownRow) });
        return;
      case 'table':
        yield `${sectionLines('latency, in ms', rows.map(shownRow)).join('\n')}\n`;
    }
  }

  /** A sentence if no sample says how long it took; null if one does. */
  missing(): string | null {
    return this.#table.rows().length > 0
      ? null
      : 'No record says how long it took: there is none of the numbers retrieval_ms, render_ms, first_token_ms, last_token_ms and tools_ms, which pagetrace eval writes.';
  }
}

/** A row with times that are short enough for a table. */
function shownRow({ mean, median, p95, ...row }: LatencyRow): Readonly<Record<string, unknown>> {
  const short = (time: number): string => time.toFixed(1);
  return { ...row, mean: short(mean), median: short(median), p95: short(p95) };
}
