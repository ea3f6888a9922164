/**
 * The body of an answer, read as fast as it comes. A stream that fails drops what it holds unread; here a failure comes
 * only after everything that had come before it, however slowly a reader reads.
 * @param source is read to its end; what it brings is kept until it is taken (answers are text of a few megabytes at most)
 */
export function eagerBody(source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  const waiting: Uint8Array[] = [];
  let end: { readonly error: unknown } | { readonly done: true } | null = null;
  let wake: (() => void) | null = null;

  const tell = (): void => {
    wake?.();
    wake = null;
  };
  const pump = async (): Promise<void> => {
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        waiting.push(next.value);
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
        while (waiting.length === 0 && end === null)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        if (waiting.length > 0) {
          // Pieces that came together are passed on together.
          const pieces = waiting.splice(0, waiting.length);
          controller.enqueue(
            pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces),
          );
        } else if (end !== null && 'error' in end) controller.error(end.error);
        else controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
