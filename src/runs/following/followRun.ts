import { setTimeout as delay } from 'node:timers/promises';
import { asPageTraceError } from '../../core/errors.ts';
import { statOrNull } from '../worker/fileMark.ts';
import { expandInputs } from '../reading/expandInputs.ts';
import type { InputItem, InputOptions } from '../reading/inputs.ts';
import { FollowedFile, type FollowingEnd } from './followedFile.ts';

/** How a run is followed. */
export interface FollowRunOptions {
  readonly inputs: InputOptions;
  /** Milliseconds between two looks at the files. */
  readonly interval: number;
  /** Milliseconds without a change after which a file that has to be read as a whole is complete. */
  readonly settleTime: number;
  /** Ends following. */
  readonly signal: AbortSignal;
  /** Called once for a file that can no longer be followed. */
  readonly onEnded: (file: string, why: FollowingEnd) => void;
}

/** Samples that came, or the end of a look at all files: until then, further ones may come from other files. */
export type FollowedPart =
  | { readonly kind: 'items'; readonly items: readonly InputItem[] }
  | { readonly kind: 'looked' };

/**
 * The samples of files and folders that are being written, as they come: of each file in turn what is new in it, and of
 * files that are added to a folder. What was read is not read again. It ends when `signal` is aborted, with what the files
 * end with then.
 * @throws PageTraceError `bad-input` for a folder with too many files
 */
export async function* followRun(
  paths: readonly string[],
  { inputs, interval, settleTime, signal, onEnded }: FollowRunOptions,
): AsyncGenerator<FollowedPart> {
  const files = new Map<string, FollowedFile>();
  const options = { inputs, settleTime, now: Date.now };
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    const expanded = await expandInputs(paths);
    for (const path of expanded.files) if (!files.has(path)) files.set(path, new FollowedFile(path, options));
    for (const file of files.values()) {
      if (isOver()) break;
      if (file.isEnded) continue;
      const ended = file.look(await statOrNull(file.path));
      if (ended !== null) onEnded(file.path, ended);
      yield* newItems(file, signal);
    }
    if (isOver()) break;
    yield { kind: 'looked' };
    await delay(interval, null, { signal }).catch(() => null);
  }
  for (const file of files.values())
    for await (const items of file.finish()) if (items.length > 0) yield { kind: 'items', items };
}

/** What is new in a file, as far as it is read before `signal` is aborted. */
async function* newItems(file: FollowedFile, signal: AbortSignal): AsyncGenerator<FollowedPart> {
  try {
    for await (const items of file.read()) {
      if (items.length > 0) yield { kind: 'items', items };
      if (signal.aborted) return;
    }
  } catch (error) {
    if (asPageTraceError(error).reason !== 'cancelled') throw error;
  }
}
