import { isJsonObject, type JsonObject } from '../fieldPath.ts';

/** Whether a value is a list of chat messages. */
export function isMessages(value: unknown): value is readonly JsonObject[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((message) => isJsonObject(message) && typeof message['role'] === 'string')
  );
}

/** A conversation that ends with a response. A prompt that is a text is what the user says. */
export function messagesOf(
  prompt: readonly JsonObject[] | string | null,
  response: string,
): readonly JsonObject[] {
  const asked = typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : (prompt ?? []);
  return [...asked, { role: 'assistant', content: response }];
}
