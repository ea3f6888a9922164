import * as v from 'valibot';

/** A message of a request, as a person reads it. */
export interface SentMessage {
  readonly role: string;
  /** Its parts, one after the other; an image is a line that names its kind and size. */
  readonly text: string;
}

/** A request as it was sent, without images and key. */
export interface SentRequest {
  readonly url: string;
  /** The fields of its body, except for the messages; a value that is not a string is JSON. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  readonly messages: readonly SentMessage[];
}

const part = v.union([
  v.object({ type: v.literal('text'), text: v.string() }),
  v.object({ type: v.literal('image_url'), image_url: v.object({ url: v.string() }) }),
]);
const messages = v.array(v.object({ role: v.string(), content: v.union([v.string(), v.array(part)]) }));
const request = v.object({ url: v.string(), body: v.record(v.string(), v.unknown()) });

/** Reads a stored request (`AskedQuestionRecord.request`); null if it is not one. */
export function readSentRequest(json: string): SentRequest | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return null;
  }
  const read = v.safeParse(request, parsed);
  if (!read.success) return null;
  const { messages: sent, ...settings } = read.output.body;
  const readable = v.safeParse(messages, sent);
  if (!readable.success) return null;
  return {
    url: read.output.url,
    settings: Object.entries(settings).map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    ),
    messages: readable.output.map(({ role, content }) => ({
      role,
      text: typeof content === 'string' ? content : content.map(partText).join(''),
    })),
  };
}

function partText(sent: v.InferOutput<typeof part>): string {
  // An image is on a line of its own, whatever stands before it.
  return sent.type === 'text' ? sent.text : `\n${sent.image_url.url}\n`;
}
