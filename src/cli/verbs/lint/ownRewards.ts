import path from 'node:path';
import { lookUpScores, type OwnReward } from '../../../core/prompts/lint/ownReward.ts';
import type { ShownTrial } from '../../../core/prompts/lint/trials.ts';
import { scoreTrials } from '../../../runs/scoring/trialScores.ts';
import type { VerbContext } from '../../terminal/verb.ts';
import { openPythonScorer, pythonOptions, type OpenPythonScorer } from '../score/pythonOptions.ts';

/** The options about Python of `score` that apply to `lint` too. */
export const ownRewardOptions = {
  interpreter: pythonOptions.interpreter,
  contract: pythonOptions.contract,
  arguments: pythonOptions.arguments,
  cwd: pythonOptions.cwd,
  'judge-stub': pythonOptions['judge-stub'],
  'time-limit': pythonOptions['time-limit'],
} as const;

type Values = { readonly [K in keyof typeof ownRewardOptions]?: string | undefined };

/** The Python rewards of a run of `lint`: each is loaded when it is first needed. */
export class OwnRewards {
  readonly #values: Values;
  readonly #context: VerbContext;
  readonly #open = new Map<string, Promise<OpenPythonScorer | null>>();

  constructor(values: Values, context: VerbContext) {
    this.#values = values;
    this.#context = context;
  }

  /**
   * A reward with its scores of some trials.
   * @param file the Python file, as `FILE.py` or `FILE.py:function`
   * @param passed whether it gets everything that is known, or only what a trainer passes
   * @throws PageTraceError why it cannot be loaded, and `cancelled`
   */
  async score(
    file: string,
    trials: readonly ShownTrial[],
    passed: 'trainer' | 'everything',
  ): Promise<OwnReward> {
    const key = `${passed} ${file}`;
    const opened =
      this.#open.get(key) ?? openPythonScorer({ ...this.#values, python: file }, passed, this.#context);
    this.#open.set(key, opened);
    const scorer = await opened;
    if (scorer === null) return { name: nameOf(file), scoreOf: null };
    const scores = await scoreTrials(trials, (samples) => scorer.score(samples, this.#context.interrupted));
    return { name: nameOf(file), scoreOf: lookUpScores(scores) };
  }

  /** Ends the processes. */
  async close(): Promise<void> {
    for (const opened of this.#open.values()) await (await opened.catch(() => null))?.close();
  }
}

/** A Python reward as messages name it: relative to the current folder if it is below it. */
export function nameOf(file: string, folder = '.'): string {
  const relative = path.relative(folder, file);
  return relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
}
