import { asArray, asNumber, asRecord, parseJson } from './wire.ts';

/**
 * A completion that came whole, though a stream was asked for, as the stream that it would have been: some servers and
 * proxies do not stream.
 * @returns the body of a stream of events, or null where `body` is no completion with a message in each choice
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
    // What came whole is finished, whether or not the server says why.
    const finish_reason = choice['finish_reason'] ?? 'stop';
    chunks.push({ choices: [{ index, delta: message, finish_reason, stop_reason: choice['stop_reason'] }] });
  }
  if (asRecord(completion['usage'])) chunks.push({ choices: [], usage: completion['usage'] });
  return [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]']
    .map((data) => `data: ${data}\n\n`)
    .join('');
}
