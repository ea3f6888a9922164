import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import zlib from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runs } from '../../../src/cli/verbs/runs/runs.ts';
import { asPageTraceError } from '../../../src/core/errors.ts';
import { temporaryFolder } from '../../support/files.ts';
import { schemaErrors } from '../../support/schemas.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';

/** A line of verl's rollouts. */
function line(question: string, score: number, more: object = {}): string {
  return `${JSON.stringify({ input: question, output: '<answer>1</answer>', gts: 'r', score, ...more })}\n`;
}

interface Watched {
  readonly out: () => string;
  readonly said: readonly string[];
  /** Waits until something is printed. */
  until(text: string): Promise<void>;
  /** Ctrl+C. */
  end(): Promise<number>;
}

/** Watches a run with short times. */
function watch(paths: readonly string[], ...more: readonly string[]): Watched {
  const out: string[] = [];
  const said: string[] = [];
  const interrupted = new AbortController();
  const running = runs([...paths, '--watch', '--interval', '0.01', ...more], {
    terminal: silentTerminal({ out: (text) => out.push(text), say: (text) => said.push(text) }),
    stdin: Readable.from([]),
    environment: {},
    interrupted: interrupted.signal,
  });
  onTestFinished(() => {
    interrupted.abort();
  });
  return {
    out: () => out.join(''),
    said,
    until: async (text) => {
      while (!out.join('').includes(text) && !said.join('\n').includes(text)) await delay(2);
    },
    end: () => {
      interrupted.abort();
      return running;
    },
  };
}

interface StepRow {
  readonly step: number | null;
  readonly complete: boolean;
  readonly again: boolean;
  readonly samples: number;
}

function rowsOf(out: string): readonly StepRow[] {
  return out
    .split('\n')
    .filter((each) => each !== '')
    .map((each) => {
      const row = JSON.parse(each) as StepRow;
      expect(schemaErrors('runs-watch', row)).toEqual([]);
      return row;
    });
}

const stepsOf = (out: string): readonly (readonly [number | null, number, boolean])[] =>
  rowsOf(out).map(({ step, samples, complete }) => [step, samples, complete]);

