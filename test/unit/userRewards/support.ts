import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type {
  UserReward,
  UserRewardInput,
  UserRewardOptions,
  UserScore,
} from '../../../src/userRewards/model.ts';
import { createUserReward } from '../../../src/userRewards/userReward.ts';

/** The interpreter of the tests. */
export const PYTHON = process.env['PYTHON'] ?? 'python3';

/** A reward file of the repository. */
export function rewardFile(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/pythonRewards/${name}.py`, import.meta.url));
}

/** The input of a reward for a response. */
export function input(response: string, ground_truth: unknown = '', more: Partial<UserRewardInput> = {}) {
  return {
    response,
    response_length: 7,
    ground_truth,
    data_source: null,
    extra_info: null,
    extra: {},
    prompt: null,
    completion: null,
    columns: {},
    ...more,
  };
}

/** A reward whose process is stopped after the test, and the lines of its log. */
export function startReward(
  file: string,
  options: Partial<UserRewardOptions> = {},
): { readonly reward: UserReward; readonly lines: string[] } {
  const lines: string[] = [];
  const reward = createUserReward({
    file,
    python: PYTHON,
    timeLimitMs: 60_000,
    log: (line) => lines.push(line),
    ...options,
  });
  onTestFinished(() => reward.dispose());
  return { reward, lines };
}

/** The overall and fields of a score, or the message of its failure. */
export function describeScore(score: UserScore | undefined): unknown {
  if (score === undefined) return undefined;
  return score.ok ? score.overall : `${score.error.reason}: ${score.error.message}`;
}

/** Whether a process is running. A process that has ended is not, even if its parent has not waited for it yet. */
export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
