// Compares a run with another one and prints what that took, as JSON: node compareRunsProcess.ts FILE OTHER
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { dist } from '../../scripts/lib/paths.mjs';
import { FIRST_VIEW } from '../../src/runs/index/model.ts';
import { RunIndex } from '../../src/runs/index/runIndex.ts';
import type { MeasuredComparison } from './comparedRuns.ts';

const question = { measure: null, seed: 0, rounds: 1000 };

async function openRun(file: string): Promise<RunIndex> {
  const index = new RunIndex({
    worker: pathToFileURL(path.join(dist, 'runs-worker.js')),
    strings: {},
    locale: 'en',
    limits: { pollInterval: 0 },
  });
  await index.open({ paths: [file], fields: {}, profile: 'none', cache: null });
  await index.setView(FIRST_VIEW);
  await index.settled('scored');
  return index;
}

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const [file = '', other = ''] = process.argv.slice(2);
const [run, base] = [await openRun(file), await openRun(other)];
const begun = cpuSeconds();
let { side } = await base.side('base');
while (side === null) ({ side } = await base.side('base'));
const parts = { with: { packed: side }, names: ['base', 'run'] } as const;
let { comparison } = await run.compareRuns(question, parts);
while (comparison === null) ({ comparison } = await run.compareRuns(question, parts));
const compared = cpuSeconds() - begun;
const asked = performance.now();
await run.compareRuns({ ...question, seed: 1 }, parts);
const again = performance.now() - asked;
await Promise.all([run.dispose(), base.dispose()]);
console.log(JSON.stringify({ compared, again } satisfies MeasuredComparison));
