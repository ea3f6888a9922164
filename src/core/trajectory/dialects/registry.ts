import { actionRl } from './actionRl.ts';
import { boxed } from './boxed.ts';
import type { Dialect, ToolForm } from './dialect.ts';
import { evisrag } from './evisrag.ts';
import { judge } from './judge.ts';
import { lang2act } from './lang2act.ts';
import { mmSearchR1 } from './mmSearchR1.ts';
import { DIALECT_NAMES } from './names.ts';
import type { RegisteredDialect } from './names.ts';
import { pixelReasoner } from './pixelReasoner.ts';
import { qualityJudge } from './qualityJudge.ts';
import { searchR1 } from './searchR1.ts';
import { thinkAnswer } from './thinkAnswer.ts';
import { toolCuration } from './toolCuration.ts';
import { vgRefiner } from './vgRefiner.ts';
import { visdom } from './visdom.ts';
import { vragRl } from './vragRl.ts';

/** Every dialect that a trajectory can be parsed as. */
export const DIALECTS = {
  lang2act,
  'action-rl': actionRl,
  'tool-curation': toolCuration,
  evisrag,
  'vg-refiner': vgRefiner,
  'vrag-rl': vragRl,
  'search-r1': searchR1,
  'mm-search-r1': mmSearchR1,
  visdom,
  'pixel-reasoner': pixelReasoner,
  judge,
  'quality-judge': qualityJudge,
  boxed,
  'think-answer': thinkAnswer,
} as const satisfies Record<RegisteredDialect, Dialect>;

/** The data of a dialect. */
export function dialectOf(name: RegisteredDialect): Dialect {
  return DIALECTS[name];
}

/** Every tool of every dialect, by name. */
export const KNOWN_TOOLS: ReadonlyMap<string, ToolForm> = new Map(
  DIALECT_NAMES.map((name) => dialectOf(name).tools)
    .filter((rule) => rule !== null)
    .flatMap((rule) => [...rule.toolbox, ...rule.alsoAllowed])
    .map((tool) => [tool.name, tool]),
);
