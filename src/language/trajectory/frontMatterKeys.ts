import { t } from '@vscode/l10n';
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
  {
    value: 'right',
    get description() {
      return t('The answer is right, according to a person or a judge.');
    },
  },
  {
    value: 'wrong',
    get description() {
      return t('The answer is wrong, according to a person or a judge.');
    },
  },
  {
    value: 'unknown',
    get description() {
      return t('Nobody has judged the answer.');
    },
  },
];

/** The keys, in the order in which they are written to a file. */
export const FRONT_MATTER_KEYS: readonly FrontMatterKey[] = [
  {
    key: 'question',
    get description() {
      return t('What was asked.');
    },
    snippet: '${1:question}',
    values: [],
  },
  {
    key: 'documents',
    get description() {
      return t(
        'The documents that the question is about: paths relative to this file, absolute paths, or URIs.',
      );
    },
    snippet: '\n  - path: ${1:report.pdf}',
    values: [],
  },
  {
    key: 'images',
    get description() {
      return t(
        'The images of the request: which page of which document each one shows, all counted from 1. Checks and rewards count them here.',
      );
    },
    snippet: '\n  - { image: ${1:1}, document: ${2:1}, page: ${3:1} }',
    values: [],
  },
  {
    key: 'reference',
    get description() {
      return t('The reference answer, with which judges and rewards compare the answer.');
    },
    snippet: '${1:answer}',
    values: [],
  },
  {
    key: 'verdict',
    get description() {
      return t(
        'Whether the answer is right. While that is unknown, a reward that depends on a judge is a range.',
      );
    },
    snippet: '${1|right,wrong,unknown|}',
    values: VERDICTS,
  },
  {
    key: 'tool_results',
    get description() {
      return t(
        'The answer of another tool, as JSON: the boxes that VG-Refiner compares. Its reward reads them.',
      );
    },
    snippet: '\'[{"bbox_2d": [${1:x1}, ${2:y1}, ${3:x2}, ${4:y2}]}]\'',
    values: [],
  },
  {
    key: 'response_length',
    get description() {
      return t('Tokens of the response, counted exactly. EVisRAG’s reward reads it.');
    },
    snippet: '${1:512}',
    values: [],
  },
  {
    key: 'retrieved_images',
    get description() {
      return t(
        'The page images that searches returned, in their order: names like report_3.jpg. VRAG-RL’s reward reads them.',
      );
    },
    snippet: '[${1:report_1.jpg}]',
    values: [],
  },
  {
    key: 'file_name',
    get description() {
      return t('The file name of the document with the answer. VRAG-RL’s reward reads it.');
    },
    snippet: '${1:report.pdf}',
    values: [],
  },
  {
    key: 'reference_page',
    get description() {
      return t('The page with the answer, or a list of pages. VRAG-RL’s reward reads it.');
    },
    snippet: '[${1:1}]',
    values: [],
  },
  {
    key: 'dialect',
    get description() {
      return t(
        'The form that the prompt asks the model to answer in. By default, the dialect is recognized by the tags of the response.',
      );
    },
    snippet: '$1',
    values: DIALECT_NAMES.map((name) => ({
      value: name,
      get description() {
        return `${dialectOf(name).title}. ${dialectOf(name).description}`;
      },
    })),
  },
  {
    key: 'reward',
    get description() {
      return t(
        'The reward function that scores the response, or the path of a composite reward (.reward.json). By default, the reward of the dialect scores it, if there is one.',
      );
    },
    snippet: '$1',
    values: profiles.map(({ name, title, description }) => ({
      value: name,
      description: `${title}. ${description}`,
    })),
  },
  {
    key: 'conversation',
    get description() {
      return t(
        'How a conversation of several turns went: its protocol, how it ended, and for each turn whose words it has, its tokens, its seconds, and the images that it added.',
      );
    },
    snippet: '{ protocol: ${1:vrag-rl}, ended: ${2:answered}, turns: [] }',
    values: [],
  },
  {
    key: 'prompt',
    get description() {
      return t(
        'The prompt that the question was asked with: a preset’s name, or the path of a prompt file. Its toolbox lists the available tools.',
      );
    },
    snippet: '${1:lang2act}',
    values: [],
  },
  {
    key: 'model',
    get description() {
      return t('The model that wrote the response.');
    },
    snippet: '${1:model}',
    values: [],
  },
  {
    key: 'sampling',
    get description() {
      return t('How the response was sampled: temperature, top_p, repetition_penalty, max_tokens, seed.');
    },
    snippet: '\n  temperature: ${1:0.1}\n  max_tokens: ${2:2048}',
    values: [],
  },
  {
    key: 'pixels',
    get description() {
      return t(
        'The pixel budget of a page image: the fewest and the most pixels that it may have (min_pixels, max_pixels).',
      );
    },
    snippet: '\n  min_pixels: ${1:200704}\n  max_pixels: ${2:401408}',
    values: [],
  },
  {
    key: 'expected',
    get description() {
      return t(
        'The reward that this response is expected to get: a number, or a number for each part, such as { overall: 0.8, format: 1 }. A score that differs is marked here, and pagetrace score fails.',
      );
    },
    snippet: '${1:1}',
    values: [],
  },
];

/** The key with the name `name`; null if it is unknown. */
export function frontMatterKey(name: string): FrontMatterKey | null {
  return FRONT_MATTER_KEYS.find(({ key }) => key === name) ?? null;
}
