import path from 'node:path';
import { estimateTokens } from '../../../core/prompts/lint/tokens.ts';
import type { OwnReward, OwnScore } from '../../../core/prompts/lint/ownReward.ts';
import type { ShownTrial, Trial } from '../../../core/prompts/lint/trials.ts';
import { sampleOf } from '../../../core/records/sample.ts';
import { parseTrajectoryFile } from '../../../core/records/trajectoryFile.ts';
import { UNKNOWN_CONTEXT } from '../../../core/rewards/model.ts';
import type { SampleInContext } from '../../../runs/scoring/pythonScorer.ts';
import type { VerbContext } from '../../terminal/verb.ts';
import { openPythonScorer, pythonOptions, type OpenPythonScorer } from '../score/pythonOptions.ts';

/** The options about Python of `score` that apply to `lint` too. */
export const ownRewardOptions = {
  interpreter: pythonOptions.interpreter,
  contract: pythonOptions.contract,
  arguments: pythonOptions.arguments,
  cwd: pythonOptions.cwd,
  'time-limit': pythonOptions['time-limit'],
} as const;

type Values = { readonly [K in keyof typeof ownRewardOptions]?: string | undefined };

/** What a reward is asked that uses the question; the prompt itself has none. */
const QUESTION = 'What does the last row of the table say?';
/** The images of a response that names fewer. */
const FEWEST_IMAGES = 3;

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
    const scores = new Map<string, OwnScore>();
    const add = async (some: readonly Trial[]): Promise<void> => {
      const pairs = new Map(
        some.flatMap(({ response, truths }) =>
          truths.map((truth) => [pairKey(response, truth), sampleInContext(response, truth)] as const),
        ),
      );
      const answers = (await scorer?.score([...pairs.values()], this.#context.interrupted)) ?? [];
      [...pairs.keys()].forEach((pair, index) => {
        const answer = answers[index];
        if (answer?.ok === false && answer.error.reason === 'cancelled') throw answer.error;
        if (answer !== undefined)
          scores.set(pair, answer.ok ? { overall: answer.overall } : { fault: answer.error.message });
      });
    };
    await add(trials);
    const isScored = ({ response, truths }: Trial): boolean =>
      truths.some((truth) => 'overall' in (scores.get(pairKey(response, truth)) ?? {}));
    // A function that fails for a response fails for similar ones too.
    await add(trials.filter(isScored).flatMap(({ changed }) => changed));
    return { name: nameOf(file), scoreOf: (response, truth) => scores.get(pairKey(response, truth)) };
  }

  /** Ends the processes. */
  async close(): Promise<void> {
    for (const opened of this.#open.values()) await (await opened.catch(() => null))?.close();
  }
}

/** A Python reward as messages name it: relative to the current folder if it is below it. */
export function nameOf(file: string): string {
  const relative = path.relative('.', file);
  return relative.startsWith('..') ? file : relative;
}

const pairKey = (response: string, truth: string): string => JSON.stringify([response, truth]);

function sampleInContext(response: string, truth: string): SampleInContext {
  const named = [...response.matchAll(/\bimage\s*(\d{1,2})\b/gi)].map((match) => Number(match[1]));
  return {
    sample: { ...sampleOf(parseTrajectoryFile('')), response, reference: truth, groundTruth: truth },
    context: {
      ...UNKNOWN_CONTEXT,
      numImages: Math.max(FEWEST_IMAGES, ...named),
      verdict: 'right',
      question: QUESTION,
      reference: truth,
      responseLength: estimateTokens(response),
    },
  };
}
