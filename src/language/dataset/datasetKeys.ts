import { t } from '@vscode/l10n';

/** A key of a line of a data set. */
export interface DatasetKey {
  readonly key: string;
  /** A sentence: what it means. */
  readonly description: string;
  /** A snippet for its value, as JSON. */
  readonly snippet: string;
}

/** The keys of a question, in the order in which they are usually written. */
export const DATASET_KEYS: readonly DatasetKey[] = [
  {
    key: 'id',
    get description() {
      return t('Names the question in runs. Every question needs its own.');
    },
    snippet: '"$1"',
  },
  {
    key: 'question',
    get description() {
      return t('What is asked.');
    },
    snippet: '"$1"',
  },
  {
    key: 'document',
    get description() {
      return t('The path of a PDF, an image or a folder of images, relative to the folder of the data set.');
    },
    snippet: '"$1"',
  },
  {
    key: 'pages',
    get description() {
      return t(
        'The pages of the document that are sent, from 1, in this order. Without it, those that fit are sent.',
      );
    },
    snippet: '[$1]',
  },
  {
    key: 'documents',
    get description() {
      return t('Several documents, in place of "document": paths, or objects with "path" and "pages".');
    },
    snippet: '["$1"]',
  },
  {
    key: 'images',
    get description() {
      return t('Paths of images, in place of "document".');
    },
    snippet: '["$1"]',
  },
  {
    key: 'reference',
    get description() {
      return t('The right answer, or a list of all that are right.');
    },
    snippet: '"$1"',
  },
  {
    key: 'sufficient',
    get description() {
      return t('Whether the documents have what it takes to answer.');
    },
    snippet: '${1|false,true|}',
  },
  {
    key: 'gold_pages',
    get description() {
      return t('The pages with the answer: numbers, or objects with "document" (from 1) and "page".');
    },
    snippet: '[$1]',
  },
  {
    key: 'gold_boxes',
    get description() {
      return t(
        'The places with the answer: objects with "page" and "box", which is left, top, right and bottom in points from the top left corner, and "document" if there are several.',
      );
    },
    snippet: '[{"page": ${1:1}, "box": [${2:left}, ${3:top}, ${4:right}, ${5:bottom}]\\}]',
  },
  {
    key: 'tool_results',
    get description() {
      return t('What another tool answers when it is called, such as boxes for VG-Refiner.');
    },
    snippet: '[{"bbox_2d": [$1]\\}]',
  },
  {
    key: 'buckets',
    get description() {
      return t(
        'What tells kinds of questions apart, by name. Metrics are grouped by it, and tests are listed by it.',
      );
    },
    snippet: '{"$1"\\}',
  },
  {
    key: 'tags',
    get description() {
      return t('Words to find questions by.');
    },
    snippet: '["$1"]',
  },
  {
    key: 'pass',
    get description() {
      return t('When the question passes, in place of the rule of the data set.');
    },
    snippet: '$1',
  },
];

/** The keys of a first line that says something of all questions. */
export const DATASET_HEAD_KEYS: readonly DatasetKey[] = [
  {
    key: 'pagetrace_dataset',
    get description() {
      return t('Says that this line is about all questions: 1, the version of the form.');
    },
    snippet: '1',
  },
  {
    key: 'name',
    get description() {
      return t('What the data set is called.');
    },
    snippet: '"$1"',
  },
  {
    key: 'prompt',
    get description() {
      return t('The prompt that asks the questions: a preset, or the path of a prompt file.');
    },
    snippet: '"$1"',
  },
  {
    key: 'pass',
    get description() {
      return t('When a question passes: "exact", "judged", or the least reward or share of found claims.');
    },
    snippet: '$1',
  },
];

/** When a question passes, as JSON. */
export const PASS_RULES: readonly DatasetKey[] = [
  {
    key: '"exact"',
    get description() {
      return t('Its answer is a reference answer, compared without case, marks and articles.');
    },
    snippet: '"exact"',
  },
  {
    key: '"judged"',
    get description() {
      return t('A judge or a person says that its answer is right.');
    },
    snippet: '"judged"',
  },
  {
    key: '{"reward": 0.8}',
    get description() {
      return t('Its reward is at least this.');
    },
    snippet: '{"reward": ${1:0.8}\\}',
  },
  {
    key: '{"grounded": 0.5}',
    get description() {
      return t('At least this share of its claims is found on the pages.');
    },
    snippet: '{"grounded": ${1:0.5}\\}',
  },
];
