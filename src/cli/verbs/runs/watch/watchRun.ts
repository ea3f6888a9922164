import fs from 'node:fs';
import { Readable } from 'node:stream';
import { PageTraceError } from '../../../../core/errors.ts';
import { findAlerts } from '../../../../core/alerts/findAlerts.ts';
import { stepFigures } from '../../../../core/alerts/stepFigures.ts';
import { ColumnsTable } from '../../../../core/summary/columnsTable.ts';
import { RunColumns } from '../../../../core/summary/runColumns.ts';
import { DialectChoice } from '../../../../runs/choosing/dialectChoice.ts';
import { followRun, type FollowedPart } from '../../../../runs/following/followRun.ts';
import type { FollowingEnd } from '../../../../runs/following/followedFile.ts';
import type { InputOptions } from '../../../../runs/reading/inputs.ts';
import { readFacts } from '../../../../runs/scoring/sampleFacts.ts';
import { scorePortions, type ScoredItem, type Scoring } from '../../../../runs/scoring/scorer.ts';
import { numberOption, refuseWithout, wordOption } from '../../../arguments/arguments.ts';
import { Problems } from '../../../terminal/problems.ts';
import { CLEAN, UNUSABLE, type VerbContext } from '../../../terminal/verb.ts';
import { stepHead, stepJsonLine, stepTextLine } from './stepLine.ts';
import { WatchedSteps, type DueStep } from './watchedSteps.ts';
import { wholeText } from '../../../output/numbers.ts';

/** The options about watching. */
export const watchOptions = {
  watch: { type: 'boolean' },
  interval: { type: 'string' },
  idle: { type: 'string' },
} as const;

interface WatchValues {
  readonly watch?: boolean | undefined;
  readonly interval?: string | undefined;
  readonly idle?: string | undefined;
  readonly format?: string | undefined;
}

/** How a run is watched. */
export interface Watching {
  readonly format: 'table' | 'jsonl';
  /** Milliseconds between two looks at the files. */
  readonly interval: number;
  /** Milliseconds without a sample after which a step is complete. */
  readonly idle: number;
}

/** Options that ask for what is known only after everything is read. */
const NOT_WATCHED = [
  'out',
  'groups',
  'rows',
  'where',
  'ground',
  'tools',
  'across-steps',
  'filter',
  'metrics',
  'compare',
  'compare-by',
];

/** The longest that the options may wait, in seconds. */
const LONGEST = 86_400;

/**
 * Reads the options about watching; null without `--watch`.
 * @throws PageTraceError `bad-input` for options that are wrong or cannot be used together
 */
export function readWatching(values: WatchValues & Readonly<Record<string, unknown>>): Watching | null {
  refuseWithout(values, 'watch', ['interval', 'idle'], { hint: 'Watch the run' });
  if (values.watch !== true) return null;
  const other = NOT_WATCHED.find((name) => values[name] !== undefined);
  if (other !== undefined)
    throw new PageTraceError('bad-input', `--${other} cannot be used with --watch.`, {
      hint: 'Leave it out, or run the command without --watch when the run is complete.',
    });
  const range = { least: 0.01, most: LONGEST };
  return {
    format: wordOption('format', values.format, ['table', 'jsonl'], 'table'),
    interval: 1000 * numberOption('interval', values.interval, range, 2),
    idle: 1000 * numberOption('idle', values.idle, range, 60),
  };
}

/** What is watched, and how its samples are scored. */
interface WatchedRun {
  readonly paths: readonly string[];
  readonly inputs: InputOptions;
  readonly scoring: Scoring;
  readonly compared: 'reward' | 'score';
  readonly alertsOff: readonly string[];
}

/**
 * Prints a line for each step of a run that is being written, until Ctrl+C, or until nobody reads the output any more.
 * @throws PageTraceError
 */
export async function watchRun(
  { paths, inputs, scoring, compared, alertsOff }: WatchedRun,
  { format, interval, idle }: Watching,
  { terminal, interrupted }: VerbContext,
): Promise<number> {
  if (paths.includes('-'))
    throw new PageTraceError('bad-input', 'Standard input cannot be watched.', {
      hint: 'Name the files or folders that the run is written to.',
    });
  for (const each of paths) if (!fs.existsSync(each)) terminal.say(`${each} is not there yet.`);
  const signal = AbortSignal.any([interrupted, terminal.unread]);
  const columns = new RunColumns();
  const dialects = new DialectChoice();
  const steps = new WatchedSteps(idle);
  const unreadable = new Problems(terminal);
  const known = new Set<string>();
  /** The steps that were printed. */
  const complete = new Set<number | null>();
  let broken = 0;
  const add = (items: readonly ScoredItem[]): void => {
    dialects.look(items);
    for (const item of items) {
      if ('problem' in item) {
        unreadable.add(item.place, item.problem);
        if (item.reason !== 'failed') broken += 1;
        continue;
      }
      const facts = readFacts(item.sample, dialects.of(item.place.file, item.sample), item.score);
      steps.add(facts.step, columns.add(facts), Date.now());
    }
  };
  const print = (due: readonly DueStep[]): void => {
    if (due.length === 0) return;
    const table = new ColumnsTable(columns);
    // A step that is still being written would count as one with few samples.
    for (const { step } of due) complete.add(step);
    const rows = Uint32Array.from({ length: table.count }, (_, row) => row);
    const written = rows.filter((row) => complete.has(table.step(row)));
    const alerts = findAlerts(table, written, compared, alertsOff).filter(({ code }) => !known.has(code));
    for (const { code } of alerts) known.add(code);
    due.forEach((each, at) => {
      const printed = {
        due: each,
        figures: stepFigures(table, each.rows, compared),
        compared,
        alerts: at === due.length - 1 ? alerts : [],
      };
      terminal.out(format === 'jsonl' ? stepJsonLine(printed) : stepTextLine(printed));
    });
  };
  const followed = followRun(paths, {
    inputs,
    interval,
    settleTime: idle,
    signal,
    onEnded: (file, why) => {
      terminal.say(endedSentence(file, why));
    },
  });
  if (format === 'table') terminal.out(stepHead(compared));
  for await (const part of scored(followed, scoring)) {
    if (part === 'looked') print(steps.looked(Date.now()));
    else add(part);
    terminal.count(`Read ${wholeText(columns.rows)}`);
    await terminal.drained();
  }
  print(steps.ended());
  unreadable.end();
  return broken > 0 ? UNUSABLE : CLEAN;
}

/** The samples that come, with their scores, and the ends of looks at the files. */
async function* scored(
  parts: AsyncIterable<FollowedPart>,
  scoring: Scoring,
): AsyncGenerator<readonly ScoredItem[] | 'looked'> {
  // What was read when the person stops is scored all the same.
  const { signal } = new AbortController();
  for await (const part of parts) {
    if (part.kind === 'looked') yield 'looked';
    else yield* scorePortions(Readable.from([part.items]), scoring, signal);
  }
}

function endedSentence(file: string, why: FollowingEnd): string {
  switch (why) {
    case 'replaced':
      return `${file} was replaced or cut, so it is no longer followed; what was read of it counts.`;
    case 'changed':
      return `${file} was changed after it was read, and is not read again.`;
    case 'gone':
      return `${file} is gone; what was read of it counts.`;
  }
}
