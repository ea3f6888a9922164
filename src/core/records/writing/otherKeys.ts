import { from, type FieldMap } from '../fieldMap.ts';
import { isJsonObject, valueAt, type JsonObject } from '../fieldPath.ts';
import { RECORD_FORMATS, RETRIEVAL_FIELDS } from '../formats/registry.ts';
import { REFERENCES } from '../formats/model.ts';
import { GENERIC } from '../recordSamples.ts';

/** The parts of a record that no field of its sample holds. */
export interface OtherKeys {
  /** Keys of the record that are not read at all, with their values. */
  readonly whole: JsonObject;
  /** The paths of parts of keys of which others are read: `response.body.model`. */
  readonly parts: readonly string[];
}

/** What every form reads beside its own fields. */
const COMMON: FieldMap = {
  ...RETRIEVAL_FIELDS,
  step: from('step', 'global_step', 'global_steps', 'gen_step'),
};

/** Keys that say why generation ended, of which the first one counts. */
const FINISH = ['finish_reason', 'stop_reason', 'is_truncated'];

/** Keys of steps and ids, of which the first one counts. */
const [STEPS, QUESTIONS, NAMES] = [
  ['step', 'gen_step', 'global_step'],
  ['prompt', 'question', 'query', 'input', 'problem', 'instruction'],
  ['id', 'uid', 'qid', 'example_id', 'custom_id', 'request_id', 'sample_id', 'question_id'],
] as const;

/** What a form with an `expand` of its own reads: paths, keys that match a pattern, and lists of which the first counts. */
type Read = string | RegExp | readonly string[];

const EXPANDED: Readonly<Record<string, readonly Read[]>> = {
  pagetrace: [/^/],
  'openai-batch': [
    'custom_id',
    'verdict',
    'response.body.choices',
    'response.body.output',
    'response.body.usage.completion_tokens',
    'response.body.usage.output_tokens',
    'response.body.incomplete_details.reason',
  ],
  'verl-table': [/^(?:input|output|score)_\d+$/, 'step'],
  'ms-swift-table': ['prompt', 'completion', REFERENCES, STEPS, 'reward', 'request_id', 'verdict'],
  'ms-swift': [
    'response',
    'messages',
    REFERENCES,
    'images',
    ['verdict', 'llm_judge_score'],
    NAMES,
    ['score', 'reward'],
  ],
  messages: ['messages', REFERENCES, ['images', 'image'], 'verdict', NAMES, ['score', 'reward']],
  sharegpt: ['conversations', REFERENCES, ['images', 'image'], 'verdict', NAMES, ['score', 'reward']],
  'response-list': [
    /^(?:responses?|outputs?|completions?|generations|predictions?|preds?|candidates|samples|texts)$/,
    QUESTIONS,
    REFERENCES,
    ['scores', 'rewards', 'score', 'reward'],
    ['verdicts', 'verdict'],
    NAMES,
    STEPS,
    ['num_images', 'images'],
  ],
  'verifiers-traces': ['traces', 'id', 'task', 'info', 'group.id', 'run.work.step', STEPS],
  inspect: ['id', 'input', 'target', 'output', 'messages', 'scores', 'attachments'],
  'lm-eval': [
    'doc_id',
    'doc_hash',
    'target',
    'resps',
    'filtered_resps',
    'filter',
    'metrics',
    'arguments',
    'input',
  ],
  'lmms-eval': [
    'doc_id',
    'target',
    'resps',
    'filtered_resps',
    'metrics',
    'arguments',
    'input',
    'input_media',
  ],
  promptfoo: [
    'response.output',
    'response.finishReason',
    'response.tokenUsage.completion',
    'output',
    'prompt',
    'id',
    'testIdx',
    'score',
    'success',
    'namedScores',
    'gradingResult.score',
    'gradingResult.pass',
    ...QUESTIONS.map((key) => `vars.${key}`),
    ...REFERENCES.map((key) => `vars.${key}`),
  ],
  'promptfoo-table': [/^\[[^\]]+\] /, QUESTIONS, REFERENCES],
  'chat-answers': [
    'question_id',
    'answer_id',
    'text',
    'choices',
    'prompt',
    ['ground_truth', 'reference', 'answer', 'label'],
    'verdict',
    'score',
  ],
};

