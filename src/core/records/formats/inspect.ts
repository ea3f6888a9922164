import { t } from '@vscode/l10n';
import { isJsonObject, valueAt, type JsonObject } from '../fieldPath.ts';
import { writtenText } from './messages.ts';
import { defineFormat, type SampleFields } from './model.ts';

/** Samples of a log of Inspect: the epochs of a sample are one group. */
export const INSPECT = defineFormat({
  name: 'inspect',
  numbersGroups: true,
  titleOf: () => t('samples of Inspect'),
  requires: { id: 'any', epoch: 'any', input: 'any', target: 'any' },
  matches: ({ output, messages }) => isJsonObject(output) || Array.isArray(messages),
  expand: readInspect,
});

/** What Inspect's scores say in letters and words: correct, incorrect, partial, no answer. */
const LETTERS: ReadonlyMap<string, number> = new Map([
  ['C', 1],
  ['I', 0],
  ['P', 0.5],
  ['N', 0],
  ['yes', 1],
  ['true', 1],
  ['no', 0],
  ['false', 0],
]);

function readInspect(record: JsonObject): readonly SampleFields[] {
  const attachments = isJsonObject(record['attachments']) ? record['attachments'] : {};
  const resolve = (value: unknown): unknown => withAttachments(value, attachments, 0);
  const output = isJsonObject(record['output']) ? record['output'] : {};
  const { columns, score } = readScores(record['scores']);
  const input = resolve(record['input']);
  const common: SampleFields = {
    prompt: input,
    ground_truth: record['target'],
    num_images: countImages(input),
    id: record['id'],
    group: record['id'],
    group_keys: ['id'],
    score,
    verdict: score === 1 ? 'right' : score === 0 ? 'wrong' : undefined,
    columns,
  };
  const choices = Array.isArray(output['choices']) ? output['choices'].filter(isJsonObject) : [];
  const before =
    choices.length === 1 ? earlierTurns(record['messages'], resolve(choices[0]?.['message']), resolve) : [];
  const samples = choices.flatMap((choice): readonly SampleFields[] => {
    const last = writtenText(resolve(choice['message']));
    // A request that failed leaves an empty message.
    const isNone = last === null || (last === '' && record['error'] != null);
    const response = isNone ? null : [...before, last].join('\n');
    if (isNone) return [];
    // The tokens are those of the last request, and of all choices together.
    const isWhole = choices.length === 1 && before.length === 0;
    const tokens = isWhole ? valueAt(output, 'usage.output_tokens') : undefined;
    return [{ ...common, response, finish_reason: choice['stop_reason'], response_length: tokens }];
  });
  if (samples.length > 0) return samples;
  const response = resolve(output['completion']) ?? lastWritten(resolve(record['messages']));
  return typeof response === 'string' && response !== '' ? [{ ...common, response }] : [];
}

/**
 * What an agent wrote before its last message, which is the output: its messages from the first that calls a tool.
 * Nothing if no tool was called.
 */
function earlierTurns(
  messages: unknown,
  output: unknown,
  resolve: (message: unknown) => unknown,
): readonly string[] {
  if (!Array.isArray(messages)) return [];
  const written = messages.filter(
    (message): message is JsonObject =>
      isJsonObject(message) && message['role'] === 'assistant' && message['source'] !== 'input',
  );
  const first = written.findIndex(({ tool_calls: calls }) => Array.isArray(calls) && calls.length > 0);
  if (first === -1) return [];
  const turns = written.slice(first);
  const texts = turns.map((message) => writtenText(resolve(message)) ?? '');
  const id = turns.at(-1)?.['id'];
  const isOutput = texts.at(-1) === writtenText(output) || (id !== undefined && id === valueAt(output, 'id'));
  return isOutput ? texts.slice(0, -1) : texts;
}

/** What the last message of an assistant says; null if there is none. */
function lastWritten(messages: unknown): string | null {
  if (!Array.isArray(messages)) return null;
  return writtenText(
    messages.findLast((message) => isJsonObject(message) && message['role'] === 'assistant'),
  );
}

/** The first score as a number, and the numbers of all by name. */
function readScores(scores: unknown): { readonly columns: JsonObject; readonly score: number | undefined } {
  const columns: Record<string, unknown> = {};
  let first: number | undefined;
  if (!isJsonObject(scores)) return { columns, score: first };
  for (const [name, scored] of Object.entries(scores)) {
    const value = isJsonObject(scored) ? scored['value'] : scored;
    if (isJsonObject(value)) {
      for (const [part, each] of Object.entries(value)) columns[`${name}.${part}`] = numberOf(each);
      continue;
    }
    const number = numberOf(value);
    columns[name] = number;
    first ??= number;
  }
  return { columns, score: first };
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'string') return undefined;
  const known = LETTERS.get(value) ?? LETTERS.get(value.toLowerCase());
  if (known !== undefined) return known;
  const number = value.trim() === '' ? Number.NaN : Number(value);
  return Number.isNaN(number) ? undefined : number;
}

/** The most levels in which attachments are looked for: those of messages and their parts. */
const LEVELS = 6;

const ATTACHMENT = 'attachment://';

/** A value with the texts that its record keeps as attachments. */
function withAttachments(value: unknown, attachments: JsonObject, level: number): unknown {
  if (typeof value === 'string') {
    const name = value.startsWith(ATTACHMENT) ? value.slice(ATTACHMENT.length) : null;
    return name !== null && Object.hasOwn(attachments, name) ? attachments[name] : value;
  }
  if (typeof value !== 'object' || value === null || level > LEVELS) return value;
  if (Array.isArray(value)) return value.map((each) => withAttachments(each, attachments, level + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withAttachments(each, attachments, level + 1)]),
  );
}

/** How many images the messages of an input have; undefined if it is a text. */
function countImages(input: unknown): number | undefined {
  if (!Array.isArray(input)) return undefined;
  return input
    .flatMap((message: unknown) => {
      const content = isJsonObject(message) ? message['content'] : null;
      return Array.isArray(content) ? (content as readonly unknown[]) : [];
    })
    .filter((part) => isJsonObject(part) && part['type'] === 'image').length;
}
