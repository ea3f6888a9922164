import type { JsonObject } from '../json.ts';
import { Choices } from './choices.ts';
import { mathTextRecord, searchRecord } from './public.ts';
import { r1vRecord } from './r1v.ts';

const KINDS: Readonly<Record<string, (choose: Choices) => JsonObject>> = {
  r1v: r1vRecord,
  verl_math: mathTextRecord,
  verl_search_r1: searchRecord,
};

/** Writes generated records as JSON lines, of which a reference makes vectors: `records.ts KIND COUNT SEED`. */
const [kind = '', count, seed] = process.argv.slice(2);
const make = KINDS[kind];
if (make === undefined)
  throw new Error(`There is no kind ${kind}. The kinds are ${Object.keys(KINDS).join(', ')}.`);
const choose = new Choices(Number(seed));
for (const record of choose.list(Number(count), () => make(choose)))
  process.stdout.write(`${JSON.stringify(record)}\n`);
