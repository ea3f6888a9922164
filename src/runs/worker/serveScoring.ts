import os from 'node:os';
import process from 'node:process';
import type { MessagePort } from 'node:worker_threads';
import { once } from '../../core/once.ts';
import { serveChannel, Transferred } from '../index/channel.ts';
import type { RunLimits } from '../index/model.ts';
import { keptBlock, keepBlock } from './blockFiles.ts';
import { BlockReader } from './blockReader.ts';
import { RewardScorer } from './rewardBlock.ts';
import { BlockMeter, readQuestionKeys } from './measureBlock.ts';
import { BlockScorer } from './scoreBlock.ts';
import type { ScoredBlock, ScoredTask, ScoringCalls } from './scoringCalls.ts';
import { searchBlock } from './searchBlock.ts';
import { countToolFacts } from './toolFactsBlock.ts';

/** Answers the calls of the thread that indexes a run. A person waits for a search, and not for scores. */
export function serveScoring(
  port: MessagePort,
  { scoringNiceness }: Pick<RunLimits, 'scoringNiceness'>,
): void {
  const stepBack = once(() => {
    letOthersGoFirst(scoringNiceness);
  });
  const reader = new BlockReader();
  const scorer = new BlockScorer(reader);
  const rewards = new RewardScorer(reader);
  const meter = new BlockMeter(reader);
  serveChannel<ScoringCalls>(port, {
    rewards: (task) => rewards.score(task),
    search: (task) => searchBlock(reader, task),
    toolFacts: (task) => countToolFacts(reader, task),
    measure: (task) => meter.measure(task),
    questions: (task) => readQuestionKeys(reader, task),
    score: async (task) => {
      stepBack();
      const known = task.kept === null ? null : await keptBlock(task.kept, task.starts.length);
      if (known !== null) return transferred(known, false);
      const block = await scorer.score(task);
      // Rows that could not be scored are tried again the next time.
      const isKept = task.kept === null || block.unscored.length > 0 || (await keepBlock(task.kept, block));
      return transferred(block, !isKept);
    },
  });
}

/** Lets the window go first where a thread can have a priority of its own: elsewhere, its whole process would get it. */
function letOthersGoFirst(niceness: number): void {
  if (process.platform !== 'linux' || niceness === 0) return;
  try {
    os.setPriority(0, niceness);
  } catch {
    // The system does not allow it: the thread keeps the priority that every thread has.
  }
}

function transferred(block: ScoredBlock, isLost: boolean): Transferred<ScoredTask> {
  const { numbers, tools, findings, answers } = block;
  const arrays = [...numbers.map(({ values }) => values), tools.ofRow, findings.ofRow, answers.ofRow];
  return new Transferred({ block, isLost }, [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))]);
}
