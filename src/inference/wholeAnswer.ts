import { asArray, asNumber, asRecord, parseJson } from './wire.ts';

/** How a stream of events begins, whatever content type the server gives it. */
const EVENT_FIELD = /^\uFEFF?\s*(?:data|event|id|retry)?:/u;

/**
 * Checks the first bytes of a body.
 * @returns whether it begins like a stream of events, and the body with all of its bytes
 */
export async function beginsAsEvents(
  body: ReadableStream<Uint8Array>,
): Promise<{ readonly events: boolean; readonly body: ReadableStream<Uint8Array> }> {
  const [looked, rest] = body.tee();
  const reader = looked.getReader();
  const { value } = await reader.read();
  // This is fulfilled only when the other branch ends, too.
  reader.cancel().catch(() => undefined);
  return { events: EVENT_FIELD.test(new TextDecoder().decode(value)), body: rest };
}

/**
 * Converts a completion that arrived as a whole, although a stream was requested, to a stream: some servers and proxies
 * do not stream.
 * @returns the body of a stream of events, or null if `body` is not a completion with a message in each choice
 */
export function asStream(body: string): string | null {
  const completion = asRecord(parseJson(body));
  const choices = asArray(completion?.['choices']).map(asRecord);
  if (completion === null || choices.length === 0) return null;
  const chunks: unknown[] = [];
  for (const [position, choice] of choices.entries()) {
    const message = asRecord(choice?.['message']);
    if (choice === null || message === null) return null;
    const index = asNumber(choice['index']) ?? position;
    // An answer that arrived as a whole is finished, whether or not the server says why.
    const finish_reason = choice['finish_reason'] ?? 'stop';
    chunks.push({ choices: [{ index, delta: message, finish_reason, stop_reason: choice['stop_reason'] }] });
  }
  if (asRecord(completion['usage'])) chunks.push({ choices: [], usage: completion['usage'] });
  return [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]']
    .map((data) => `data: ${data}\n\n`)
    .join('');
}
