import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIRST_VIEW, type RunOpening } from '../../../../src/runs/index/model.ts';
import { questionKeys, QuestionKeys } from '../../../../src/runs/worker/questionKeys.ts';
import { rollout, openingOf, samplesOf, shareIndex, writeRuns } from './support.ts';

const index = shareIndex();

/** An answer in the format of Lang2Act. */
const FORMED = { output: '<think>It is 41.</think>\n<description></description>\n<answer>41</answer>' };

const said = (question: string, answer: string, verdict: string, reference: string | null = '42'): string =>
  `${JSON.stringify({ question, reference, answer, verdict })}\n`;

/** A run with two questions, and a file of verdicts that has `verdicts`. */
function runWith(verdicts: string): { readonly opening: RunOpening; readonly file: string } {
  const folder = writeRuns({
    'run.jsonl': [
      rollout('How many?', '41', 0, FORMED),
      rollout('How many?', '42', 1),
      rollout('How large?', '41', 0.5, { output: '<think></think><answer>41</answer>' }),
    ],
    'verdicts.txt': verdicts,
  });
  const file = path.join(folder, 'verdicts.txt');
  return { opening: { ...openingOf(path.join(folder, 'run.jsonl')), verdicts: file }, file };
}

async function verdicts(): Promise<readonly string[]> {
  const { rows } = await index().rows(0, 10);
  return samplesOf(rows).map(({ verdict }) => verdict);
}

describe('what a person said of answers, in the rows of a run', () => {
  it('takes the place of what the records say, by question, reference and answer', async () => {
    const { opening } = runWith(
      `${said('How many?', '42', 'wrong')}torn {\n${said('How large?', '41', 'right')}${said('How many?', '41', 'right', '43')}`,
    );
    await index().open(opening);
    const { columns } = await index().settled('scored');
    expect(await verdicts()).toEqual(['wrong', 'wrong', 'right']);
    expect(columns.map(({ name }) => name)).toContain('person');
    const { matched } = await index().setView({ ...FIRST_VIEW, filter: 'verdict=wrong person=0' });
    expect(matched).toBe(1);
  });

  it('is followed while the run is open, and goes when it is taken back', async () => {
    const { opening, file } = runWith(said('How many?', '41', 'right'));
    await index().open(opening);
    await index().settled('scored');
    expect(await verdicts()).toEqual(['right', 'right', 'unknown']);
    fs.appendFileSync(file, said('How many?', '41', 'unknown') + said('How large?', '41', 'wrong'));
    await index().refresh();
    expect(await verdicts()).toEqual(['wrong', 'right', 'wrong']);
    fs.rmSync(file);
    await index().refresh();
    expect(await verdicts()).toEqual(['wrong', 'right', 'unknown']);
  });

  it('counts in rewards, also where the scores are those of an earlier opening', async () => {
    const { opening, file } = runWith('');
    const cache = path.join(path.dirname(file), 'cache');
    const scored: RunOpening = { ...opening, profile: 'lang2act', cache };
    const rewards = async (): Promise<readonly (number | null)[]> =>
      samplesOf((await index().rows(0, 10)).rows).map(({ reward }) => reward);
    await index().open(scored);
    await index().settled('scored');
    const before = await rewards();
    fs.appendFileSync(file, said('How many?', '41', 'right'));
    for (const open of [() => index().refresh(), () => index().open(scored)]) {
      await open();
      await index().settled('scored');
      const after = await rewards();
      expect(after[0]).toBeGreaterThan(before[0] ?? 0);
      expect(after.slice(1)).toEqual(before.slice(1));
    }
  });

  it('counts where rows are measured', async () => {
    const { opening, file } = runWith(said('How large?', '41', 'right'));
    const measured = async (): Promise<readonly string[]> => {
      for (;;) {
        const { values } = await index().fieldValues('verdict');
        if (values !== null) return values.map(({ value, samples }) => `${value} ${samples}`).sort();
      }
    };
    await index().open(opening);
    await index().settled('scored');
    expect(await measured()).toEqual(['right 2', 'wrong 1']);
    fs.appendFileSync(file, said('How many?', '42', 'wrong'));
    await index().refresh();
    expect(await measured()).toEqual(['right 1', 'wrong 2']);
  });

  it('decides whether a sample of an evaluation passes whose rule is judged', async () => {
    const sample = {
      pagetrace: 1,
      id: 'a#1',
      question: 'Why?',
      reference: '42',
      response: '<answer>41</answer>',
      record: { evaluation: { rule: 'judged', why: 'Nobody has judged the answer.' } },
    };
    const folder = writeRuns({ 'run.jsonl': [sample], 'verdicts.txt': said('Why?', '41', 'right') });
    const verdictsFile = path.join(folder, 'verdicts.txt');
    await index().open({ ...openingOf(path.join(folder, 'run.jsonl')), verdicts: verdictsFile });
    await index().settled('scored');
    expect(samplesOf((await index().rows(0, 1)).rows)[0]?.fields).toMatchObject({ passed: 1, person: 1 });
  });
});

describe('the keys by which rows of a question are found', () => {
  const keyOf = (question: string): number => {
    const keys = new QuestionKeys();
    keys.set(3, { question, reference: null });
    return keys.at(3);
  };

  it('are those of a question that is shortened after its first characters', () => {
    const question = 'Which of the regions “North” has the largest share of the revenue in 2024?';
    expect(questionKeys({ question, reference: null })).toContain(keyOf('Which of the regions …abc'));
    expect(questionKeys({ question, reference: null })).not.toContain(keyOf('Which of the years'));
  });

  it('are those of the question in the prompt of a chat template', () => {
    const prompt = '<|im_start|>system\nYou help.<|im_end|>\n<|im_start|>user\nHow many?<|im_end|>\n';
    expect(questionKeys({ question: prompt, reference: null })).toContain(keyOf('How many?'));
  });
});
