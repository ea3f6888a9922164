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
 * Validity and reward of one trajectory, deductions with reasons and places included, against the same work in
 * CPython, and against CPython giving the bare numbers: interleaved turns over the reference's vectors, one process
 * each, the fastest pass of each side. Times are of the CPU, so that what else the machine does counts for neither.
 * Returns microseconds a trajectory, and the ratios.
 */
export async function benchRewards({ turns = 8, python = process.env.PYTHON ?? 'python3' } = {}) {
  const records = readFileSync(vectors, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const child = spawn(python, [oracle, 'bench'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const best = { pagetrace: Infinity, explained: Infinity, bare: Infinity };
  try {
    for (let turn = 0; turn < turns; turn++) {
      child.stdin.write(`${JSON.stringify({ path: vectors, rounds: PASSES })}\n`);
      const { value, done } = await replies.next();
      if (done) throw new Error(`${python} ended before it answered.`);
      const reply = JSON.parse(value);
      best.explained = Math.min(best.explained, reply.explained);
      best.bare = Math.min(best.bare, reply.bare);
      for (let pass = 0; pass < PASSES; pass++) best.pagetrace = Math.min(best.pagetrace, onePass(records));
    }
  } finally {
    child.stdin.end();
  }
  const { pagetrace, explained, bare } = best;
  return { trajectories: records.length, ...best, ratio: explained / pagetrace, bareRatio: bare / pagetrace };
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
    `rewards: ${result.pagetrace.toFixed(2)} µs a trajectory; CPython ${result.explained.toFixed(2)} µs with deductions ` +
      `(ratio ${result.ratio.toFixed(1)}), ${result.bare.toFixed(2)} µs for the bare numbers ` +
      `(ratio ${result.bareRatio.toFixed(1)}); ${result.trajectories} trajectories`,
  );
}
