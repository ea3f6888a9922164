import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { lang2act } from '../../src/core/rewards/lang2act.ts';

const vectors = fileURLToPath(new URL('../fixtures/reference/lang2act.jsonl', import.meta.url));
const oracle = fileURLToPath(new URL('../golden/oracle.py', import.meta.url));

/** Passes over the vectors in one turn of either side. */
const PASSES = 5;

/**
 * Validity and reward of one trajectory, deductions and notes included, against the same formulas in CPython, which
 * gives the bare numbers: interleaved turns over the reference's vectors, one process each, the fastest pass of each
 * side. Times are of the CPU, so that what else the machine does counts for neither. Returns microseconds a
 * trajectory and the ratio.
 */
export async function benchRewards({ turns = 6, python = process.env.PYTHON ?? 'python3' } = {}) {
  const records = readFileSync(vectors, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const child = spawn(python, [oracle, 'bench'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const cpython = [];
  const pagetrace = [];
  try {
    for (let turn = 0; turn < turns; turn++) {
      child.stdin.write(`${JSON.stringify({ path: vectors, rounds: PASSES })}\n`);
      const { value, done } = await replies.next();
      if (done) throw new Error(`${python} ended before it answered.`);
      cpython.push(JSON.parse(value).microseconds);
      for (let pass = 0; pass < PASSES; pass++) pagetrace.push(onePass(records));
    }
  } finally {
    child.stdin.end();
  }
  const best = { cpython: Math.min(...cpython), pagetrace: Math.min(...pagetrace) };
  return { trajectories: records.length, ...best, ratio: best.cpython / best.pagetrace };
}

function onePass(records) {
  const began = process.cpuUsage();
  for (const record of records) {
    lang2act.score(record.response, {
      numImages: record.num_images,
      verdict: 'wrong',
      reference: 'reference',
    });
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / records.length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const result = await benchRewards();
  console.log(
    `rewards: ${result.pagetrace.toFixed(2)} µs a trajectory, CPython ${result.cpython.toFixed(2)} µs, ` +
      `ratio ${result.ratio.toFixed(1)} (${result.trajectories} trajectories)`,
  );
}
