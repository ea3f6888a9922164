import type { Buffer } from 'node:buffer';
import { t } from '@vscode/l10n';
import { asPageTraceError, type PageTraceError } from '../../core/errors.ts';
import { sentenceOf } from '../../core/sentenceOf.ts';
import type { FieldMap } from '../../core/records/fieldMap.ts';
import type { HeldReference } from '../../core/records/readSample.ts';
import { passByVerdict } from '../../core/datasets/passByVerdict.ts';
import type { HeldVerdicts } from '../../core/records/heldVerdicts.ts';
import { judgedContent } from '../../core/records/judgedContent.ts';
import { readRecord } from '../../core/records/recordSamples.ts';
import type { ProblemReason, RecordProblem } from '../../core/records/problemReason.ts';
import type { TrajectoryInfo } from '../../core/records/model.ts';
import { sampleOf, type Sample } from '../../core/records/sample.ts';
import type { FrontMatterProblem } from '../../core/records/frontMatter.ts';
import { parseTrajectoryFile } from '../../core/records/trajectoryFile.ts';
import { emptyFile } from '../../core/unreadable.ts';
import { nameFile, NO_INPUT, openInput } from './bytes.ts';
import { expandInputs, type LeftOutFile } from './expandInputs.ts';
import { stepOfFile } from './stepOfFile.ts';
import { JoinedItems } from './joinedItems.ts';
import { MappedFields, type MissingField } from './mappedFields.ts';
import { LONGEST_PIECE, type ByteRange } from './pieces.ts';
import { isSaidTrajectory, recognizeInput } from './recognize.ts';
import { placeOfRecord, type PlacedRecord, type ReadTable } from './placedRecord.ts';
import { placedRecords } from './placedRecords.ts';
import { numberItems } from './numberItems.ts';
import { wholeText } from './wholeText.ts';

/** The place of a sample, a record or a problem. */
export interface Place {
  /** The file as the person named it; `-` is standard input. */
  readonly file: string;
  /** The line of the record, from 1; null for a whole file, and if only the bytes of the record are known. */
  readonly line: number | null;
  /** The bytes of the record in the file, for readRecordAt; null for a whole file. */
  readonly bytes: ByteRange | null;
  /** Which sample of a record with several samples, from 1; null for the only one. */
  readonly sample: number | null;
  /** The position of the record in the file, from 1, if others are on the same line and positions are asked for. */
  readonly item?: number;
  /** The entry of the archive that holds the record; missing outside of archives. */
  readonly entry?: string;
  /** The bytes of the record in the text of a packed file as UTF-8, for readSampleAt; missing where `bytes` says it. */
  readonly unpacked?: ByteRange;
}

/** The place of a whole file. */
export function wholeFile(file: string): Place {
  return { file, line: null, bytes: null, sample: null };
}

/** A sample that was read, or why there is none at that place, with the record there if it was read. */
export type InputItem =
  | {
      readonly place: Place;
      readonly sample: Sample;
      /** The name of the form of its record; `trajectory` for a trajectory file, `fields` if only a field map says it. */
      readonly format: string;
      /** What the front matter says, if it is a trajectory file. */
      readonly info?: TrajectoryInfo;
    }
  | {
      readonly place: Place;
      readonly problem: string;
      /** Why the record there has no sample; missing if the problem is one of the whole file. */
      readonly reason?: ProblemReason;
      /** What had arrived of the response of a request that failed, if the record keeps it. */
      readonly partial?: string;
      readonly record?: unknown;
      /** Why the file cannot be read, if that is the problem, so that a face can add its own advice. */
      readonly error?: PageTraceError;
      /** The field that no known key holds, if that is the problem. */
      readonly lacks?: 'response';
    };

/** What a person should know although the file was read. */
export type InputNotice =
  | MissingField
  | { readonly kind: 'front-matter'; readonly place: Place; readonly message: string }
  /** A record holds samples that an earlier record of its file holds too, as those of other filters of lm-eval do. */
  | { readonly kind: 'joined'; readonly place: Place }
  /** Files of folders are not read. */
  | { readonly kind: 'left-out'; readonly leftOut: readonly LeftOutFile[] };

/** How inputs are read. */
export interface InputOptions {
  readonly stdin: AsyncIterable<Buffer>;
  readonly fields: FieldMap;
  /** What the inputs are, according to the person; null to decide by name and content. */
  readonly kind: 'trajectory' | 'records' | null;
  readonly findReference: (id: string) => HeldReference | null;
  /** A person's verdicts, which replace those of the records. */
  readonly verdicts?: HeldVerdicts;
  /** Reads tables and archives; null where the libraries for that are not at hand. */
  readonly readTable: ReadTable | null;
  /** Called with each notice; notices about missing fields come after all files. */
  readonly notice: (notice: InputNotice) => void;
  /** Whether records that share a line have their positions in their places. */
  readonly numbersItems?: boolean;
  /** The most bytes of a line. */
  readonly longest?: number;
  /** Ends reading, also while it waits for a pipe. */
  readonly signal?: AbortSignal;
  /** Reads the bytes of a file in another way, such as one that waits for more. */
  readonly bytesOf?: (file: string) => AsyncIterable<Buffer>;
}

/** Reads files by their name and content, without notices. */
export const WITHOUT_OPTIONS: InputOptions = {
  stdin: NO_INPUT,
  fields: {},
  kind: null,
  findReference: () => null,
  readTable: null,
  notice: () => undefined,
};

