// Runs the measurements and prints them as one table: node test/bench/main.ts [MODULE ...]
import process from 'node:process';
import { formatRows, type BenchRow } from './row.ts';

/** The measurements by name. They run one after the other, so that they do not disturb each other. */
const MODULES: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  documents: async () => (await import('./documents.ts')).run(),
  offline: async () => (await import('./offline.ts')).run(),
  retrieval: async () => (await import('./retrieval.ts')).run(),
  embeddings: async () => (await import('./embeddings.ts')).run(),
  client: async () => (await import('./client.ts')).benchClient(),
  parser: async () => (await import('./parser.ts')).run(),
  language: async () => (await import('./language.ts')).run(),
  grounding: async () => (await import('./grounding.ts')).run(),
  messages: async () => (await import('./messages.ts')).run(),
  rewards: async () => (await import('./rewards.ts')).run(),
  cli: async () => (await import('./cli.ts')).run(),
  runs: async () => (await import('./runs.ts')).run(),
  scrolling: async () => (await import('./scrolling.ts')).run(),
  hugeView: async () => (await import('./hugeView.ts')).run(),
  sizes: async () => (await import('./sizes.ts')).run(),
  activation: async () => (await import('./activation.ts')).run(),
};

/** Those that run only when they are named: they install vLLM, some 6 GB, and take minutes. */
const NAMED: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  evaluation: async () => (await import('./evaluation.ts')).benchEvaluation(),
};

const chosen = process.argv.slice(2);
const rows: BenchRow[] = [];
for (const [name, measure] of Object.entries({ ...MODULES, ...NAMED })) {
  if (chosen.length > 0 ? !chosen.includes(name) : Object.hasOwn(NAMED, name)) continue;
  console.log(`Measuring ${name}.`);
  rows.push(...(await measure()));
}
console.log(`\n${formatRows(rows)}`);
