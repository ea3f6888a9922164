import { asArray, asNumber, asRecord, parseJson, type Wire } from './wire.ts';

/** A body whose beginning is known. */
export interface BegunBody {
  /** Whether it begins like a JSON object, as no stream of events does. */
  readonly isWhole: boolean;
  /** The body from its first piece that is not blank. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Waits for the first bytes of a body that are not blank: servers mistake or omit the content type. */
export async function beginBody(source: AsyncIterable<Uint8Array>): Promise<BegunBody> {
  const iterator = source[Symbol.asyncIterator]();
  let first = await iterator.next();
  let text = '';
  while (first.done !== true) {
    text = new TextDecoder().decode(first.value).trimStart();
    if (text !== '') break;
    first = await iterator.next();
  }
  return {
    isWhole: text.startsWith('{'),
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
