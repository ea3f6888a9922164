import { t } from '@vscode/l10n';
import { from } from '../fieldMap.ts';
import { isJsonObject, valueAt, type JsonObject } from '../fieldPath.ts';
import { responseText } from '../fieldValues.ts';
import { writtenText } from './messages.ts';
import { defineFormat, type SampleFields } from './model.ts';

/** The output of PageTrace itself. */
export const ASK = defineFormat({
  name: 'pagetrace-ask',
  titleOf: () => t('output of pagetrace ask --json'),
  requires: { samples: 'list', documents: 'list', 'samples.0.text': 'text' },
  fields: {
    response: from('text'),
    ground_truth: from('reference'),
    num_images: from('page_images'),
    tool_results: from('tool_results'),
    response_length: from('response_length'),
    verdict: from('verdict'),
    prompt: from('question'),
    score: from('score.overall'),
  },
  samples: 'samples',
  names: { reward: 'reward', dialect: 'dialect' },
});

/** The output of a batch of requests: several choices are the samples of one question. */
export const BATCH = defineFormat({
  name: 'openai-batch',
  titleOf: () => t('output of an OpenAI or vLLM batch'),
  requires: { custom_id: 'any', 'response.body': 'object' },
  matches: (record) =>
    Array.isArray(valueAt(record, 'response.body.choices')) ||
    Array.isArray(valueAt(record, 'response.body.output')),
  expand: readBatch,
});

function readBatch(record: JsonObject): readonly SampleFields[] {
  const body = valueAt(record, 'response.body');
  if (!isJsonObject(body)) return [];
  const choices: readonly unknown[] = Array.isArray(body['choices']) ? body['choices'] : [];
  const id = record['custom_id'];
  const common: SampleFields = {
    id,
    // The id of a request with one answer is no group: it has no other sample. The requests have its prompt.
    group: choices.length > 1 ? id : undefined,
    group_keys: ['custom_id'],
    verdict: record['verdict'],
  };
  if (choices.length > 0)
    return choices.filter(isJsonObject).map((choice) => ({
      ...common,
      response: writtenText(choice['message']) ?? choice['text'],
      finish_reason: choice['finish_reason'],
      // The tokens are those of all choices together.
      response_length: choices.length === 1 ? valueAt(body, 'usage.completion_tokens') : undefined,
    }));
  // The answer of the newer interface is a list of what the model did: it thought, said something, or called a tool.
  const said = (Array.isArray(body['output']) ? (body['output'] as readonly unknown[]) : [])
    .map(writtenPart)
    .filter((text) => text !== null);
  if (said.length === 0) return [];
  return [
    {
      ...common,
      response: said.join('\n'),
      response_length: valueAt(body, 'usage.output_tokens'),
      finish_reason: valueAt(body, 'incomplete_details.reason') ?? body['status'],
    },
  ];
}

/** What a model wrote in a part of an answer of the newer interface; null for parts that it did not write. */
function writtenPart(part: unknown): string | null {
  if (!isJsonObject(part)) return null;
  switch (part['type']) {
    case 'message':
      return responseText(part) ?? '';
    case 'reasoning': {
      const thoughts = responseText(part['content']) ?? responseText(part['summary']);
      return thoughts === null || thoughts === '' ? null : writtenText({ reasoning: thoughts });
    }
    case 'function_call':
      return writtenText({ tool_calls: [part] });
    default:
      return null;
  }
}
