import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { judge } from '../../src/cli/verbs/judge/judge.ts';
import { temporaryFolder } from '../support/files.ts';
import { judgeFairly } from '../unit/judging/judgeServer.ts';
import { withForced, type Force } from './forcingProxy.ts';
import { recordsOf, runVerb, writeRecords, type Ended } from './server.ts';

/** Six samples, so that the second request has another number of items. */
const ANSWERS = ['4.2', '5', '4.2', '4', '42', '4.2'];
const SAMPLES = ANSWERS.map((answer, at) => ({
  id: String(at + 1),
  question: `How much is part ${at + 1}?`,
  reference: '4.2',
  response: `<think>I see it.</think><answer>${answer}</answer>`,
}));

const VERDICTS = ANSWERS.map((answer) => (answer === '4.2' ? 'right' : 'wrong'));

/** Samples whose format VRAG-RL's reward pays. */
const SEARCHED = SAMPLES.map((sample) => ({
  ...sample,
  response: `<think>I look.</think><search>amount</search>${sample.response}`,
}));

interface Judged {
  readonly ended: Ended;
  readonly records: ReturnType<typeof recordsOf>;
}

/** Judges samples with the real model, forced to a form. */
async function judgeWith(
  force: Force,
  samples: readonly object[],
  ...args: readonly string[]
): Promise<Judged & { readonly again: Ended }> {
  const folder = temporaryFolder();
  const [run, out] = [path.join(folder, 'run.jsonl'), path.join(folder, 'judged.jsonl')];
  writeRecords(run, samples);
  return withForced(force, async (url) => {
    const command = [run, '--server', url, '--out', out, '--json', ...args];
    const ended = await runVerb(judge, command, folder);
    const records = recordsOf(out);
    return { ended, records, again: await runVerb(judge, command, folder) };
  });
}

/** How many items a prompt of the answer judge has. */
const itemsOf = (prompt: string): number => judgeFairly(prompt).split('\n').length;

describe('judges on a real vLLM', () => {
  test('the answer judge says of each sample what the model says of it', async () => {
    const force = (prompt: string): object => ({ choice: [judgeFairly(prompt)] });
    const { ended, records, again } = await judgeWith(force, SAMPLES);
    expect(ended.status).toBe(0);
    expect(records.map(({ verdict }) => verdict)).toEqual(VERDICTS);
    const { by, cost } = JSON.parse(ended.out) as {
      by: object;
      cost: { requests: number; input_tokens: number; output_tokens: number };
    };
    expect(by).toMatchObject({ judge: 6, failed: 0 });
    expect(cost).toMatchObject({ requests: 2, uncounted_requests: 0 });
    expect(cost.input_tokens).toBeGreaterThan(500);
    expect(cost.output_tokens).toBeGreaterThan(6);
    // What it has said is not asked again.
    expect(JSON.parse(again.out)).toMatchObject({ by: { judge: 0, cache: 6 }, cost: { requests: 0 } });
  });

  test('the model decides where it is forced to the form only', async () => {
    const force = (prompt: string): object => ({
      regex: Array.from({ length: itemsOf(prompt) }, () => '<judge>(True|False)</judge>').join('\\n'),
    });
    const { ended, records } = await judgeWith(force, SAMPLES);
    expect(ended.status).toBe(0);
    expect(records.every(({ verdict }) => verdict === 'right' || verdict === 'wrong')).toBe(true);
  });

  test('the quality judge reads the scores that the model gives', async () => {
    const scores = ['Coherence', 'Non-Hallucination', 'Factual Consistency'].map((name) => `${name}: [1-5]`);
    const regex = [...scores, 'Average: [1-5]\\.[0-9]{2}', 'Explanation: [a-z]{1,9}'].join('\\n');
    const { ended, records } = await judgeWith(() => ({ regex }), SAMPLES.slice(0, 2), '--judge', 'quality');
    expect(ended.status).toBe(0);
    for (const { numbers } of records) {
      const { coherence, non_hallucination, factual_consistency, quality } = numbers as Record<
        string,
        number
      >;
      const all = [coherence ?? 0, non_hallucination ?? 0, factual_consistency ?? 0];
      expect(all.every((score) => score >= 1 && score <= 5)).toBe(true);
      expect(quality).toBeCloseTo(all.reduce((sum, score) => sum + score, 0) / 3, 2);
    }
  });

  test("VRAG-RL's judge reads the verdict of the model", async () => {
    const force = (prompt: string): object => ({
      choice: [`<judge>${prompt.includes('## Generated Answer\n4.2') ? 'True' : 'False'}</judge>`],
    });
    const { ended, records } = await judgeWith(force, SEARCHED, '--judge', 'vrag-rl');
    expect(ended.status).toBe(0);
    expect(records.map(({ verdict }) => verdict)).toEqual(VERDICTS);
  });

  test('what a model says without a form leaves verdicts unknown', async () => {
    const { ended, records } = await judgeWith(() => null, SAMPLES.slice(0, 2), '--tries', '1');
    expect(ended.status).toBe(1);
    expect(records.map(({ verdict }) => verdict)).toEqual([undefined, undefined]);
    expect(JSON.parse(ended.out)).toMatchObject({ by: { failed: 2 }, verdicts: { unknown: 2 } });
  });
});
