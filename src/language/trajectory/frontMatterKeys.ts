import { profiles } from '../../core/rewards/registry.ts';
import { DIALECT_NAMES } from '../../core/trajectory/dialects/names.ts';
import { dialectOf } from '../../core/trajectory/dialects/registry.ts';

/** A value that a key of the front matter can have. */
export interface FrontMatterValue {
  readonly value: string;
  /** A sentence. */
  readonly description: string;
}

/** A key of a trajectory file's front matter. */
export interface FrontMatterKey {
  readonly key: string;
  /** A sentence: what it means and what reads it. */
  readonly description: string;
  /** A snippet for its value. */
  readonly snippet: string;
  /** The values that it can have; empty if there are too many to list. */
  readonly values: readonly FrontMatterValue[];
}

const VERDICTS: readonly FrontMatterValue[] = [
  { value: 'right', description: 'The answer is right, as a person or a judge says.' },
  { value: 'wrong', description: 'The answer is wrong, as a person or a judge says.' },
  { value: 'unknown', description: 'Nobody has judged the answer.' },
];

/** The keys, in the order in which they are written to a file. */
export const FRONT_MATTER_KEYS: readonly FrontMatterKey[] = [
  {
    key: 'question',
    description: 'What was asked.',
    snippet: '${1:question}',
    values: [],
  },
  {
    key: 'documents',
    description:
      'The documents that the question is about: paths relative to this file, absolute paths, or URIs.',
    snippet: '\n  - path: ${1:report.pdf}',
    values: [],
  },
  {
    key: 'images',
    description:
      'The images of the request: which page of which document each one shows, all counted from 1. Checks and rewards take their number from here.',
    snippet: '\n  - { image: ${1:1}, document: ${2:1}, page: ${3:1} }',
    values: [],
  },
  {
    key: 'reference',
    description: 'The reference answer, which judges and rewards hold the answer against.',
    snippet: '${1:answer}',
    values: [],
  },
  {
    key: 'verdict',
    description:
      'Whether the answer is right. While it is not known, a reward that a judge decides is a range.',
    snippet: '${1|right,wrong,unknown|}',
    values: VERDICTS,
  },
  {
    key: 'tool_results',
    description:
      'What another tool answered, as JSON: the boxes that VG-Refiner weighs. Its reward reads them.',
    snippet: '\'[{"bbox_2d": [${1:x1}, ${2:y1}, ${3:x2}, ${4:y2}]}]\'',
    values: [],
  },
  {
    key: 'response_length',
    description: 'Tokens of the response, counted exactly. EVisRAG’s reward reads it.',
    snippet: '${1:512}',
    values: [],
  },
  {
    key: 'retrieved_images',
    description:
      'The page images that searches brought, in the order in which they came: names like report_3.jpg. VRAG-RL’s reward reads them.',
    snippet: '[${1:report_1.jpg}]',
    values: [],
  },
  {
    key: 'file_name',
    description: 'The file name of the document with the answer. VRAG-RL’s reward reads it.',
    snippet: '${1:report.pdf}',
    values: [],
  },
  {
    key: 'reference_page',
    description: 'The page with the answer, or a list of pages. VRAG-RL’s reward reads it.',
    snippet: '[${1:1}]',
    values: [],
  },
  {
    key: 'dialect',
    description:
      'The form that the prompt asks the model to answer in. Without it the dialect is recognized from the tags of the response.',
    snippet: '$1',
    values: DIALECT_NAMES.map((name) => ({
      value: name,
      description: `${dialectOf(name).title}. ${dialectOf(name).description}`,
    })),
  },
  {
    key: 'reward',
    description:
      'The reward function that scores the response, or the path of a composite reward (.reward.json). Without it the one of the dialect does, where it has one.',
    snippet: '$1',
    values: profiles.map(({ name, title, description }) => ({
      value: name,
      description: `${title}. ${description}`,
    })),
  },
  {
    key: 'prompt',
    description:
      'The prompt that the question was asked with: a preset’s name, or the path of a prompt file. Its toolbox says which tools are on offer.',
    snippet: '${1:lang2act}',
    values: [],
  },
  { key: 'model', description: 'The model that wrote the response.', snippet: '${1:model}', values: [] },
  {
    key: 'sampling',
    description: 'How the response was sampled: temperature, top_p, repetition_penalty, max_tokens, seed.',
    snippet: '\n  temperature: ${1:0.1}\n  max_tokens: ${2:2048}',
    values: [],
  },
  {
    key: 'pixels',
    description:
      'The pixel budget of a page image: the least and the most pixels that it was sent with (min_pixels, max_pixels).',
    snippet: '\n  min_pixels: ${1:200704}\n  max_pixels: ${2:401408}',
    values: [],
  },
  {
    key: 'expected',
    description:
      'The reward that this response is expected to get: a number, or a number for each part, such as { overall: 0.8, format: 1 }. A score that differs is marked here, and pagetrace score fails.',
    snippet: '${1:1}',
    values: [],
  },
];

/** The key with the name `name`; null if it is unknown. */
export function frontMatterKey(name: string): FrontMatterKey | null {
  return FRONT_MATTER_KEYS.find(({ key }) => key === name) ?? null;
}
