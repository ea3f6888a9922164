/**
 * The most bytes that are passed on at once. The SDK copies the rest of a piece for each event in it, so large pieces,
 * which form when a reader is slow, would take quadratic time.
 */
const LARGEST_PIECE = 8192;

/**
 * The body of an answer, read as fast as it arrives. A stream that fails drops its unread data; here, a reader gets
 * everything that arrived before the failure, however slowly it reads.
 * @param source is read to its end and buffered (answers are text of a few megabytes at most)
 */
export function eagerBody(source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  const waiting: Uint8Array[] = [];
  let taken = 0;
  let end: { readonly error: unknown } | { readonly done: true } | null = null;
  let wake: (() => void) | null = null;

  const tell = (): void => {
    wake?.();
    wake = null;
  };
  const pump = async (): Promise<void> => {
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        for (let start = 0; start < next.value.length; start += LARGEST_PIECE)
          waiting.push(next.value.subarray(start, start + LARGEST_PIECE));
        tell();
      }
      end = { done: true };
    } catch (error) {
      end = { error };
    }
    tell();
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
          }
        } else if (end !== null && 'error' in end) controller.error(end.error);
        else controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
