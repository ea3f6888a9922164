import { actionRl } from './actionRl.ts';
import type { Dialect, ToolForm } from './dialect.ts';
import { lang2act } from './lang2act.ts';
import { thinkAnswer } from './thinkAnswer.ts';

/** Every dialect that trajectories are parsed in. */
export const DIALECTS = {
  lang2act,
  'action-rl': actionRl,
  'think-answer': thinkAnswer,
} as const satisfies Record<string, Dialect>;

export type RegisteredDialect = keyof typeof DIALECTS;

/** Names of all dialects, the most specific first. */
export const DIALECT_NAMES: readonly RegisteredDialect[] = ['lang2act', 'action-rl', 'think-answer'];

/** The data of a dialect. */
export function dialectOf(name: RegisteredDialect): Dialect {
  return DIALECTS[name];
}

/** Every tool that some dialect knows, by name. */
export const KNOWN_TOOLS: ReadonlyMap<string, ToolForm> = new Map(
  DIALECT_NAMES.map((name) => dialectOf(name).tools)
    .filter((rule) => rule !== null)
    .flatMap((rule) => [...rule.toolbox, ...rule.alsoAllowed])
    .map((tool) => [tool.name, tool]),
);
