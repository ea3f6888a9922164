import type { FieldMap } from '../fieldMap.ts';
import type { JsonObject } from '../fieldPath.ts';
import { RECORD_FORMATS, RETRIEVAL_FIELDS } from '../formats/registry.ts';
import { readRecord } from '../recordSamples.ts';
import type { Sample } from '../sample.ts';
import { rowsOf } from '../tableRecords.ts';
import type { WrittenForm } from './forms.ts';
import { lossesOfRecord, type KnownSample, type Losses } from './losses.ts';
import type { SampleSource } from './sampleSource.ts';

/** A record of a form, and what it does not say of its sample. */
export interface WrittenRow {
  readonly row: JsonObject;
  readonly losses: Losses;
}

/**
 * A sample as a record of a form. What is lost is found by reading the record again, so that it cannot differ from what
 * really comes back.
 */
export function writeRow(form: WrittenForm, known: KnownSample, source: SampleSource): WrittenRow {
  const { sample } = known;
  const own = Object.entries(form.row(sample, source)).filter(([, value]) => value !== undefined);
  const taken = new Set([...own.map(([key]) => key), ...keysRead(form)]);
  let open: Entries = openKeys(form, sample, source).filter(([key]) => !taken.has(key));
  for (;;) {
    const row: JsonObject = Object.fromEntries([...own, ...open]);
    const after = readAgain(form, row);
    if (after === null && open.length > 0) {
      open = withoutMisleading(form, row, open);
      continue;
    }
    const again = after === null ? null : { sample: after };
    return { row, losses: lossesOfRecord(known, again, source, row) };
  }
}

/** The sample of a record that was written; null if it is taken for a record of another form. */
function readAgain(form: WrittenForm, row: JsonObject): Sample | null {
  const reading = readRecord(row);
  if ('problem' in reading || !form.readAs.includes(reading.format?.name ?? '')) return null;
  return reading.samples.length === 1 && rowsOf(row) === null ? (reading.samples[0] ?? null) : null;
}

type Entries = readonly (readonly [string, unknown])[];

/** The other keys of a record that a form has a place for. */
function openKeys({ open }: WrittenForm, { columns }: Sample, { others }: SampleSource): Entries {
  if (open === 'numbers') return Object.entries(columns);
  const all = Object.entries({ ...columns, ...others.whole });
  return open === 'all' ? all : all.filter(([key]) => open.includes(key));
}

/** Other keys without those that make a record look like one of another form; none if it is not known which do. */
function withoutMisleading(form: WrittenForm, row: JsonObject, open: Entries): Entries {
  const reading = readRecord(row);
  const taken = 'problem' in reading ? null : reading.format;
  if (taken === null || form.readAs.includes(taken.name)) return [];
  const required = new Set(Object.keys(taken.requires).map((path) => path.split('.', 1)[0] ?? path));
  const left = open.filter(([key]) => !required.has(key));
  return left.length === open.length ? [] : left;
}

const FORMATS = new Map(RECORD_FORMATS.map((format) => [format.name, format]));

/** Keys that every form reads beside its own. */
const COMMON_KEYS = [
  'step',
  'global_step',
  'global_steps',
  'gen_step',
  'finish_reason',
  'stop_reason',
  'is_truncated',
  ...keysOf(RETRIEVAL_FIELDS).filter((key) => !key.endsWith('_info')),
];

const keysByForm = new Map<string, readonly string[]>();

/** The keys that have a meaning in records of a form: what another record has under them may not have it. */
function keysRead({ name, readAs }: WrittenForm): readonly string[] {
  let keys = keysByForm.get(name);
  if (keys === undefined) {
    const own = readAs.flatMap((each) => keysOf(FORMATS.get(each)?.fields ?? {}));
    keysByForm.set(name, (keys = [...COMMON_KEYS, ...own]));
  }
  return keys;
}

function keysOf(map: FieldMap): readonly string[] {
  return Object.values(map).flatMap(({ paths }) => paths.map((path) => path.split('.', 1)[0] ?? path));
}
