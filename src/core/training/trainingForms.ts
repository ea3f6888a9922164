import { t } from '@vscode/l10n';
import type { JsonObject } from '../records/fieldPath.ts';
import type { PromptPart } from '../prompts/model.ts';
import type { TrainingKind, TrainingRecord, TrainingSample } from './model.ts';
import { contentParts, markedText, withoutMark } from './trainingPrompt.ts';

/** A form of training files. */
export interface TrainingForm {
  readonly name: string;
  /** What it is, for a person: `SFT data of LLaMA-Factory`. */
  readonly title: string;
  readonly kind: TrainingKind;
  readonly container: 'jsonl' | 'parquet';
  /** The record of a file, from 0. */
  readonly row: (record: TrainingRecord, index: number) => JsonObject;
  /** The entry of `dataset_info.json` that describes the file; null for trainers that read none. */
  readonly description: ((file: string, hasImages: boolean) => JsonObject) | null;
  /** Whether its records have the question alone, because the trainer fills the prompt itself. */
  readonly isBare?: true;
}

const LLAMA_FACTORY_SFT: TrainingForm = {
  name: 'llama-factory-sft',
  get title() {
    return t('SFT data of LLaMA-Factory');
  },
  kind: 'samples',
  container: 'jsonl',
  row: ({ sample }) => ({
    messages: [
      { role: 'user', content: markedText(sample.prompt) },
      { role: 'assistant', content: withoutMark(sample.response) },
    ],
    ...imagesOf(sample),
  }),
  description: (file, hasImages) => ({
    file_name: file,
    formatting: 'sharegpt',
    columns: { messages: 'messages', ...(hasImages ? { images: 'images' } : {}) },
    tags: { role_tag: 'role', content_tag: 'content', user_tag: 'user', assistant_tag: 'assistant' },
  }),
};

const LLAMA_FACTORY_PREFERENCE: TrainingForm = {
  name: 'llama-factory-preference',
  get title() {
    return t('preference data of LLaMA-Factory');
  },
  kind: 'pairs',
  container: 'jsonl',
  row: ({ sample, rejected }) => ({
    conversations: [{ from: 'human', value: markedText(sample.prompt) }],
    chosen: { from: 'gpt', value: withoutMark(sample.response) },
    rejected: { from: 'gpt', value: withoutMark(rejected?.response ?? '') },
    ...imagesOf(sample),
  }),
  description: (file, hasImages) => ({
    file_name: file,
    formatting: 'sharegpt',
    ranking: true,
    columns: {
      messages: 'conversations',
      chosen: 'chosen',
      rejected: 'rejected',
      ...(hasImages ? { images: 'images' } : {}),
    },
  }),
};

const TRL_SFT: TrainingForm = {
  name: 'trl-sft',
  get title() {
    return t('SFT data of TRL');
  },
  kind: 'samples',
  container: 'jsonl',
  row: ({ sample }) => ({
    prompt: [userMessage(sample.prompt)],
    completion: [assistantMessage(sample.response)],
    ...imagesOf(sample),
  }),
  description: null,
};

const TRL_PREFERENCE: TrainingForm = {
  name: 'trl-preference',
  get title() {
    return t('preference data of TRL');
  },
  kind: 'pairs',
  container: 'jsonl',
  row: ({ sample, rejected }) => ({
    prompt: [userMessage(sample.prompt)],
    chosen: [assistantMessage(sample.response)],
    rejected: [assistantMessage(rejected?.response ?? '')],
    ...imagesOf(sample),
  }),
  description: null,
};

/** EasyR1's own prompt file puts the template around the problem, so that it is the question alone. */
const EASYR1: TrainingForm = {
  name: 'easyr1',
  get title() {
    return t('training data of EasyR1');
  },
  kind: 'questions',
  isBare: true,
  container: 'jsonl',
  row: ({ sample }) => ({
    id: sample.id,
    problem: markedText(questionParts(sample)),
    answer: sample.answer,
    ...imagesOf(sample),
  }),
  description: null,
};

const VERL: TrainingForm = {
  name: 'verl',
  get title() {
    return t('training data of verl');
  },
  kind: 'questions',
  container: 'parquet',
  row: ({ sample }, index) => ({
    data_source: 'pagetrace',
    prompt: [{ role: 'user', content: markedText(sample.prompt) }],
    images: sample.images.map(({ path, bytes }) => ({ bytes, path })),
    ability: 'document-qa',
    reward_model: { style: 'rule', ground_truth: sample.answer },
    extra_info: { split: 'train', index, id: sample.id, question: sample.question },
  }),
  description: null,
};

/** The forms of training files. */
export const TRAINING_FORMS: readonly TrainingForm[] = [
  LLAMA_FACTORY_SFT,
  LLAMA_FACTORY_PREFERENCE,
  TRL_SFT,
  TRL_PREFERENCE,
  EASYR1,
  VERL,
];

const imagesOf = ({ images }: TrainingSample): JsonObject =>
  images.length === 0 ? {} : { images: images.map(({ path }) => path) };

const userMessage = (parts: readonly PromptPart[]): JsonObject => ({
  role: 'user',
  content: contentParts(parts),
});

const assistantMessage = (text: string): JsonObject => ({
  role: 'assistant',
  content: [{ type: 'text', text }],
});

/** The question with its images in front; the prompt if the question is not known. */
function questionParts({ question, prompt, images }: TrainingSample): readonly PromptPart[] {
  if (question === null) return prompt;
  return [
    ...images.map((_, at): PromptPart => ({ type: 'image', image: at + 1 })),
    { type: 'text', text: question },
  ];
}
