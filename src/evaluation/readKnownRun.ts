import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import { joinList } from '../core/joinList.ts';
import { valueAt } from '../core/records/fieldPath.ts';
import { parsedJson } from '../core/parsedJson.ts';
import { fileBytes, readRange } from '../runs/reading/bytes.ts';
import { LineSplitter } from '../runs/reading/lineSplitter.ts';
import type { ByteRange, Piece } from '../runs/reading/pieces.ts';
import { KnownSamples } from './knownSamples.ts';
import { differentSettings, type EvaluationSettings } from './settings.ts';

/** What the file of a run holds. */
export interface KnownRun {
  readonly samples: KnownSamples;
  /** Bytes up to the end of the last whole record. */
  readonly size: number;
  /** Whether only the line feed is missing after the last record. */
  readonly lacksLineFeed: boolean;
  /** Records of failures after which the same sample has a newer record. */
  readonly replaced: readonly ByteRange[];
}

/**
 * Reads which samples a run has. A last line that is no whole record was cut short.
 * @throws PageTraceError `bad-input` for a file that no evaluation wrote, and for one with other settings;
 * `file-unreadable`, `cancelled`
 * @returns what it has; whoever gets it closes its samples
 */
export async function readKnownRun(
  file: string,
  settings: EvaluationSettings,
  signal: AbortSignal,
): Promise<KnownRun> {
  const samples = new KnownSamples();
  try {
    return await readSamples(file, settings, samples, signal);
  } catch (error) {
    samples.close();
    throw error;
  }
}

async function readSamples(
  file: string,
  settings: EvaluationSettings,
  samples: KnownSamples,
  signal: AbortSignal,
): Promise<KnownRun> {
  const replaced: ByteRange[] = [];
  const splitter = new LineSplitter();
  const isSame = settingsCheck(file, settings);
  let hasRecord = false;
  let size = 0;
  const take = (piece: Piece): void => {
    if (!('text' in piece)) {
      // Bytes that are no text may be anything, such as a picture; after a record, they are one that was damaged.
      if (!hasRecord) throw foreignError(file);
      return;
    }
    const { text, bytes: range } = piece;
    // The record of a failure that was replaced leaves an empty line.
    if (text.trim() === '') return;
    const record = parsedJson(text);
    if (!isSame(record) && !hasRecord) throw foreignError(file);
    hasRecord = true;
    const before = samples.add(record, range);
    if (before !== null) replaced.push(before);
  };
  for await (const chunk of fileBytes(file, signal))
    for (const piece of splitter.push(chunk)) {
      take(piece);
      size = piece.bytes.start + piece.bytes.length + 1;
    }
  const [last] = splitter.end();
  if (last === undefined) return { samples, size, lacksLineFeed: false, replaced };
  if ('text' in last && (last.text.trim() === '' || parsedJson(last.text) !== undefined)) {
    take(last);
    return { samples, size: last.bytes.start + last.bytes.length, lacksLineFeed: true, replaced };
  }
  // Records begin in this way; anything else is not taken away. A record may have been cut inside of a character.
  const beginning = await readRange(file, {
    start: last.bytes.start,
    length: Math.min(last.bytes.length, BEGINNING.length),
  });
  if (!BEGINNING.startsWith(beginning.toString('latin1'))) throw foreignError(file);
  return { samples, size, lacksLineFeed: false, replaced };
}

/** What every record of a run begins with. */
const BEGINNING = '{"pagetrace":';

/**
 * Compares the settings of records with those of now: somebody may have put runs together.
 * @returns whether a record has settings, and throws PageTraceError `bad-input` if they are others
 */
function settingsCheck(file: string, settings: EvaluationSettings): (record: unknown) => boolean {
  let same = '';
  return (record) => {
    const written = JSON.stringify(valueAt(record, 'record.evaluation.settings') ?? null);
    // Nearly all records write them alike.
    if (written === same) return true;
    const different = differentSettings(record, settings);
    if (different === null) return false;
    if (different.length > 0)
      throw new PageTraceError(
        'bad-input',
        t('{0} was made with other settings. What is different: {1}.', file, joinList(different)),
        { hint: t('Name another file, or use the settings that it was made with.') },
      );
    same = written;
    return true;
  };
}

function foreignError(file: string): PageTraceError {
  return new PageTraceError('bad-input', t('{0} exists, and no evaluation wrote it.', file), {
    hint: t('Name another file, or move that one away.'),
  });
}
