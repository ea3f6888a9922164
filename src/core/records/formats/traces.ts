import { t } from '@vscode/l10n';
import { isJsonObject, valueAt, type JsonObject } from '../fieldPath.ts';
import { writtenText } from './messages.ts';
import { defineFormat, firstOf, type SampleFields } from './model.ts';

/** Traces of verifiers and prime-rl: an episode in each record, each trace a graph of messages. */
export const TRACES = defineFormat({
  name: 'verifiers-traces',
  namesGroupsOfStep: true,
  titleOf: () => t('traces of verifiers'),
  requires: { traces: 'list' },
  expand: (record) => listOf(record['traces']).map((trace) => readTrace(trace, record)),
});

/** Keys that hold a reference answer, in a task or beside it. */
const ANSWERS = ['answer', 'target', 'ground_truth', 'solution', 'reference'];

/** What the rollouts of one task share: the group that a trainer gave them, otherwise the identity of the task. */
const GROUPS = ['group.id', 'task.key', 'task.hash'];

/** The conditions by which a limit of the run, and not the model, stopped a trace. */
const LIMITS: ReadonlySet<unknown> = new Set([
  'max_turns',
  'max_input_tokens',
  'max_output_tokens',
  'max_total_tokens',
  'context_length',
]);

function readTrace(trace: JsonObject, episode: JsonObject): SampleFields {
  const path = readPath(listOf(trace['nodes']));
  const first = path.findIndex((node) => node['sampled'] === true);
  const written = path.filter((node) => node['sampled'] === true);
  const sent = first === -1 ? path : path.slice(0, first);
  const holders = [trace, episode].flatMap((holder) => [
    holder,
    objectAt(holder, 'task'),
    objectAt(holder, 'task.data'),
    objectAt(holder, 'info'),
  ]);
  const find = (keys: readonly string[]): unknown =>
    holders.map((holder) => firstOf(holder, keys)).find((value) => value !== undefined);
  const groupKey = GROUPS.find((key) => (valueAt(episode, key) ?? valueAt(trace, key)) != null);
  const rewards = readRewards(trace['rewards']);
  const calls = listOf(trace['calls']).filter((call) => call['error'] == null);
  const tokens = calls.map((call) => valueAt(call, 'usage.completion_tokens'));
  return {
    response: written.length > 0 ? joinTexts(written) : readPlain(trace),
    prompt:
      (sent.length > 0 && written.length > 0 ? sent.map((node) => node['message']) : undefined) ??
      find(['prompt', 'question']),
    ground_truth: find(ANSWERS),
    num_images: countImages(sent),
    id: firstOf(trace, ['id']) ?? firstOf(episode, ['id']),
    group: groupKey === undefined ? undefined : (valueAt(episode, groupKey) ?? valueAt(trace, groupKey)),
    group_keys: groupKey === undefined ? undefined : [groupKey],
    question_keys: ['task'],
    step: firstOf(trace, ['step']) ?? valueAt(episode, 'run.work.step') ?? firstOf(episode, ['step']),
    score: firstOf(trace, ['reward', 'score']) ?? rewards.sum,
    response_length: tokens.every((count) => typeof count === 'number')
      ? tokens.reduce((sum: number | undefined, count) => (sum ?? 0) + count, undefined)
      : undefined,
    finish_reason:
      trace['is_truncated'] === true || LIMITS.has(trace['stop_condition'])
        ? 'length'
        : (calls.at(-1)?.['finish_reason'] ?? firstOf(trace, ['finish_reason', 'stop_condition'])),
    columns: {
      ...metricsOf(trace['metrics']),
      ...rewards.scores,
      // What prime-rl computes for its training.
      advantage: valueAt(trace, 'info.advantage'),
    },
    failure: failureOf(trace),
  };
}

const joinTexts = (nodes: readonly JsonObject[]): string =>
  nodes.map((node) => writtenText(node['message']) ?? '').join('\n');

/** What a trace without a graph holds. */
function readPlain(trace: JsonObject): unknown {
  return firstOf(trace, ['completion', 'response', 'output', 'messages']);
}

/** Why there is no response, in the words of the last error; undefined if the trace has none. */
function failureOf(trace: JsonObject): string | undefined {
  const said = listOf(trace['errors']).at(-1)?.['message'] ?? valueAt(trace, 'error.message');
  return typeof said === 'string' ? said : undefined;
}

/** How many images the messages of a path have; undefined if none has content in parts. */
function countImages(nodes: readonly JsonObject[]): number | undefined {
  const parts = nodes.flatMap((node) => {
    const content = valueAt(node, 'message.content');
    return Array.isArray(content) ? content.filter(isJsonObject) : [];
  });
  return parts.length === 0
    ? undefined
    : parts.filter(({ type }) => type === 'image_url' || type === 'image').length;
}

/**
 * The messages that led to the last one that the model wrote, in order. Nodes name their parent by its id or by its position; without
 * parents, every node follows the one before it.
 */
function readPath(nodes: readonly JsonObject[]): readonly JsonObject[] {
  if (!nodes.some((node) => node['parent'] != null)) return nodes;
  const byId = new Map(nodes.map((node) => [node['id'], node] as const));
  const path: JsonObject[] = [];
  const seen = new Set<JsonObject>();
  let node = nodes.findLast((each) => each['sampled'] === true) ?? nodes.at(-1);
  while (node !== undefined && !seen.has(node)) {
    seen.add(node);
    path.push(node);
    const parent: unknown = node['parent'];
    if (parent == null) break;
    node = byId.get(parent) ?? (typeof parent === 'number' ? nodes[parent] : undefined);
  }
  return path.reverse();
}

/** The scores of a trace by name, and their weighted sum; undefined if there is none. */
function readRewards(rewards: unknown): { readonly scores: JsonObject; readonly sum: number | undefined } {
  const scores: Record<string, unknown> = {};
  let sum: number | undefined;
  if (!isJsonObject(rewards)) return { scores, sum };
  for (const [name, value] of Object.entries(rewards)) {
    const score = isJsonObject(value) ? value['score'] : value;
    const weight = isJsonObject(value) ? (value['weight'] ?? 1) : 1;
    scores[name] = score;
    if (typeof score === 'number' && typeof weight === 'number') sum = (sum ?? 0) + score * weight;
  }
  return { scores, sum };
}

/** The numbers of metrics, which may each be an object with a value. */
function metricsOf(metrics: unknown): JsonObject {
  if (!isJsonObject(metrics)) return {};
  return Object.fromEntries(
    Object.entries(metrics).map(([name, value]) => [
      name,
      isJsonObject(value) ? (value['value'] ?? value['score']) : value,
    ]),
  );
}

const listOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

function objectAt(holder: JsonObject, path: string): JsonObject {
  const value = valueAt(holder, path);
  return isJsonObject(value) ? value : {};
}
