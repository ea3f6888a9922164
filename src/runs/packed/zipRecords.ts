import { Buffer, isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import zlib, { crc32 } from 'node:zlib';
import { t } from '@vscode/l10n';
import { open, type Entry, type ZipFile } from 'yauzl';
import { defer } from '../../core/deferred.ts';
import { PageTraceError } from '../../core/errors.ts';
import type { RecordProblem } from '../../core/records/problemReason.ts';
import { compareNames } from '../reading/compareNames.ts';
import { tooLongSentence } from '../reading/pieces.ts';
import { readJson } from '../reading/readJson.ts';
import { unzstd } from './zstd.ts';

/** A record in an archive, or why it cannot be read, with the entry that it is. */
export type ArchivedRecord = { readonly entry: string } & ({ readonly record: unknown } | RecordProblem);

/** The samples of a log of Inspect, by their names in the archive; an id may have slashes. */
const SAMPLE = /^samples\/.+_epoch_\d+\.json$/;

/** The part of an Excel file by which it is recognized. */
const WORKBOOK = 'xl/workbook.xml';

/** The most entries of an archive. */
const MOST_ENTRIES = 1_000_000;

/** Entries that are unpacked to far more than they take are bombs: text of a model is packed to a hundredth at most. */
const MOST_RATIO = 1000;

const [STORED, DEFLATED, ZSTD] = [0, 8, 93] as const;

/** The most bytes of an Excel file once it is unpacked, which is done as a whole. */
const LONGEST_WORKBOOK = 512 * 1024 * 1024;

/**
 * Whether a zip archive is an Excel file.
 * @throws PageTraceError `file-unreadable`, also for an Excel file that would be unpacked to too many bytes
 */
export async function isWorkbook(file: string, longest = LONGEST_WORKBOOK): Promise<boolean> {
  const archive = await openArchive(file);
  try {
    if (!archive.entries.some(({ fileName }) => fileName === WORKBOOK)) return false;
    const bytes = archive.entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    if (bytes <= longest) return true;
    throw new PageTraceError(
      'file-unreadable',
      t(
        '{0} is an Excel file that would be unpacked to more than {1} MB.',
        file,
        Math.floor(longest / 1024 / 1024),
      ),
      { hint: t('Save it as CSV, which is read in parts.') },
    );
  } finally {
    archive.zip.close();
  }
}

/**
 * The samples of an Inspect log, each of which is an entry of a zip archive, in the order of their ids and epochs. An
 * entry that cannot be read has a problem, and the others are read.
 * @param longest the most bytes of an entry
 * @throws PageTraceError `file-unreadable` for an archive that is damaged or that holds no samples
 */
export async function* zipRecords(file: string, longest: number): AsyncGenerator<ArchivedRecord> {
  const { zip, entries } = await openArchive(file);
  try {
    const samples = entries
      .filter(({ fileName }) => SAMPLE.test(fileName))
      .sort((a, b) => compareNames(a.fileName, b.fileName));
    if (samples.length === 0) throw noSamples(file);
    for (const entry of samples) yield { entry: entry.fileName, ...(await readEntry(zip, entry, longest)) };
  } finally {
    zip.close();
  }
}

async function readEntry(
  zip: ZipFile,
  entry: Entry,
  longest: number,
): Promise<{ readonly record: unknown } | RecordProblem> {
  try {
    if (entry.uncompressedSize > longest) return { problem: tooLongSentence(longest), reason: 'too_long' };
    if (entry.uncompressedSize > Math.max(entry.compressedSize, 1024) * MOST_RATIO)
      return { problem: t('This entry would be unpacked to far more than it takes.'), reason: 'too_long' };
    const packed = await readPacked(zip, entry, longest);
    const bytes = packed === null ? null : unpackBytes(entry, packed, longest);
    if (bytes === null) return { problem: tooLongSentence(longest), reason: 'too_long' };
    if (crc32(bytes) !== entry.crc32) throw damagedEntry(null);
    if (!isUtf8(bytes)) return { problem: t('This is not UTF-8 text.'), reason: 'encoding' };
    const reading = readJson(bytes.toString('utf8'));
    return 'problem' in reading ? reading : { record: reading.value };
  } catch (error) {
    const { message } = error instanceof PageTraceError ? error : damagedEntry(error);
    return { problem: message, reason: 'encoding' };
  }
}

/** The bytes of an entry as they are in the archive; null if they are too many. */
async function readPacked(zip: ZipFile, entry: Entry, longest: number): Promise<Buffer | null> {
  const { promise, resolve, reject } = defer<Readable>();
  zip.openReadStream(entry, { decodeFileData: false }, (error, stream) => {
    if (error) reject(damagedEntry(error));
    else resolve(stream);
  });
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of await promise) {
    const bytes = Buffer.from(chunk as Buffer);
    length += bytes.length;
    if (length > longest) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/**
 * The bytes of an entry; null if they are too many. Inspect writes its entries in zstd, which libraries for zip archives do
 * not know; older logs are deflated.
 */
function unpackBytes({ compressionMethod }: Entry, packed: Buffer, longest: number): Buffer | null {
  switch (compressionMethod) {
    case STORED:
      return packed;
    case DEFLATED:
      return inflate(packed, longest);
    case ZSTD:
      return unzstd(packed, longest);
    default:
      throw new PageTraceError(
        'file-unreadable',
        t('This entry is packed by method {0}, which PageTrace does not know.', compressionMethod),
      );
  }
}

function inflate(packed: Buffer, longest: number): Buffer | null {
  try {
    return zlib.inflateRawSync(packed, { maxOutputLength: longest });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}

interface Archive {
  readonly zip: ZipFile;
  readonly entries: readonly Entry[];
}

/** Opens an archive and reads its directory. Nothing of it is written to disk, so names cannot lead anywhere. */
function openArchive(file: string): Promise<Archive> {
  const { promise, resolve, reject } = defer<Archive>();
  open(
    file,
    { lazyEntries: true, autoClose: false, validateEntrySizes: false, decodeStrings: false },
    (error, zip) => {
      if (error) {
        reject(damagedArchive(file, error));
        return;
      }
      const entries: Entry[] = [];
      zip.on('entry', (entry: Entry) => {
        // The names only say which entries are samples, so one that leads out of the archive harms nothing.
        entry.fileName = Buffer.from(entry.fileNameRaw).toString('utf8');
        entries.push(entry);
        if (entries.length < MOST_ENTRIES) zip.readEntry();
        else resolve({ zip, entries });
      });
      zip.on('end', () => {
        resolve({ zip, entries });
      });
      zip.on('error', (fault: unknown) => {
        zip.close();
        reject(damagedArchive(file, fault));
      });
      zip.readEntry();
    },
  );
  return promise;
}

function damagedArchive(file: string, cause: unknown): PageTraceError {
  return new PageTraceError('file-unreadable', t('{0} is an archive that is damaged or cut off.', file), {
    hint: t('Copy it again, or write it again.'),
    cause,
  });
}

function damagedEntry(cause: unknown): PageTraceError {
  return new PageTraceError('file-unreadable', t('This entry of the archive is damaged or encrypted.'), {
    cause,
  });
}

function noSamples(file: string): PageTraceError {
  return new PageTraceError(
    'file-unreadable',
    t('{0} is a zip archive, and neither a log of Inspect nor an Excel file.', file),
    {
      hint: t('If it has files of records, unpack it and open them.'),
    },
  );
}
