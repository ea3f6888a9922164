import { asArray, asNumber, asRecord, parseJson, type Wire } from './wire.ts';

/** How a stream of events begins, whatever content type the server gives it. */
const EVENT_FIELD = /^\uFEFF?\s*(?:data|event|id|retry)?:/u;

/** A body whose beginning is known. */
export interface BegunBody {
  /** Whether it begins like a stream of events. */
  readonly isEvents: boolean;
  /** The body with all of its bytes. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Waits for the first bytes of a body, and finds out whether they are those of a stream of events. */
export async function beginBody(source: ReadableStream<Uint8Array>): Promise<BegunBody> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  return {
    isEvents: first.done !== true && EVENT_FIELD.test(new TextDecoder().decode(first.value)),
    body: (async function* () {
      if (first.done === true) return;
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => iterator };
    })(),
  };
}

/**
 * The chunks of a stream that say the same as a completion that arrived as a whole, although a stream was requested:
 * some servers and proxies do not stream.
 * @returns null if `body` is not a completion with a message in each choice
 */
export function asChunks(body: string): readonly Wire[] | null {
  const completion = asRecord(parseJson(body));
  const choices = asArray(completion?.['choices']).map(asRecord);
  if (completion === null || choices.length === 0) return null;
  const chunks: Wire[] = [];
  for (const [position, choice] of choices.entries()) {
    const message = asRecord(choice?.['message']);
    if (choice === null || message === null) return null;
    const index = asNumber(choice['index']) ?? position;
    // An answer that arrived as a whole is finished, whether or not the server says why.
    const finish_reason = choice['finish_reason'] ?? 'stop';
    chunks.push({ choices: [{ index, delta: message, finish_reason, stop_reason: choice['stop_reason'] }] });
  }
  if (asRecord(completion['usage'])) chunks.push({ choices: [], usage: completion['usage'] });
  return chunks;
}
