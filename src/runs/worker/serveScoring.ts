import type { MessagePort } from 'node:worker_threads';
import { serveChannel, Transferred } from '../index/channel.ts';
import { keptBlock, keepBlock } from './blockFiles.ts';
import { BlockReader } from './blockReader.ts';
import { BlockScorer } from './scoreBlock.ts';
import type { ScoredBlock, ScoringCalls } from './scoringCalls.ts';
import { searchBlock } from './searchBlock.ts';

/** Answers the calls of the thread that indexes a run. */
export function serveScoring(port: MessagePort): void {
  const reader = new BlockReader();
  const scorer = new BlockScorer(reader);
  serveChannel<ScoringCalls>(port, {
    search: (task) => searchBlock(reader, task),
    score: async (task) => {
      const known = task.kept === null ? null : await keptBlock(task.kept, task.starts.length);
      if (known !== null) return transferred(known);
      const block = await scorer.score(task);
      if (task.kept !== null) await keepBlock(task.kept, block);
      return transferred(block);
    },
  });
}

function transferred(block: ScoredBlock): Transferred<ScoredBlock> {
  const { numbers, tools, findings, answers } = block;
  const arrays = [...numbers.map(({ values }) => values), tools.ofRow, findings.ofRow, answers.ofRow];
  return new Transferred(block, [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))]);
}
