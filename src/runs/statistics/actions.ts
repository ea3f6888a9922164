import type { Sample } from '../../core/records/sample.ts';
import type { BlockRole } from '../../core/trajectory/dialects/dialect.ts';
import { dialectOf } from '../../core/trajectory/dialects/registry.ts';
import type { DialectName, StepKind } from '../../core/trajectory/model.ts';
import { readSteps } from '../../core/trajectory/parser.ts';

/** The kinds of steps that are actions: neither thinking nor answering. */
const ACTIONS: ReadonlySet<StepKind | BlockRole> = new Set(['tool', 'search', 'box', 'call'] as const);

/** The names of a sample's tool calls and other actions, in order. */
export function actionNames({ response, numImages }: Sample, dialect: DialectName): readonly string[] {
  // A dialect without tools and actions needs no parsing.
  const { tools, blocks } = dialectOf(dialect);
  if (tools === null && !blocks.some(({ role }) => ACTIONS.has(role))) return [];
  return readSteps(response, { dialect, numImages, tools: null })
    .filter(({ kind }) => ACTIONS.has(kind))
    .map(({ name }) => name);
}
