// Runs the measurements and prints them as one table: node test/bench/main.ts [MODULE ...]
import process from 'node:process';
import { formatRows, type BenchRow } from './row.ts';

/** Each module exports `run`; they run one after the other, so that none disturbs another. */
const MODULES: Readonly<Record<string, () => Promise<{ readonly run: () => Promise<BenchRow[]> }>>> = {
  documents: () => import('./documents.ts'),
  sizes: () => import('./sizes.ts'),
  activation: () => import('./activation.ts'),
};

const chosen = process.argv.slice(2);
const rows: BenchRow[] = [];
for (const [name, load] of Object.entries(MODULES)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`Measuring ${name}.`);
  rows.push(...(await (await load()).run()));
}
console.log(`\n${formatRows(rows)}`);
