import { readInputs, type InputItem, type InputOptions } from '../../runs/reading/inputs.ts';
import { requireApart, requireWritable } from './outputFile.ts';
import { openSink } from './sink.ts';
import { cancellation, type VerbContext } from '../terminal/verb.ts';

/** What is done with the samples of some files. */
export interface SampleOutput {
  readonly files: readonly string[];
  readonly inputs: InputOptions;
  /** The file that `--out` names. */
  readonly out: string | undefined;
  /** What is done, for the line of progress, as in `Scored`. */
  readonly done: string;
  /** Text before everything. */
  readonly head: string;
  /** Makes the text of a portion of samples, which are in their order. */
  readonly portion: (items: readonly InputItem[]) => string | Promise<string>;
  /** Makes the text after everything. */
  readonly tail: () => string;
}

/**
 * Reads samples portion by portion and writes what is made of them, in their order, with no more in memory than a
 * portion.
 * @throws PageTraceError `bad-input` and `file-unwritable` for an output that cannot be; `cancelled` when nobody wants it.
 */
export async function writeSamples(run: SampleOutput, { terminal, interrupted }: VerbContext): Promise<void> {
  const { files, inputs, out } = run;
  if (out !== undefined) {
    await requireWritable(out);
    await requireApart(
      [out],
      files.filter((file) => file !== '-'),
    );
  }
  const sink = openSink(out, terminal);
  let count = 0;
  try {
    sink.write(run.head);
    for await (const items of readInputs(files, inputs)) {
      const text = run.portion(items);
      sink.write(typeof text === 'string' ? text : await text);
      await sink.flush();
      count += items.length;
      terminal.count(`${run.done} ${count.toLocaleString('en')}`);
      if (interrupted.aborted || (out === undefined && terminal.unread.aborted)) throw cancellation();
    }
    sink.write(run.tail());
    await sink.close();
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}
