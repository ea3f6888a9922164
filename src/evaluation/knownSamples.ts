import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import { joinList } from '../core/joinList.ts';
import { isJsonObject } from '../core/records/fieldPath.ts';
import { fileBytes } from '../runs/reading/bytes.ts';
import { LineSplitter } from '../runs/reading/lineSplitter.ts';
import { differentSettings, type EvaluationSettings } from './settings.ts';

/** The samples of a run that have ended, and those whose request failed, by their items. */
export class KnownSamples {
  readonly #ended = new Map<string, Set<number>>();
  readonly #failed = new Map<string, Set<number>>();
  #passed = 0;
  #decided = 0;

  /** Whether a sample of an item has ended. */
  has(item: string, sample: number): boolean {
    return this.#ended.get(item)?.has(sample) === true;
  }

  get ended(): number {
    return sizeOf(this.#ended);
  }

  get failed(): number {
    return sizeOf(this.#failed);
  }

  /** Samples that pass by the rule of their item. */
  get passed(): number {
    return this.#passed;
  }

  /** Samples of which it is known whether they pass. */
  get decided(): number {
    return this.#decided;
  }

  /** Adds what a record says of its sample; a record that another program wrote says nothing. */
  add(record: unknown): void {
    const named = namedSample(record);
    if (named === null) return;
    const { item, sample, isFailed, passed } = named;
    if (this.has(item, sample)) return;
    if (isFailed) {
      setOf(this.#failed, item).add(sample);
      return;
    }
    if (passed !== null) this.#decided += 1;
    if (passed === true) this.#passed += 1;
    setOf(this.#ended, item).add(sample);
    this.#failed.get(item)?.delete(sample);
  }
}

/** What the file of a run holds. */
export interface KnownRun {
  readonly samples: KnownSamples;
  /** Bytes up to the end of the last whole record. */
  readonly size: number;
  /** Whether only the line feed is missing after the last record. */
  readonly lacksLineFeed: boolean;
}

/**
 * Reads which samples a run has. A last line that is no whole record was cut short.
 * @throws PageTraceError `bad-input` for a file that no evaluation wrote, and for one with other settings;
 * `file-unreadable`, `cancelled`
 */
export async function readKnownRun(
  file: string,
  settings: EvaluationSettings,
  signal: AbortSignal,
): Promise<KnownRun> {
  const samples = new KnownSamples();
  const splitter = new LineSplitter();
  let lines = 0;
  let size = 0;
  const take = (text: string): void => {
    const record = parse(text);
    if (lines === 0) requireSame(file, record, settings);
    lines += 1;
    samples.add(record);
  };
  for await (const chunk of fileBytes(file, signal))
    for (const piece of splitter.push(chunk)) {
      if ('text' in piece) take(piece.text);
      size = piece.bytes.start + piece.bytes.length + 1;
    }
  const [last] = splitter.end();
  if (last === undefined || !('text' in last)) return { samples, size, lacksLineFeed: false };
  if (parse(last.text) !== null) {
    take(last.text);
    return { samples, size: last.bytes.start + last.bytes.length, lacksLineFeed: true };
  }
  // Records begin in this way; anything else is not taken away.
  if (!BEGINNING.startsWith(last.text.slice(0, BEGINNING.length))) throw foreignError(file);
  return { samples, size, lacksLineFeed: false };
}

/** What every record of a run begins with. */
const BEGINNING = '{"pagetrace":';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function requireSame(file: string, record: unknown, settings: EvaluationSettings): void {
  const different = differentSettings(record, settings);
  if (different === null) throw foreignError(file);
  if (different.length === 0) return;
  throw new PageTraceError(
    'bad-input',
    t('{0} was made with other settings: {1} is different.', file, joinList(different)),
    { hint: t('Name another file, or use the settings that it was made with.') },
  );
}

function foreignError(file: string): PageTraceError {
  return new PageTraceError('bad-input', t('{0} exists, and no evaluation wrote it.', file), {
    hint: t('Name another file, or move that one away.'),
  });
}

/** What a record says of the sample of an evaluation that it is of. */
interface NamedSample {
  readonly item: string;
  readonly sample: number;
  readonly isFailed: boolean;
  readonly passed: boolean | null;
}

/** Null for another record. */
function namedSample(record: unknown): NamedSample | null {
  if (!isJsonObject(record) || !isJsonObject(record['record'])) return null;
  const { evaluation } = record['record'];
  if (!isJsonObject(evaluation)) return null;
  const { item, sample } = evaluation;
  if (typeof item !== 'string' || typeof sample !== 'number') return null;
  const passed = isJsonObject(record['numbers']) ? record['numbers']['passed'] : undefined;
  return {
    item,
    sample,
    isFailed: record['error'] !== undefined,
    passed: typeof passed === 'number' ? passed === 1 : null,
  };
}

function setOf(map: Map<string, Set<number>>, key: string): Set<number> {
  let set = map.get(key);
  if (set === undefined) map.set(key, (set = new Set()));
  return set;
}

function sizeOf(map: ReadonlyMap<string, ReadonlySet<number>>): number {
  let size = 0;
  for (const set of map.values()) size += set.size;
  return size;
}
