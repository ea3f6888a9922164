import { t } from '@vscode/l10n';
import { readTextList } from '../../textList.ts';
import { isJsonObject, valueAt, type JsonObject } from '../fieldPath.ts';
import { defineFormat, firstOf, REFERENCES, type SampleFields } from './model.ts';

/** Keys of records that are numbers, but no metrics. */
const NOT_METRICS: ReadonlySet<string> = new Set(['doc_id', 'idx', 'repeats', 'seed', 'target']);

/** Keys of the number in what a metric keeps of a document. */
const METRIC_KEYS = [
  'score',
  'correct',
  'acc',
  'accuracy',
  'is_correct',
  'true_false',
  'exact_match',
  'anls',
];

/** Samples of lm-eval: a record for each document and filter. The responses of a document are in all of its records. */
export const LM_EVAL = defineFormat({
  name: 'lm-eval',
  numbersGroups: true,
  titleOf: () => t('samples of lm-eval'),
  requires: { doc_id: 'any', filtered_resps: 'any', filter: 'text' },
  expand: readDocument,
  describeMissing: describeChoices,
  joins: ({ doc_id: id, doc_hash: hash, filter }) =>
    typeof filter === 'string' ? { key: JSON.stringify([id, hash]), part: filter } : null,
});

/** The same without filters; the document and the responses may be left out, as lmms-eval does. */
export const LMMS_EVAL = defineFormat({
  name: 'lmms-eval',
  numbersGroups: true,
  titleOf: () => t('samples of lmms-eval'),
  requires: { doc_id: 'any', filtered_resps: 'any' },
  expand: readDocument,
  describeMissing: describeChoices,
});

function readDocument(record: JsonObject): readonly SampleFields[] {
  const all = textsIn(record['resps']);
  const texts = all.length > 0 ? all : textsIn(record['filtered_resps']);
  const filter = record['filter'];
  const suffix = typeof filter === 'string' && filter !== 'none' ? `.${filter}` : '';
  const metrics = metricsOf(record);
  // A metric is that of the document: it says nothing of each of several responses.
  const metric = texts.length === 1 ? mainMetric(record, metrics) : undefined;
  const counts = Array.isArray(record['token_counts']) ? (record['token_counts'] as readonly unknown[]) : [];
  return texts.map((response, index): SampleFields => ({
    response,
    prompt: questionOf(record),
    ground_truth:
      readTextList(record['target']) ??
      (isJsonObject(record['doc']) ? firstOf(record['doc'], REFERENCES) : null),
    num_images: Array.isArray(record['input_media']) ? record['input_media'] : undefined,
    id: record['doc_id'],
    group: record['doc_id'],
    group_keys: ['doc_id'],
    score: metric,
    verdict: metric === 1 ? 'right' : metric === 0 ? 'wrong' : undefined,
    response_length: counts.length === texts.length ? valueAt(counts[index], 'output_tokens') : undefined,
    columns: Object.fromEntries([...metrics].map(([name, value]) => [`${name}${suffix}`, value])),
  }));
}

/** The numbers of a record that are metrics, also those that a metric keeps among other things of the document. */
function metricsOf(record: JsonObject): ReadonlyMap<string, number> {
  const metrics = new Map<string, number>();
  for (const [name, value] of Object.entries(record)) {
    if (NOT_METRICS.has(name)) continue;
    const number = isJsonObject(value) ? firstOf(value, [...METRIC_KEYS, name]) : value;
    if (typeof number === 'number') metrics.set(name, number);
    else if (typeof number === 'boolean') metrics.set(name, Number(number));
  }
  return metrics;
}

/** The metric that comes first: among those that the record names, otherwise in the record. */
function mainMetric(record: JsonObject, metrics: ReadonlyMap<string, number>): number | undefined {
  const named: readonly unknown[] = Array.isArray(record['metrics']) ? record['metrics'] : [];
  const first = named.find((name) => typeof name === 'string' && metrics.has(name));
  return typeof first === 'string' ? metrics.get(first) : metrics.values().next().value;
}

/** Keys of documents that hold a question. */
const QUESTIONS = ['question', 'Question', 'query', 'problem', 'Problem', 'input', 'prompt'];

/** The question of a document of an evaluation; otherwise the prompt that was sent. */
function questionOf(record: JsonObject): unknown {
  const doc = record['doc'];
  const asked = isJsonObject(doc) ? firstOf(doc, QUESTIONS) : doc;
  return (
    (typeof asked === 'string' ? asked : undefined) ??
    textsIn(record['arguments'])[0] ??
    valueAt(record, 'arguments.gen_args_0.arg_0') ??
    record['input'] ??
    undefined
  );
}

/** All texts in nested lists, in order; none of log-likelihoods, which are no responses. */
export function textsIn(value: unknown, level = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value) || level > 3 || isLikelihood(value)) return [];
  return value.flatMap((each) => textsIn(each, level + 1));
}

/** Says of a record of multiple choice that it has no text. */
function describeChoices({ resps, filtered_resps: filtered }: JsonObject): string | null {
  return hasLikelihood(resps) || hasLikelihood(filtered)
    ? t('The record has log-likelihoods of choices, and no text of a response.')
    : null;
}

function hasLikelihood(value: unknown, level = 0): boolean {
  if (!Array.isArray(value) || level > 3) return false;
  return isLikelihood(value) || value.some((each) => hasLikelihood(each, level + 1));
}

/** Whether a list is the log-likelihood of a choice, and whether a model would choose it: both may be texts. */
function isLikelihood([first, second, ...more]: readonly unknown[]): boolean {
  return (
    more.length === 0 &&
    (typeof second === 'boolean' || second === 'True' || second === 'False') &&
    (typeof first === 'number' ||
      (typeof first === 'string' && /^-?(?:[\d.]+(?:e[-+]?\d+)?|inf)$/i.test(first)))
  );
}
