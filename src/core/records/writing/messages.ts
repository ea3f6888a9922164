import type { JsonObject } from '../fieldPath.ts';

/** A conversation that ends with a response. A prompt that is a text is what the user says. */
export function messagesOf(
  prompt: readonly JsonObject[] | string | null,
  response: string,
): readonly JsonObject[] {
  const asked = typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : (prompt ?? []);
  return [...asked, { role: 'assistant', content: response }];
}
