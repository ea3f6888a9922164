import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { isGenerationsLog } from '../../core/records/generationsLog.ts';
import { nameFile, NO_INPUT, openInput, type OpenInput } from './bytes.ts';
import { detectDialect } from '../../core/trajectory/detect.ts';
import type { Encoding } from './encoding.ts';
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
  if (asked === 'trajectory' || (asked === null && extension === '.trajectory')) return 'trajectory';
  if (isGenerationsLog(head)) return 'generations';
  if (begins === '[') return 'values';
  if (begins === '{' && (extension === '.json' || /^\s*\{[ \t]*\r?\n/.test(head))) return 'values';
  if (asked === 'records' || LINE_FILES.has(extension) || begins === '{') return 'lines';
  return 'trajectory';
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
  if (head.includes('\0') && !name.endsWith('.trajectory')) throw notTextError(name);
  const kind = inputKind(name, head, asked);
  const isSaid = asked === 'trajectory' || path.extname(name).toLowerCase() === '.trajectory';
  if (!isSaid && kind !== 'generations') {
    const table = tableKind(name, head);
    if (table !== null) return { kind: table, encoding };
    if (isYaml(name, head)) throw yamlError(name);
  }
  // What comes through a pipe has no name that could say more: a bare answer is scored too.
  if (kind === 'trajectory' && !isSaid && name !== '-' && !looksLikeTrajectory(head))
    throw unknownError(name);
  return { kind, encoding };
}

/**
 * Whether a text shows that it is a trajectory: it has a front matter, or tags of a dialect. An empty one has an error
 * of its own.
 */
function looksLikeTrajectory(head: string): boolean {
  return /^\s*(?:---[ \t]*\r?\n|$)/.test(head) || detectDialect(head).confidence > 0;
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
