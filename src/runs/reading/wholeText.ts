import { Buffer, isUtf8 } from 'node:buffer';
import { t } from '@vscode/l10n';
import { bytesPhrase } from '../../core/bytesPhrase.ts';
import { PageTraceError } from '../../core/errors.ts';
import { fileBytes, nameFile, openInput } from './bytes.ts';
import { LONGEST_PIECE, tooLongSentence } from './pieces.ts';

/** How a file is read as a whole. */
export interface WholeOptions {
  /** The most bytes. */
  readonly longest?: number;
  /** Ends reading, also while it waits for a pipe. */
  readonly signal?: AbortSignal;
}

/**
 * The text of a file, or of standard input for `-`, without a byte order mark.
 * @throws PageTraceError `file-not-found`; `file-unreadable` for a file that cannot be read, is too long, or is not
 * UTF-8; `cancelled`
 */
export async function readWholeText(
  name: string,
  stdin: AsyncIterable<Buffer>,
  { longest = LONGEST_PIECE, signal }: WholeOptions = {},
): Promise<string> {
  const whole = await wholeOf(name, longest, async () => (await openInput(name, stdin, signal)).bytes);
  if (isUtf8(whole)) return whole.toString('utf8');
  throw new PageTraceError('file-unreadable', t('{0} is not UTF-8 text.', nameFile(name)), {
    hint: t('Save it as UTF-8, or name another file.'),
  });
}

/**
 * The bytes of a file.
 * @throws PageTraceError `file-not-found`; `file-unreadable`, also if it is too long; `cancelled`
 */
export function readWholeFile(
  file: string,
  { longest = LONGEST_PIECE, signal }: WholeOptions = {},
): Promise<Buffer> {
  return wholeOf(file, longest, () => Promise.resolve(fileBytes(file, signal)));
}

/**
 * The text of all bytes.
 * @throws PageTraceError `file-unreadable` for more bytes than `longest`, or if they are not UTF-8
 */
export async function wholeText(bytes: AsyncIterable<Buffer>, longest: number): Promise<string> {
  const whole = await wholeBytes(bytes, longest);
  if (whole === null) throw new PageTraceError('file-unreadable', tooLongSentence(longest));
  if (!isUtf8(whole)) throw new PageTraceError('file-unreadable', t('This is not UTF-8 text.'));
  return whole.toString('utf8');
}

/** The bytes of a file that is named, with errors that name it. */
async function wholeOf(
  name: string,
  longest: number,
  open: () => Promise<AsyncIterable<Buffer>>,
): Promise<Buffer> {
  try {
    const whole = await wholeBytes(await open(), longest);
    if (whole !== null) return whole;
  } catch (error) {
    throw isFolder(error)
      ? new PageTraceError('file-unreadable', t('{0} is a folder, not a file.', name), {
          hint: t('Name a file.'),
          cause: error,
        })
      : error;
  }
  throw new PageTraceError(
    'file-unreadable',
    t('{0} has more than {1}.', nameFile(name), bytesPhrase(longest)),
    { hint: t('Name a smaller file.') },
  );
}

/** Whether an error says that a folder was read as a file. */
const isFolder = (error: unknown): boolean =>
  error instanceof PageTraceError && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EISDIR';

/** Null for more bytes than `longest`. */
async function wholeBytes(bytes: AsyncIterable<Buffer>, longest: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > longest) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
