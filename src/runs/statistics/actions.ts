import { valueAt } from '../../core/records/fieldPath.ts';
import type { Sample } from '../../core/records/sample.ts';
import { ACTION_KINDS } from '../../core/trajectory/actionKinds.ts';
import { dialectOf } from '../../core/trajectory/dialects/registry.ts';
import type { DialectName, Step } from '../../core/trajectory/model.ts';
import { readSteps } from '../../core/trajectory/parser.ts';
import { plainActions } from '../../core/trajectory/plainActions.ts';

/** The block in which trainers of agents, and servers, write calls as JSON: the name in it is that of the tool. */
const CALL = 'tool_call';

/** A call as chat templates write it, with its name first. */
const NAMED = /^\s*\{\s*"name"\s*:\s*"([^"\\]{1,200})"/;

/** The names of a sample's tool calls and other actions, in order. */
export function actionNames({ response, numImages }: Sample, dialect: DialectName): readonly string[] {
  const rules = dialectOf(dialect);
  // A dialect without tools and actions needs no parsing.
  if (rules.tools === null && !rules.blocks.some(({ role }) => ACTION_KINDS.has(role))) return [];
  const plain = plainActions(response, rules);
  if (plain !== null) return plain.includes(CALL) ? withCalledNames(plain, response) : plain;
  const steps = readSteps(response, { dialect, numImages, tools: null });
  return namesOfActions(steps, response);
}

/** The names of the actions among the steps of a response, in order. */
export function namesOfActions(
  steps: readonly Pick<Step, 'kind' | 'name' | 'body'>[],
  response: string,
): readonly string[] {
  return steps
    .filter(({ kind }) => ACTION_KINDS.has(kind))
    .map(({ name, body }) => (name === CALL ? calledName(response.slice(body.start, body.end)) : name));
}

/** The same names, of a response in which every tag is where it belongs. */
function withCalledNames(names: readonly string[], response: string): readonly string[] {
  let at = 0;
  return names.map((name) => {
    if (name !== CALL) return name;
    const start = response.indexOf(`<${CALL}>`, at) + CALL.length + 2;
    at = response.indexOf('<', start);
    return calledName(response.slice(start, at === -1 ? undefined : at));
  });
}

/** The name of the tool in a call; that of the block if the call does not say it. */
function calledName(call: string): string {
  const named = NAMED.exec(call)?.[1];
  if (named !== undefined) return named;
  try {
    const read: unknown = JSON.parse(call);
    const name = valueAt(read, 'name');
    return typeof name === 'string' && name !== '' ? name : CALL;
  } catch {
    return CALL;
  }
}
