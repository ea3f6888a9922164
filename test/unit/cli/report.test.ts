import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { report } from '../../../src/cli/verbs/report/report.ts';
import { temporaryFolder } from '../../support/files.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';
import { rollout, writeRuns } from '../runs/index/support.ts';

interface Ran {
  readonly status: number;
  readonly out: string;
  readonly said: readonly string[];
}

async function run(...args: readonly string[]): Promise<Ran> {
  const out: string[] = [];
  const said: string[] = [];
  const status = await report(args, {
    terminal: silentTerminal({ out: (text) => out.push(text), say: (text) => said.push(text) }),
    stdin: Readable.from([]),
    environment: {},
    interrupted: new AbortController().signal,
  });
  return { status, out: out.join(''), said };
}

/** The questions of the trajectories that a report shows, in order. */
const trajectoriesIn = (html: string): string[] =>
  [...html.matchAll(/<h3>#\d+ ([^<]*)<\/h3>/g)].map(([, each = '']) => each);

describe('pagetrace report', () => {
  const folder = (): string =>
    writeRuns({
      '1.jsonl': [rollout('a', '41', 0.5), rollout('a', '40', 0.2), rollout('b', '42', 1)],
      '2.jsonl': [rollout('c', '7', -1, { step: 2 }), rollout('a', '9', 0.4, { step: 2 }), '{"broken": '],
    });

  it('shows the worst sample of each question, charts over the steps, metrics, and what a run holds', async () => {
    const { status, out, said } = await run(folder(), '--worst', '2', '--title', 'My run');
    expect(status).toBe(2);
    expect(trajectoriesIn(out)).toEqual(['c', 'a']);
    expect(out).toContain('2.jsonl:1: score -1');
    expect(out).toContain('1.jsonl:2: score 0.2');
    expect(out).toContain('<h1>My run</h1>');
    expect(out).toContain('<strong>Samples:</strong> 5');
    expect(out).toContain('<title>Score by step</title>');
    expect(out).toContain('Exact match (%)');
    expect(said.join('\n')).toContain('2.jsonl:3');
  });

  it('is about the samples that a filter keeps', async () => {
    const { out } = await run(folder(), '--where', 'step=1');
    expect(trajectoriesIn(out)).toEqual(['a', 'b']);
    expect(out).toContain('<strong>Filter:</strong> step=1');
    expect(out).toContain('<strong>Samples that it keeps:</strong> 3');
  });

  it('has the alerts of a whole run, and none of what a filter keeps', async () => {
    const equal = Array.from({ length: 20 }, (_, question) => rollout(`Question ${question}`, '42', 1));
    const runs = writeRuns({ '1.jsonl': [...equal, ...equal] });
    expect((await run(runs, '--worst', '0')).out).toContain('<strong>Most groups teach nothing</strong>');
    const { out } = await run(runs, '--worst', '0', '--where', 'step=1');
    expect(out).toContain('<strong>Samples that it keeps:</strong> 40');
    expect(out).not.toContain('id="alerts"');
  });

  it('scores with a profile, and shows no trajectory where none is asked for', async () => {
    const { out } = await run(folder(), '--profile', 'action-rl', '--judge', 'wrong', '--worst', '0');
    expect(out).toContain('<strong>Reward:</strong> action-rl');
    expect(out).toContain('<title>format: distribution</title>');
    expect(trajectoriesIn(out)).toEqual([]);
  });

  it('is written into a file at once, or not at all', async () => {
    const target = path.join(temporaryFolder(), 'run.html');
    const { out } = await run(folder(), '--out', target);
    expect(out).toBe('');
    expect(fs.readFileSync(target, 'utf8')).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    await expect(run(folder(), '--out', path.join(target, 'no.html'))).rejects.toMatchObject({
      reason: 'file-unwritable',
    });
  });

  it('keeps the report that there is if nothing of the run can be read', async () => {
    const target = path.join(temporaryFolder(), 'run.html');
    fs.writeFileSync(target, 'before');
    const missing = path.join(temporaryFolder(), 'nope.jsonl');
    await expect(run(missing, '--out', target)).rejects.toThrow(/Nothing of the run could be read/);
    await expect(run(folder(), '--documents', missing, '--out', target)).rejects.toThrow(/nope/);
    expect(fs.readFileSync(target, 'utf8')).toBe('before');
  });

  it.each([
    [['--worst', '201'], /--worst/],
    [['--worst', 'all'], /--worst/],
    [['--where', 'claim:near'], /--where asks for claims/],
    [['--profile', 'lang3act'], /There is no reward profile/],
  ])('refuses %j', async (args, message) => {
    await expect(run(folder(), ...args)).rejects.toThrow(message);
  });
});