/** The names of the forms whose fields are not simply at paths, for the test that none is missing. */
export const EXPANDED_FORMS: readonly string[] = Object.keys(EXPANDED);

const FORMATS = new Map(RECORD_FORMATS.map((format) => [format.name, format]));

/** What a form reads of its records, so that each key is looked up once. */
interface Reads {
  /** Paths that are read whatever else the record has. */
  readonly paths: ReadonlySet<string>;
  readonly patterns: readonly RegExp[];
  /** Lists of paths of which the first with a value is read, by each of their paths. */
  readonly choices: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** Keys that lead to a path that is read. */
  readonly holders: ReadonlySet<string>;
}

const known = new WeakMap<FieldMap, Map<string, Reads>>();

function readsOf(form: string, fields: FieldMap): Reads {
  let forms = known.get(fields);
  if (forms === undefined) known.set(fields, (forms = new Map<string, Reads>()));
  let reads = forms.get(form);
  if (reads === undefined) forms.set(form, (reads = findReads(form, fields)));
  return reads;
}

function findReads(form: string, fields: FieldMap): Reads {
  const format = FORMATS.get(form);
  const map: FieldMap = { ...COMMON, ...(format?.fields ?? GENERIC), ...fields };
  const read: readonly Read[] = [
    ...Object.values(map).flatMap(({ paths, as }): readonly Read[] => (as === 'joined' ? paths : [paths])),
    FINISH,
    ...(EXPANDED[form] ?? []),
    ...(format?.samples == null ? [] : [format.samples]),
    ...Object.values(format?.names ?? {}),
  ];
  const lists = read.filter(
    (each): each is readonly string[] => typeof each !== 'string' && !(each instanceof RegExp),
  );
  const choices = new Map<string, (readonly string[])[]>();
  for (const list of lists) for (const path of list) choices.set(path, [...(choices.get(path) ?? []), list]);
  const paths = new Set(read.filter((each) => typeof each === 'string'));
  return {
    paths,
    patterns: read.filter((each) => each instanceof RegExp),
    choices,
    holders: new Set([...paths, ...choices.keys()].flatMap(holdersOf)),
  };
}

/** The paths that lead to a path: `a` and `a.b` for `a.b.c`. */
function holdersOf(path: string): readonly string[] {
  const keys = path.split('.').slice(0, -1);
  return keys.map((_, at) => keys.slice(0, at + 1).join('.'));
}

/**
 * What a record holds beside its sample.
 * @param form the name of its form
 * @param fields where the person says that fields are
 */
export function otherKeys(record: JsonObject, form: string, fields: FieldMap): OtherKeys {
  const reads = readsOf(form, fields);
  const isRead = (path: string): boolean =>
    reads.paths.has(path) ||
    (reads.choices.get(path)?.some((list) => firstWithValue(record, list) === path) ?? false);
  const whole: [string, unknown][] = [];
  const parts: string[] = [];
  const addParts = (at: string, value: unknown): void => {
    if (!isJsonObject(value)) return;
    for (const [key, held] of Object.entries(value)) {
      const path = `${at}.${key}`;
      if (held === null || isRead(path)) continue;
      if (reads.holders.has(path)) addParts(path, held);
      else parts.push(path);
    }
  };
  for (const [key, value] of Object.entries(record)) {
    if (isRead(key) || reads.patterns.some((pattern) => pattern.test(key))) continue;
    if (reads.holders.has(key) && isJsonObject(value)) addParts(key, value);
    else whole.push([key, value]);
  }
  return { whole: Object.fromEntries(whole), parts };
}

/** The first path that has a value; the first of all if none has. */
function firstWithValue(record: JsonObject, paths: readonly string[]): string | undefined {
  return paths.find((path) => valueAt(record, path) != null) ?? paths[0];
}
