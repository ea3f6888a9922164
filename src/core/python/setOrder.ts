import { hashInt } from './integers.ts';
import type { PythonInt } from './integers.ts';

/**
 * How many consecutive slots CPython probes before it jumps (LINEAR_PROBES of Objects/setobject.c), in addition to the
 * first.
 */
const LINEAR_PROBES = 9;
const SMALLEST_TABLE = 8;
/** A set with more elements than this doubles its size when it grows; a smaller one quadruples it. */
const LARGE_SET = 50_000;
const TWO_32 = 4_294_967_296;

type Table = (PythonInt | undefined)[];

/**
 * The iteration order of a CPython 3.11 set that is built by adding `values` one by one: slot by slot of its hash
 * table. Repeated values are left out.
 */
export function setOrder(values: Iterable<PythonInt>): PythonInt[] {
  let table: Table = new Array<undefined>(SMALLEST_TABLE);
  let used = 0;
  for (const value of values) {
    const slot = findSlot(table, value);
    if (table[slot] !== undefined) continue;
    table[slot] = value;
    used++;
    if (used * 5 >= (table.length - 1) * 3) table = growTable(table, used);
  }
  return table.filter((value) => value !== undefined);
}

/** The slot that contains `value`, or the free one where CPython would put it. */
function findSlot(table: Table, value: PythonInt): number {
  const mask = table.length - 1;
  const hash = hashInt(value);
  // CPython's perturb is a 64-bit word, represented here by two 32-bit halves.
  let low = typeof hash === 'number' ? hash % TWO_32 : Number(hash & 0xffff_ffffn);
  let high = typeof hash === 'number' ? Math.floor(hash / TWO_32) : Number(hash >> 32n);
  let slot = low & mask;
  for (;;) {
    const last = slot + LINEAR_PROBES <= mask ? slot + LINEAR_PROBES : slot;
    for (let probe = slot; probe <= last; probe++) {
      const held = table[probe];
      if (held === undefined || held === value) return probe;
    }
    low = ((low >>> 5) | (high << 27)) >>> 0;
    high >>>= 5;
    slot = (slot * 5 + 1 + low) & mask;
  }
}

function growTable(table: Table, used: number): Table {
  const wanted = used > LARGE_SET ? used * 2 : used * 4;
  let size = SMALLEST_TABLE;
  while (size <= wanted) size *= 2;
  const larger: Table = new Array<undefined>(size);
  for (const value of table) if (value !== undefined) larger[findSlot(larger, value)] = value;
  return larger;
}
