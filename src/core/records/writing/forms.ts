import type { JsonObject } from '../fieldPath.ts';
import { KEPT } from '../formats/kept.ts';
import { isTexts } from '../formats/model.ts';
import type { Sample } from '../sample.ts';
import { isMessages } from '../formats/messages.ts';
import { messagesOf } from './messages.ts';
import type { SampleSource } from './sampleSource.ts';

/** Which other keys of a record a form has a place for: all, all that are numbers, or those with these names. */
type OpenKeys = 'all' | 'numbers' | readonly string[];

/** A form that samples can be written in, one record for each. */
export interface WrittenForm {
  readonly name: string;
  /** The names of the forms that its records have when they are read. */
  readonly readAs: readonly string[];
  readonly open: OpenKeys;
  /** Keys that always hold numbers with fractions, so that a column of them is the same in every file. */
  readonly measures: readonly string[];
  /** The keys of a sample's record, except the other ones. A key without a value is undefined, or null if the form requires it. */
  readonly row: (sample: Sample, source: SampleSource) => Readonly<Record<string, unknown>>;
}

const VERL: WrittenForm = {
  name: 'verl',
  readAs: ['verl'],
  open: 'all',
  measures: ['score'],
  row: (sample, source) => ({
    input: promptOf(sample),
    output: sample.response,
    gts: truthOf(sample) ?? null,
    score: sample.score,
    step: sample.step ?? undefined,
    ...verlName(sample),
    ...whatRewardsRead(sample, source),
    finish_reason: sample.finishReason ?? undefined,
  }),
};

const EASYR1: WrittenForm = {
  name: 'easyr1',
  readAs: ['reward-input', 'grounding-input'],
  open: [],
  measures: [],
  row: (sample, source) => ({
    prompt: promptOf(sample) ?? undefined,
    response: sample.response,
    ground_truth: truthOf(sample) ?? null,
    ...whatRewardsRead(sample, source),
  }),
};

const OPENRLHF: WrittenForm = {
  name: 'openrlhf',
  readAs: ['openrlhf'],
  open: [],
  measures: ['reward'],
  row: (sample) => ({
    input: promptOf(sample),
    output: sample.response,
    label: truthOf(sample),
    reward: sample.score ?? undefined,
  }),
};

const TRL: WrittenForm = {
  name: 'trl',
  readAs: ['completion'],
  open: 'numbers',
  measures: ['reward', 'advantage'],
  row: (sample, { prompt, response }) => ({
    step: sample.step ?? undefined,
    // Conversations are lists of messages on both sides.
    ...(isMessages(prompt)
      ? {
          prompt,
          completion: isMessages(response) ? response : [{ role: 'assistant', content: sample.response }],
        }
      : { prompt: promptOf(sample), completion: sample.response }),
    solution: truthOf(sample),
    reward: sample.score ?? undefined,
  }),
};

const LLAMA_FACTORY: WrittenForm = {
  name: 'llama-factory',
  readAs: ['llama-factory'],
  open: [],
  measures: [],
  row: (sample) => ({
    prompt: promptOf(sample),
    predict: sample.response,
    label: sample.reference ?? joined(sample.references),
  }),
};

const SWIFT: WrittenForm = {
  name: 'ms-swift',
  readAs: ['ms-swift'],
  open: ['logprobs'],
  measures: [],
  row: (sample, { prompt, images }) => ({
    response: sample.response,
    labels: truthOf(sample),
    messages: messagesOf(isMessages(prompt) ? prompt : promptOf(sample), sample.response),
    images: images ?? undefined,
  }),
};

const LANG2ACT: WrittenForm = {
  name: 'lang2act',
  readAs: ['lang2act'],
  open: [
    'predicted_answer',
    'dataset',
    'model',
    'prompt_mode',
    'evidence_sources',
    'query_type',
    'gt_image_paths',
  ],
  measures: ['llm_judge_score'],
  row: (sample, { images }) => ({
    uid: sample.group ?? sample.id ?? undefined,
    question: sample.question ?? sample.sentPrompt,
    gt_answer: truthOf(sample) ?? null,
    top_k: sample.numImages ?? undefined,
    used_topk_images: images ?? undefined,
    model_response_raw: sample.response,
    llm_judge_score: sample.verdict === 'unknown' ? undefined : Number(sample.verdict === 'right'),
  }),
};

const EVISRAG: WrittenForm = {
  name: 'evisrag',
  readAs: ['evisrag'],
  open: [],
  measures: [],
  row: (sample, { images }) => ({
    qid: sample.group ?? sample.id,
    query: sample.question ?? sample.sentPrompt ?? undefined,
    imgs: images ?? undefined,
    pred: sample.response,
    answer: sample.references.length > 0 ? sample.references : (sample.reference ?? undefined),
    is_sufficient: sample.sufficient ?? undefined,
  }),
};

/** The forms that records can be converted to, beside the one that keeps whole samples. */
export const WRITTEN_FORMS: readonly WrittenForm[] = [
  VERL,
  EASYR1,
  OPENRLHF,
  TRL,
  LLAMA_FACTORY,
  SWIFT,
  LANG2ACT,
  EVISRAG,
];

/** The name of the form that is a folder of trajectory files. */
export const TRAJECTORY_FORM = 'trajectory';

/** The names of all forms that samples can be converted to. */
export const FORM_NAMES: readonly string[] = [
  KEPT.name,
  TRAJECTORY_FORM,
  ...WRITTEN_FORMS.map(({ name }) => name),
];

/** The prompt as text. */
const promptOf = ({ sentPrompt, question }: Sample): string | null => sentPrompt ?? question;

/** The reference answer, in the form that the record of the sample has it in. */
function truthOf({ groundTruth, references, reference }: Sample): unknown {
  return groundTruth ?? (references.length > 1 ? references : (reference ?? references[0]));
}

/** Several texts as one; null for none. */
function joined(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : texts.join('\n');
}

/** The inputs of reward functions, beside the response and the reference answer. */
function whatRewardsRead(sample: Sample, { images }: SampleSource): JsonObject {
  const { retrieval, verdict } = sample;
  return {
    response_length: sample.responseLength ?? undefined,
    num_images: sample.numImages ?? undefined,
    images: isTexts(images) ? images : undefined,
    tool_results: sample.toolResults ?? undefined,
    retrieved_images: retrieval?.images ?? undefined,
    file_name: retrieval?.fileName ?? undefined,
    reference_page: retrieval?.pages ?? undefined,
    verdict: verdict === 'unknown' ? undefined : verdict,
  };
}

/** The id of a sample under the key that says whether it names the group as well. */
function verlName({ id, group }: Sample): JsonObject {
  if (id === null) return {};
  return { [group !== null && /^(.+)_\d+_\d+$/.exec(id)?.[1] === group ? 'uid' : 'id']: id };
}
