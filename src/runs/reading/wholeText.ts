import { Buffer, isUtf8 } from 'node:buffer';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { fileBytes, openInput } from './bytes.ts';
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
  const { bytes } = await openInput(name, stdin, signal);
  return wholeText(bytes, longest);
}

/**
 * The bytes of a file.
 * @throws PageTraceError `file-not-found`; `file-unreadable`, also if it is too long; `cancelled`
 */
export async function readWholeFile(
  file: string,
  { longest = LONGEST_PIECE, signal }: WholeOptions = {},
): Promise<Buffer> {
  return wholeBytes(fileBytes(file, signal), longest);
}

/**
 * The text of all bytes.
 * @throws PageTraceError `file-unreadable` for more bytes than `longest`, or if they are not UTF-8
 */
export async function wholeText(bytes: AsyncIterable<Buffer>, longest: number): Promise<string> {
  const whole = await wholeBytes(bytes, longest);
  if (!isUtf8(whole)) throw new PageTraceError('file-unreadable', t('This is not UTF-8 text.'));
  return whole.toString('utf8');
}

async function wholeBytes(bytes: AsyncIterable<Buffer>, longest: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > longest) throw new PageTraceError('file-unreadable', tooLongSentence(longest));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
