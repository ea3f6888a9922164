import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type BenchRow, medianOf } from './row.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const DOCUMENT = fileURLToPath(new URL('../../media/sample/annual-report.pdf', import.meta.url));
const QUESTION = 'What was total revenue in 2024?';
const ROUNDS = 5;

/** Asks the offline reader about the ten pages of the sample, in seconds from the start of the command line. */
async function ask(): Promise<{ readonly first: number; readonly whole: number }> {
  const start = performance.now();
  const child = spawn(process.execPath, [CLI, 'ask', QUESTION, DOCUMENT, '--pages', 'all'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let first = Number.NaN;
  let answer = '';
  child.stdout.on('data', (text: Buffer) => {
    if (answer === '') first = (performance.now() - start) / 1000;
    answer += String(text);
  });
  await once(child, 'close');
  if (!answer.includes('518.9')) throw new Error(`The offline reader did not answer: ${answer}`);
  return { first, whole: (performance.now() - start) / 1000 };
}

/** Measures the offline reader on the sample, of whose pages one is a scan. */
export async function run(): Promise<BenchRow[]> {
  const asked: Awaited<ReturnType<typeof ask>>[] = [];
  for (let round = 0; round < ROUNDS; round++) asked.push(await ask());
  const row = (what: string, ours: number, most: number): BenchRow => ({
    what: `offline reader about the sample's 10 pages: ${what}`,
    ours,
    peer: null,
    ratio: null,
    unit: 's',
    budget: { of: 'ours', most },
  });
  return [
    row('first words', medianOf(asked.map(({ first }) => first)), 2),
    row('answer', medianOf(asked.map(({ whole }) => whole)), 5),
  ];
}
