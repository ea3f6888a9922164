import { Choices } from './choices.ts';
import { r1vRecord } from './r1v.ts';

/**
 * Writes generated records as JSON lines, from which a reference makes vectors: `records.ts COUNT SEED | r1v.py FILE`.
 */
const [count = 0, seed = 0] = process.argv.slice(2).map(Number);
const choose = new Choices(seed);
for (const record of choose.list(count, () => r1vRecord(choose)))
  process.stdout.write(`${JSON.stringify(record)}\n`);
