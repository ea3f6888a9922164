import type { Sample } from '../../core/records/sample.ts';
import { ACTION_KINDS } from '../../core/trajectory/actionKinds.ts';
import { dialectOf } from '../../core/trajectory/dialects/registry.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import { readSteps } from '../../core/trajectory/parser.ts';
import { plainActions } from '../../core/trajectory/plainActions.ts';

/** The names of a sample's tool calls and other actions, in order. */
export function actionNames({ response, numImages }: Sample, dialect: DialectName): readonly string[] {
  const rules = dialectOf(dialect);
  // A dialect without tools and actions needs no parsing.
  if (rules.tools === null && !rules.blocks.some(({ role }) => ACTION_KINDS.has(role))) return [];
  const plain = plainActions(response, rules);
  if (plain !== null) return plain;
  const steps = readSteps(response, { dialect, numImages, tools: null });
  return steps.filter(({ kind }) => ACTION_KINDS.has(kind)).map(({ name }) => name);
}
