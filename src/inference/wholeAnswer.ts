import { closeJson } from './closeJson.ts';
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
 * some servers and proxies do not stream. None if it is not a completion with a message in each choice.
 */
export function asChunks(completion: Wire): readonly Wire[] {
  const choices = asArray(completion['choices']).map(asRecord);
  const chunks: Wire[] = [];
  for (const [position, choice] of choices.entries()) {
    const message = asRecord(choice?.['message']);
    if (choice === null || message === null) return [];
    const index = asNumber(choice['index']) ?? position;
    // An answer that arrived as a whole is finished, whether or not the server says why.
    const finish_reason = choice['finish_reason'] ?? 'stop';
    chunks.push({ choices: [{ ...choice, index, delta: message, finish_reason }] });
  }
  if (chunks.length > 0 && asRecord(completion['usage']))
    chunks.push({ choices: [], usage: completion['usage'] });
  return chunks;
}

/**
 * The chunks of a completion whose JSON was cut off or is broken at its end: those of the choices that arrived. The last
 * of them is not finished.
 */
export function cutChunks(text: string): readonly Wire[] {
  const completion = asRecord(parseJson(closeJson(text)));
  const choices = asArray(completion?.['choices']);
  const last = asRecord(choices.at(-1));
  if (completion === null || last === null) return [];
  const delta = asRecord(last['message']);
  if (delta === null) return asChunks({ choices: choices.slice(0, -1) });
  const index = asNumber(last['index']) ?? choices.length - 1;
  return [
    ...asChunks({ choices: choices.slice(0, -1) }),
    { choices: [{ index, delta, logprobs: last['logprobs'] }] },
  ];
}
