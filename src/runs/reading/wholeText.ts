import { Buffer, isUtf8 } from 'node:buffer';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { openInput } from './bytes.ts';
import { LONGEST_PIECE, tooLongSentence } from './pieces.ts';

/**
 * The text of a file, or of standard input for `-`, without a byte order mark.
 * @throws PageTraceError `file-not-found`; `file-unreadable` for a file that cannot be read, is too long, or is not
 * UTF-8
 */
export async function readWholeText(
  name: string,
  stdin: AsyncIterable<Buffer>,
  longest = LONGEST_PIECE,
): Promise<string> {
  const { bytes } = await openInput(name, stdin);
  return wholeText(bytes, longest);
}

/**
 * The text of all bytes.
 * @throws PageTraceError `file-unreadable` for more bytes than `longest`, or if they are not UTF-8
 */
export async function wholeText(bytes: AsyncIterable<Buffer>, longest: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > longest) throw new PageTraceError('file-unreadable', tooLongSentence(longest));
    chunks.push(chunk);
  }
  const whole = Buffer.concat(chunks);
  if (!isUtf8(whole)) throw new PageTraceError('file-unreadable', t('This is not UTF-8 text.'));
  return whole.toString('utf8');
}
