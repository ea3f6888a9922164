import { Buffer } from 'node:buffer';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { isGenerationsLog } from '../../core/records/generationsLog.ts';
import { nameFile, NO_INPUT, openInput, type OpenInput } from './bytes.ts';
import { detectDialect } from '../../core/trajectory/detect.ts';
import type { Encoding } from './encoding.ts';
import { isKnownRecord } from './isKnownRecord.ts';
import { JsonSplitter } from './jsonSplitter.ts';
import { readJson } from './readJson.ts';
import { isYaml, tableKind, yamlError } from './tableKind.ts';

/**
 * The content of an input: one trajectory; one JSON record on each line; JSON values in a list or over several lines;
 * or EasyR1's log.
 */
export type InputKind = TextKind | TableKind;

/** The content of an input that is read in pieces of text. */
export type TextKind = 'trajectory' | 'lines' | 'values' | 'generations';

/** Tables, which are read as a whole: text with a separator, Parquet, or an archive with samples or with sheets. */
export type TableKind = 'commas' | 'semicolons' | 'tabs' | 'parquet' | 'zip';

/** Forms that are no text, with the first characters of such a file. */
const BINARY = [
  { begins: 'PAR1', kind: 'parquet' },
  { begins: 'PK\u0003\u0004', kind: 'zip' },
] as const;

const LINE_FILES = new Set(['.jsonl', '.ndjson', '.jsonlines']);

/**
 * The content of an input, judging by its name and its first characters.
 * @param asked what the person says it is; null to decide by name and content
 */
export function inputKind(name: string, head: string, asked: 'trajectory' | 'records' | null): TextKind {
  const extension = path.extname(name).toLowerCase();
  const begins = /\S/.exec(head)?.[0] ?? '';
  if (asked !== 'records' && isSaidTrajectory(name, asked)) return 'trajectory';
  if (isGenerationsLog(head)) return 'generations';
  if (begins === '[') return 'values';
  if (begins === '{' && (extension === '.json' || /^\s*\{[ \t]*\r?\n/.test(head))) return 'values';
  if (LINE_FILES.has(extension)) return 'lines';
  if (begins === '{') return isContainer(head) ? 'values' : 'lines';
  if (asked === 'records') return 'lines';
  return 'trajectory';
}

/**
 * Whether an object on one line, which is the whole text or goes on after its head, has records in it rather than being
 * one.
 */
function isContainer(head: string): boolean {
  const line = head.trim();
  if (line.includes('\n')) return false;
  const reading = readJson(line);
  if ('value' in reading && isKnownRecord(reading.value)) return false;
  const pieces = new JsonSplitter({ isRecord: isKnownRecord }).push(Buffer.from(head));
  return pieces.some((piece) => 'text' in piece && piece.text !== line);
}

/** Whether the person or the name says that a file is a trajectory. */
export function isSaidTrajectory(name: string, asked: 'trajectory' | 'records' | null): boolean {
  return asked === 'trajectory' || path.extname(name).toLowerCase() === '.trajectory';
}

/** The form of an input: its content and its encoding. */
export interface InputForm {
  readonly kind: InputKind;
  readonly encoding: Encoding;
}

/**
 * Recognizes an open input.
 * @throws PageTraceError `file-unreadable` for a packed file, for a file that is not text, for a table, and for a text
 * that nothing shows to be a trajectory, with advice how it can be read
 */
export function recognizeInput(
  name: string,
  { head, encoding }: Pick<OpenInput, 'head' | 'encoding'>,
  asked: 'trajectory' | 'records' | null,
): InputForm {
  const binary = BINARY.find(({ begins }) => head.startsWith(begins));
  if (binary !== undefined) return { kind: binary.kind, encoding };
  if (head.includes('\0') && !name.endsWith('.trajectory') && !beginsAsJson(head)) throw notTextError(name);
  const kind = inputKind(name, head, asked);
  const isSaid = isSaidTrajectory(name, asked);
  if (!isSaid && kind !== 'generations') {
    const table = tableKind(name, head);
    if (table !== null) return { kind: table, encoding };
    if (isYaml(name, head)) throw yamlError(name);
  }
  // What comes through a pipe has no name that could say more: a bare answer is scored too.
  // A text of white space is read, which says that it is empty.
  if (kind === 'trajectory' && !isSaid && name !== '-' && head.trim() !== '' && !looksLikeTrajectory(head))
    throw unknownError(name);
  return { kind, encoding };
}

/** Whether a text begins as JSON in UTF-8 does. In UTF-16, a zero byte is beside the first character. */
function beginsAsJson(head: string): boolean {
  return /^\s*[[{](?!\0)/.test(head);
}

/** Whether a text shows that it is a trajectory: it has a front matter, or tags of a dialect. */
function looksLikeTrajectory(head: string): boolean {
  return /^\s*---[ \t]*\r?\n/.test(head) || detectDialect(head).confidence > 0;
}

/** The error for a text that is neither records nor, as far as it can be seen, a trajectory. */
function unknownError(file: string): PageTraceError {
  return new PageTraceError(
    'file-unreadable',
    t('{0} has neither records nor the tags of a trajectory.', nameFile(file)),
    {
      hint: t('Say that it is a trajectory if it is one, or name it with the extension .trajectory.'),
      remedy: { kind: 'say-trajectory' },
    },
  );
}

/**
 * Recognizes a file, and says whether it is packed, so that places in its text are none in the file.
 * @throws PageTraceError as `recognizeInput`, and `file-not-found` or `file-unreadable` for a file that cannot be
 * opened
 */
export async function recognizeFile(
  file: string,
  asked: 'trajectory' | 'records' | null,
): Promise<InputForm & { readonly isPacked: boolean }> {
  const input = await openInput(file, NO_INPUT);
  await input.close();
  return { ...recognizeInput(file, input, asked), isPacked: input.packing !== null };
}

/** The error for archives, and for UTF-16 without a byte order mark. */
function notTextError(file: string): PageTraceError {
  return new PageTraceError('file-unreadable', t('{0} is not text.', nameFile(file)), {
    hint: t(
      'Records are read as UTF-8, or as UTF-16 with a byte order mark. Write them as JSON, one record a line.',
    ),
  });
}
