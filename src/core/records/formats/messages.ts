import { isJsonObject, type JsonObject } from '../fieldPath.ts';
import { responseText } from '../fieldValues.ts';

/**
 * What a model wrote in a message: its text after the thinking that the server split off, between think tags as the
 * model wrote it, and before the tool calls that the server split off. Null if the message has nothing.
 */
export function writtenText(message: unknown): string | null {
  if (!isJsonObject(message)) return responseText(message);
  const { content } = message;
  const parts = Array.isArray(content) ? (content as readonly unknown[]) : null;
  const thoughts =
    parts === null
      ? textOf(message['reasoning_content']) || textOf(message['reasoning'])
      : parts.map(thoughtIn).join('');
  const text =
    parts === null ? responseText(message) : responseText(parts.filter((part) => thoughtIn(part) === ''));
  const written =
    thoughts !== '' && text?.includes('</think>') !== true ? `<think>${thoughts}</think>${text ?? ''}` : text;
  // Some servers leave the calls in the text as well.
  const calls = text?.includes('<tool_call>') === true ? '' : toolCalls(message);
  if (calls === '') return written;
  return written === null || written === ''
    ? calls
    : `${written}${written.endsWith('\n') ? '' : '\n'}${calls}`;
}

/**
 * What a model wrote, from a text, a list of content parts, or messages, of which those of the assistant count, one after
 * the other; null if there is nothing.
 */
export function writtenResponse(value: unknown): string | null {
  if (isMessage(value)) return writtenText(value);
  if (!Array.isArray(value) || !value.some(isMessage)) return responseText(value);
  const texts = value
    .filter((message) => isMessage(message) && message['role'] === 'assistant')
    .map(writtenText)
    .filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join('\n');
}

/** Whether a value is a list of chat messages. */
export function isMessages(value: unknown): value is readonly JsonObject[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((message) => isJsonObject(message) && typeof message['role'] === 'string')
  );
}

const isMessage = (value: unknown): value is JsonObject => isJsonObject(value) && 'role' in value;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The thinking in a part of a message's content; empty if it is another part. */
function thoughtIn(part: unknown): string {
  if (!isJsonObject(part)) return '';
  if (part['type'] === 'reasoning') return textOf(part['reasoning']) || textOf(part['summary']);
  return part['type'] === 'thinking' ? textOf(part['thinking']) : '';
}

/** The tool calls of a message as chat templates write them; empty if it has none. */
function toolCalls(message: JsonObject): string {
  const calls: readonly unknown[] = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  return calls
    .map(readCall)
    .filter(isJsonObject)
    .flatMap((call) => {
      const said = isJsonObject(call['function']) ? call['function'] : call;
      const name = said['name'] ?? said['function'];
      if (typeof name !== 'string') return [];
      const given = said['arguments'];
      const written = typeof given === 'string' ? given.trim() || '{}' : JSON.stringify(given ?? {});
      return [`<tool_call>\n{"name": ${JSON.stringify(name)}, "arguments": ${written}}\n</tool_call>`];
    })
    .join('\n');
}

/** A tool call, which verifiers writes as a text of JSON. */
function readCall(call: unknown): unknown {
  if (typeof call !== 'string') return call;
  try {
    return JSON.parse(call) as unknown;
  } catch {
    return null;
  }
}
