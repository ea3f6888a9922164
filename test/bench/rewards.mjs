import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { profiles } from '../../src/core/rewards/registry.ts';

const vectors = (kind) => fileURLToPath(new URL(`../fixtures/reference/${kind}.jsonl`, import.meta.url));
const oracle = fileURLToPath(new URL('../golden/oracle', import.meta.url));

/** Number of passes over the vectors per turn of each side. */
const PASSES = 5;

/** The vectors to score, and the profiles that compute the same fields as the oracle. */
const KINDS = [
  { kind: 'lang2act', names: ['lang2act'] },
  { kind: 'evisrag', names: ['evisrag'] },
  { kind: 'vg_refiner', names: ['vg-refiner', 'vg-refiner-plain'] },
  { kind: 'vrag_rl', names: ['vrag-rl-anls'] },
];

/**
 * Results for one kind of vectors: microseconds per trajectory, and how many times faster we are.
 * @typedef {{
 *   kind: string,
 *   names: readonly string[],
 *   trajectories: number,
 *   pagetrace: number,
 *   bare: number,
 *   explained: number | null,
 *   ratio: number | null,
 *   bareRatio: number,
 * }} Measured
 */

/**
 * Compares the reward of one trajectory, computed from its text with the reasons and places of all deductions, with the
 * same work in CPython (for Lang2Act) and with the bare numbers in CPython. Both sides take turns over the vectors of
 * the references, each in one process, and the fastest pass of each side counts. Times are processor times, so that
 * other work on the machine does not count. Returns microseconds per trajectory, and the ratios, for each kind of
 * vectors.
 */
export async function benchRewards({
  turns = 8,
  python = process.env.PYTHON ?? 'python3',
  kinds = KINDS.map(({ kind }) => kind),
} = {}) {
  const child = spawn(python, ['-B', oracle, 'bench'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  /** @type {Measured[]} */
  const results = [];
  try {
    for (const { kind, names } of KINDS.filter((each) => kinds.includes(each.kind))) {
      results.push(await benchKind(kind, names, turns, child.stdin, replies));
    }
  } finally {
    child.stdin.end();
  }
  return results;
}

async function benchKind(kind, names, turns, stdin, replies) {
  const records = readFileSync(vectors(kind), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const scored = profiles.filter(({ name }) => names.includes(name));
  const best = { pagetrace: Infinity, explained: Infinity, bare: Infinity };
  for (let turn = 0; turn < turns; turn++) {
    stdin.write(`${JSON.stringify({ path: vectors(kind), kind, rounds: PASSES })}\n`);
    const { value, done } = await replies.next();
    if (done) throw new Error('Python ended before it answered.');
    const reply = JSON.parse(value);
    best.explained = Math.min(best.explained, reply.explained ?? Infinity);
    best.bare = Math.min(best.bare, reply.bare);
    for (let pass = 0; pass < PASSES; pass++)
      best.pagetrace = Math.min(best.pagetrace, onePass(scored, records));
  }
  const { pagetrace, explained, bare } = best;
  return {
    kind,
    names,
    trajectories: records.length,
    pagetrace,
    bare,
    explained: Number.isFinite(explained) ? explained : null,
    ratio: Number.isFinite(explained) ? explained / pagetrace : null,
    bareRatio: bare / pagetrace,
  };
}

function onePass(scored, records) {
  const began = process.cpuUsage();
  for (const record of records) {
    const context = {
      numImages: record.num_images ?? null,
      verdict: 'wrong',
      question: null,
      reference: record.ground_truth ?? 'reference',
      toolResults: record.tool_results ?? null,
      responseLength: record.response_length ?? null,
      retrieval: null,
    };
    for (const profile of scored) profile.score(record.response, context);
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / records.length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { names, trajectories, pagetrace, explained, bare, ratio, bareRatio } of await benchRewards()) {
    const withDeductions =
      explained === null ? '' : `${explained.toFixed(2)} µs with deductions (ratio ${ratio.toFixed(1)}), `;
    console.log(
      `${names.join(' and ')}: ${pagetrace.toFixed(2)} µs a trajectory, ${Math.round(1e6 / pagetrace)} a second; ` +
        `CPython ${withDeductions}${bare.toFixed(2)} µs for the bare numbers (ratio ${bareRatio.toFixed(1)}); ` +
        `${trajectories} trajectories`,
    );
  }
}
