import { t } from '@vscode/l10n';
import { isJsonObject, valueAt, type JsonObject } from '../fieldPath.ts';
import { promptText, responseText } from '../fieldValues.ts';
import { defineFormat, firstOf, type SampleFields } from './model.ts';

/** Traces of verifiers and prime-rl: an episode in each record, each trace a graph of messages. */
export const TRACES = defineFormat({
  name: 'verifiers-traces',
  titleOf: () => t('traces of verifiers'),
  requires: { traces: 'list' },
  expand: (record) => listOf(record['traces']).map((trace) => readTrace(trace, record)),
});

function readTrace(trace: JsonObject, episode: JsonObject): SampleFields {
  const path = readPath(listOf(trace['nodes']));
  const written = path.filter((node) => node['sampled'] === true);
  const sent = path.slice(
    0,
    path.findIndex((node) => node['sampled'] === true),
  );
  const group = valueAt(episode, 'group.id') ?? undefined;
  const rewards = readRewards(trace['rewards']);
  return {
    response:
      written.length > 0
        ? written.map((node) => responseText(node['message']) ?? '').join('\n')
        : firstOf(trace, ['completion', 'response', 'output', 'messages']),
    prompt:
      (sent.length > 0 ? promptText(sent.map((node) => node['message'])) : null) ??
      firstOf(trace, ['prompt']) ??
      firstOf(episode, ['prompt']),
    ground_truth:
      firstOf(trace, ['answer', 'target']) ??
      valueAt(trace, 'task.answer') ??
      firstOf(episode, ['answer', 'target']) ??
      valueAt(episode, 'task.answer'),
    id: firstOf(trace, ['id']) ?? firstOf(episode, ['id']) ?? group,
    group,
    group_keys: group === undefined ? [] : ['group.id'],
    step: firstOf(trace, ['step']) ?? valueAt(episode, 'run.work.step') ?? firstOf(episode, ['step']),
    score: firstOf(trace, ['reward', 'score']) ?? rewards.sum,
    finish_reason:
      trace['is_truncated'] === true ? 'length' : firstOf(trace, ['stop_condition', 'finish_reason']),
    columns: { ...metricsOf(trace['metrics']), ...rewards.scores },
  };
}

/**
 * The messages that led to the last one, in order. Nodes name their parent by its id or by its position; without
 * parents, every node follows the one before it.
 */
function readPath(nodes: readonly JsonObject[]): readonly JsonObject[] {
  if (!nodes.some((node) => node['parent'] != null)) return nodes;
  const byId = new Map(nodes.map((node) => [node['id'], node] as const));
  const path: JsonObject[] = [];
  const seen = new Set<JsonObject>();
  for (let node = nodes.at(-1); node !== undefined && !seen.has(node);) {
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