/**
 * The samples of files and of the files in folders, in order, in portions that are read together. Anything that cannot be read becomes a problem at
 * its place, and reading continues.
 * @throws PageTraceError `cancelled`
 */
export async function* readInputs(
  files: readonly string[],
  options: InputOptions,
): AsyncGenerator<readonly InputItem[]> {
  const mapped = new MappedFields(options.fields);
  const expanded = await expandInputs(files);
  if (expanded.leftOut.length > 0) options.notice({ kind: 'left-out', leftOut: expanded.leftOut });
  for (const file of expanded.files) {
    const whole = wholeFile(file);
    try {
      let found = false;
      for await (const items of readInput(file, options, mapped)) {
        if (items.length === 0) continue;
        found = true;
        yield items;
      }
      if (!found) yield [{ place: whole, problem: emptyFile(nameFile(file)).message }];
    } catch (error) {
      const known = asPageTraceError(error);
      if (known.reason === 'cancelled') throw known;
      yield [{ place: whole, problem: sentenceOf(known), error: known }];
    }
    mapped.end(file);
  }
  for (const missing of mapped.missing()) options.notice(missing);
}

async function* readInput(
  file: string,
  options: InputOptions,
  mapped: MappedFields,
): AsyncGenerator<readonly InputItem[]> {
  const input = await openInput(file, options.stdin, options.signal, undefined, options.bytesOf);
  try {
    const { kind, encoding } = recognizeInput(file, input, options.kind);
    const longest = options.longest ?? LONGEST_PIECE;
    if (kind === 'trajectory') {
      yield await trajectory(file, input.bytes, longest, options);
      return;
    }
    const items = new JoinedItems<InputItem>();
    const { readTable, signal } = options;
    const records = placedRecords(file, input, { kind, encoding, longest, readTable, signal });
    // Only values may share a line.
    const isNumbered = options.numbersItems === true && kind === 'values';
    for await (const found of isNumbered ? numberItems(records) : records) {
      addItems(items, file, found, options, mapped);
      yield items.take();
    }
    yield items.end();
  } finally {
    await input.close();
  }
}

function addItems(
  items: JoinedItems<InputItem>,
  file: string,
  found: readonly PlacedRecord[],
  { fields, findReference: held, verdicts, notice }: InputOptions,
  mapped: MappedFields,
): void {
  const step = stepOfFile(file);
  for (const each of found) {
    const place: Place = { file, sample: null, ...placeOfRecord(each) };
    const reading = 'problem' in each ? each : readRecord(each.record, fields, held, mapped.found);
    const read = 'record' in each ? { record: each.record } : {};
    if ('problem' in reading) {
      const { problem, reason } = reading;
      const lacks = 'lacks' in reading ? { lacks: reading.lacks } : {};
      items.add({ place, problem, reason, ...partOf(reading), ...read, ...lacks });
      continue;
    }
    const { samples, lost = [], format } = reading;
    const several = samples.length + lost.length > 1;
    const isOwn = items.addRecord(
      samples.map((sample, index) => ({
        place: several ? { ...place, sample: index + 1 } : place,
        sample: withVerdict(sample.step === null && step !== null ? { ...sample, step } : sample, verdicts),
        format: format?.name ?? 'fields',
      })),
      format,
      read.record,
    );
    if (!isOwn) notice({ kind: 'joined', place });
    lost.forEach((each, index) => {
      const { problem, reason } = each;
      const at = { ...place, sample: samples.length + index + 1 };
      items.add({ place: at, problem, reason, ...partOf(each), ...read });
    });
  }
}

/** What had arrived of a response, if it is known. */
const partOf = ({ partial }: Pick<RecordProblem, 'partial'>): Pick<RecordProblem, 'partial'> =>
  partial === undefined ? {} : { partial };

async function trajectory(
  file: string,
  bytes: AsyncIterable<Buffer>,
  longest: number,
  { kind, verdicts, notice }: InputOptions,
): Promise<readonly InputItem[]> {
  const place = wholeFile(file);
  const text = await wholeText(bytes, longest);
  if (text === '' || (text.trim() === '' && file !== '-' && !isSaidTrajectory(file, kind))) return [];
  const { info, response, expected, problems } = parseTrajectoryFile(text);
  const at = ({ span }: FrontMatterProblem): number => text.slice(0, span.start).split('\n').length;
  for (const problem of problems) {
    if (problem.severity === 'error') continue;
    notice({ kind: 'front-matter', place: { ...place, line: at(problem) }, message: problem.message });
  }
  // The file is one record, whatever number of mistakes it has.
  const [first, ...more] = problems.filter(({ severity }) => severity === 'error');
  if (first !== undefined) {
    const others = more.map((each) => t('Line {0}: {1}', at(each), each.message));
    return [{ place: { ...place, line: at(first) }, problem: [first.message, ...others].join(' ') }];
  }
  const read = { ...sampleOf({ info, response }), expected, step: stepOfFile(place.file) };
  const sample = withVerdict(read, verdicts);
  return [{ place, sample, format: 'trajectory', info: { ...info, verdict: sample.verdict } }];
}

function withVerdict(sample: Sample, verdicts: HeldVerdicts | undefined): Sample {
  const verdict = verdicts?.find(sample.id, () => judgedContent(sample)) ?? 'unknown';
  return verdict === 'unknown' ? sample : passByVerdict({ ...sample, verdict });
}
