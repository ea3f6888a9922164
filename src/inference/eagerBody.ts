/** How much of a body is read. */
export interface BodyLimit {
  /** The most bytes, after decompression. */
  readonly most: number;
  /** The error of a body that is longer; null if such a body only ends there. */
  readonly exceeded: (() => Error) | null;
  /** Milliseconds after which the body ends, whatever is still to come; by default, it may take any time. */
  readonly within?: number;
}

/** The most bytes that wait for a slow reader before the server has to wait, too. */
const MOST_WAITING = 8_000_000;

/** What a piece takes in memory in addition to its bytes. */
const PIECE_OVERHEAD = 500;

/**
 * The body of an answer, read as fast as it arrives, up to a limit. A stream that fails drops its unread data; here, a
 * reader gets everything that arrived before the failure, even if it reads slowly. Once the limit is reached, the
 * connection is closed.
 */
export function eagerBody(
  source: ReadableStream<Uint8Array>,
  { most, exceeded, within }: BodyLimit,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  const waiting: Uint8Array[] = [];
  let taken = 0;
  /** The memory of the pieces that wait. */
  let held = 0;
  let end: { readonly error: unknown } | { readonly done: true } | null = null;
  let wake: (() => void) | null = null;
  let proceed: (() => void) | null = null;

  const tell = (): void => {
    wake?.();
    wake = null;
  };
  const release = (): void => {
    held = 0;
    proceed?.();
    proceed = null;
  };
  const stop = (how: NonNullable<typeof end>): void => {
    end ??= how;
    clearTimeout(timer);
    tell();
  };
  const leave = (how: NonNullable<typeof end>): void => {
    stop(how);
    reader.cancel().catch(() => undefined);
  };
  const timer =
    within === undefined
      ? undefined
      : setTimeout(() => {
          leave({ done: true });
        }, within);

  const pump = async (): Promise<void> => {
    let arrived = 0;
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        const piece = next.value.subarray(0, most - arrived);
        if (piece.length > 0) waiting.push(piece);
        arrived += next.value.length;
        if (arrived > most) {
          leave(exceeded === null ? { done: true } : { error: exceeded() });
          return;
        }
        held += piece.length + PIECE_OVERHEAD;
        tell();
        if (held > MOST_WAITING)
          await new Promise<void>((resolve) => {
            proceed = resolve;
          });
      }
      stop({ done: true });
    } catch (error) {
      stop({ error });
    }
  };
  void pump();

  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        while (taken === waiting.length && end === null)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        const piece = waiting[taken];
        if (piece !== undefined) {
          taken += 1;
          controller.enqueue(piece);
          if (taken === waiting.length) {
            waiting.length = 0;
            taken = 0;
            release();
          }
        } else if (end !== null && 'error' in end) controller.error(end.error);
        else controller.close();
      },
      cancel: (reason) => {
        clearTimeout(timer);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** The whole of a body as text. */
export async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const { text, failure } = await readUntilFailure(body);
  if (failure !== null) throw failure.error;
  return text;
}

/** The text of a body up to its end, or up to a failure, of which the error is returned. */
export async function readUntilFailure(
  body: AsyncIterable<Uint8Array>,
): Promise<{ readonly text: string; readonly failure: { readonly error: unknown } | null }> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let failure: { readonly error: unknown } | null = null;
  try {
    for await (const piece of body) parts.push(decoder.decode(piece, { stream: true }));
  } catch (error) {
    failure = { error };
  }
  // A character whose bytes did not all arrive is left out.
  if (failure === null) parts.push(decoder.decode());
  return { text: parts.join(''), failure };
}
