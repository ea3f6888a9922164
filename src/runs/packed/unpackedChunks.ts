import { Buffer } from 'node:buffer';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { NO_INPUT, openInput } from '../reading/bytes.ts';
import { LONGEST_PIECE } from '../reading/pieces.ts';
import { placedRecords } from '../reading/placedRecords.ts';
import { recognizeInput, type InputKind } from '../reading/recognize.ts';
import { readTable } from '../reading/tableRecords.ts';
import { placedLine } from './placedLine.ts';

/** Whether a file of a kind is unpacked to lines with places: its own text has no record on each line. */
export function hasPlacedLines(kind: InputKind): boolean {
  return kind !== 'lines';
}

/**
 * The text that a file is unpacked to, in UTF-8: its own if it has a record on each line, otherwise a line with its place
 * for each record.
 * @param onRead told how many bytes of the file were read, for what is read from its beginning
 * @throws PageTraceError as reading the file does; what comes before a fault is yielded before the error
 */
export async function* unpackedChunks(
  file: string,
  signal: AbortSignal,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const input = await openInput(file, NO_INPUT, signal, onRead);
  try {
    const { kind, encoding } = recognizeInput(file, input, null);
    if (kind === 'trajectory') throw hasChanged(file);
    if (!hasPlacedLines(kind)) {
      yield* input.bytes;
      return;
    }
    const options = { kind, encoding, longest: LONGEST_PIECE, readTable, signal };
    for await (const found of placedRecords(file, input, options))
      if (found.length > 0) yield Buffer.from(found.map(placedLine).join(''));
  } finally {
    await input.close();
  }
}

/** The error for a file that held records when it was recognized. */
function hasChanged(file: string): PageTraceError {
  return new PageTraceError('file-unreadable', t('{0} has changed since it was read.', file), {
    hint: t('Read it again.'),
  });
}
