import { t } from '@vscode/l10n';
import { isJsonObject, type JsonObject } from '../fieldPath.ts';
import {
  defineFormat,
  firstOf,
  IDS,
  keysWith,
  REFERENCES,
  splitScore,
  type RecordFormat,
  type SampleFields,
} from './model.ts';

/** The roles that conversations have by other names. */
const ROLES: ReadonlyMap<unknown, string> = new Map([
  ['human', 'user'],
  ['gpt', 'assistant'],
  ['chatgpt', 'assistant'],
  ['function_call', 'assistant'],
  ['observation', 'tool'],
]);

interface Message {
  readonly role: unknown;
  readonly content: unknown;
}

/** Conversations of OpenAI, TRL or ms-swift, such as those of supervised fine-tuning. */
export const MESSAGES = conversations('messages', 'messages', () => t('conversations'));

/** Conversations of ShareGPT and LLaVA, which LLaMA-Factory reads. */
export const SHAREGPT = conversations('sharegpt', 'conversations', () => t('conversations of ShareGPT'));

function conversations(name: string, key: string, titleOf: () => string): RecordFormat {
  return defineFormat({
    name,
    titleOf,
    requires: { [key]: 'list' },
    matches: (record) => messagesIn(record, key).some(isFromModel),
    expand: (record) => [sampleOf(record, key)],
  });
}

/** The response is all that the model wrote; it was asked what stands before. */
function sampleOf(record: JsonObject, key: string): SampleFields {
  const messages = messagesIn(record, key);
  const asked = messages.slice(0, messages.findIndex(isFromModel));
  return {
    response: messages.filter(isFromModel),
    prompt: asked.length > 0 ? asked : undefined,
    ground_truth: firstOf(record, REFERENCES),
    num_images: record['images'] ?? (record['image'] == null ? undefined : [record['image']].flat()),
    verdict: record['verdict'],
    id: firstOf(record, IDS.paths),
    ...splitScore(record, ['score', 'reward']),
    group_keys: [key, ...keysWith(record, REFERENCES)],
  };
}

function messagesIn(record: JsonObject, key: string): readonly Message[] {
  const list: unknown = record[key];
  return (Array.isArray(list) ? list : []).filter(isJsonObject).map((turn) => {
    const role = turn['role'] ?? turn['from'];
    return { ...turn, role: ROLES.get(role) ?? role, content: turn['content'] ?? turn['value'] };
  });
}

function isFromModel({ role }: Message): boolean {
  return role === 'assistant';
}