describe('--watch', () => {
  it('prints a step when the next one has begun, and what is known at the end', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'run.jsonl');
    fs.writeFileSync(file, line('a', 1, { step: 1 }) + line('a', 0, { step: 1 }) + line('b', 1, { step: 2 }));
    const watched = watch([file], '--format', 'jsonl');
    await watched.until('"step":1');
    expect(rowsOf(watched.out())[0]).toEqual({
      step: 1,
      complete: true,
      again: false,
      samples: 2,
      compared: 'score',
      mean: 0.5,
      judged: 2,
      right: 1,
      right_share: 0.5,
      groups: 1,
      zero_variance: 0,
      zero_variance_share: 0,
      tokens: null,
      cut_off: 0,
      alerts: [],
    });
    // A record that is written in two pieces.
    const next = line('b', 1, { step: 2 }) + line('c', 1, { step: 3 });
    fs.appendFileSync(file, next.slice(0, 30));
    fs.appendFileSync(file, next.slice(30));
    await watched.until('"step":2');
    expect(await watched.end()).toBe(0);
    expect(stepsOf(watched.out())).toEqual([
      [1, 2, true],
      [2, 2, true],
      [3, 1, false],
    ]);
  });

  it('follows files that are added to a folder, whose names say the step', async () => {
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, '1.jsonl'), line('a', 1));
    const watched = watch([folder], '--format', 'jsonl');
    fs.writeFileSync(path.join(folder, '2.jsonl'), line('a', 1) + line('b', 0));
    await watched.until('"step":1');
    fs.writeFileSync(path.join(folder, '10.jsonl'), line('a', 0));
    await watched.until('"step":2');
    await watched.end();
    expect(stepsOf(watched.out())).toEqual([
      [1, 1, true],
      [2, 2, true],
      [10, 1, false],
    ]);
  });

  it('prints the last step when nothing came for a time, and again if it goes on', async () => {
    const file = path.join(temporaryFolder(), '7.jsonl');
    fs.writeFileSync(file, line('a', 1));
    const watched = watch([file], '--format', 'jsonl', '--idle', '0.05');
    await watched.until('"samples":1');
    fs.appendFileSync(file, line('a', 1));
    await watched.until('"samples":2');
    await watched.end();
    expect(rowsOf(watched.out()).map(({ step, samples, again }) => [step, samples, again])).toEqual([
      [7, 1, false],
      [7, 2, true],
    ]);
  });

  it('reads packed files once they no longer change', async () => {
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, '3.jsonl.gz'), zlib.gzipSync(line('a', 1) + line('a', 0)));
    const watched = watch([folder], '--format', 'jsonl', '--idle', '0.03');
    await watched.until('"samples":2');
    expect(await watched.end()).toBe(0);
  });

  it('takes the last line without its end only if it is whole', async () => {
    const file = path.join(temporaryFolder(), '5.jsonl');
    fs.writeFileSync(file, line('a', 1));
    const watched = watch([file], '--format', 'jsonl', '--idle', '0.05');
    await watched.until('"samples":1');
    fs.appendFileSync(file, line('b', 1) + line('c', 1).trimEnd());
    await watched.until('"samples":2');
    await watched.end();
    expect(stepsOf(watched.out()).at(-1)).toEqual([5, 3, false]);
    const broken = path.join(temporaryFolder(), '6.jsonl');
    fs.writeFileSync(broken, line('a', 1) + line('b', 1).slice(0, 20));
    const other = watch([broken], '--format', 'jsonl', '--idle', '0.05');
    await other.until('"samples":1');
    expect(await other.end()).toBe(0);
    expect(stepsOf(other.out())).toEqual([[6, 1, true]]);
  });

  it('waits for a file that is not there yet, and says when one was cut or is gone', async () => {
    const folder = temporaryFolder();
    const [first, second] = [path.join(folder, '1.jsonl'), path.join(folder, '2.jsonl')];
    const watched = watch([first, second], '--format', 'jsonl', '--idle', '0.05');
    await watched.until('2.jsonl is not there yet.');
    fs.writeFileSync(first, line('a', 1) + line('b', 1));
    fs.writeFileSync(second, line('a', 1));
    await watched.until('"step":2');
    fs.writeFileSync(first, line('c', 1));
    await watched.until('1.jsonl was replaced or cut');
    fs.rmSync(second);
    await watched.until('2.jsonl is gone');
    await watched.end();
    expect(stepsOf(watched.out())).toEqual([
      [1, 2, true],
      [2, 1, true],
    ]);
  });

  it('says which records are broken, once, and goes on', async () => {
    const file = path.join(temporaryFolder(), '1.jsonl');
    fs.writeFileSync(file, `${line('a', 1)}{"input": broken}\n${line('b', 1)}`);
    const watched = watch([file], '--format', 'jsonl', '--idle', '0.02');
    await watched.until('"samples":2');
    expect(await watched.end()).toBe(2);
    expect(watched.said.filter((each) => each.includes(':2:'))).toHaveLength(1);
  });

  it('prints a table, and an alert when it begins to hold', async () => {
    const file = path.join(temporaryFolder(), 'run.jsonl');
    const step = (number: number): string =>
      Array.from({ length: 60 }, (_, at) => line(`q${at % 30}`, 0.5, { step: number })).join('');
    fs.writeFileSync(file, step(1) + step(2));
    const watched = watch([file]);
    await watched.until('groups-without-variance');
    fs.appendFileSync(file, step(3));
    await watched.until('\n       2');
    await watched.end();
    const lines = watched.out().trimEnd().split('\n');
    expect(lines).toEqual([
      '    step samples    score  right zero-var  tokens cut off',
      '       1      60   0.5000      -   100.0%       -    0.0%',
      expect.stringContaining('  groups-without-variance: In '),
      expect.stringContaining("    --where 'step"),
      '       2      60   0.5000      -   100.0%       -    0.0%',
      '       3      60   0.5000      -   100.0%       -    0.0%  not complete',
    ]);
  });

  it.each([
    [['--watch', '--groups'], '--groups cannot be used with --watch.'],
    [['--watch', '--where', 'score=1'], '--where cannot be used with --watch.'],
    [['--interval', '1'], '--interval is given without --watch.'],
    [['--watch', '--idle', '0'], '--idle must be a number from 0.01 to 86400, not "0".'],
    [['--watch', '--format', 'csv'], '--format must be table or jsonl, not "csv".'],
  ])('refuses %j', async (args, sentence) => {
    const file = path.join(temporaryFolder(), '1.jsonl');
    const error = await watchRefused([file, ...args]);
    expect(error).toBe(sentence);
  });

  it('does not watch standard input', async () => {
    expect(await watchRefused(['-', '--watch'])).toBe('Standard input cannot be watched.');
  });
});

async function watchRefused(args: readonly string[]): Promise<string> {
  const context = {
    terminal: silentTerminal(),
    stdin: Readable.from([]),
    environment: {},
    interrupted: new AbortController().signal,
  };
  return runs(args, context).then(
    () => 'none',
    (error: unknown) => asPageTraceError(error).message,
  );
}
