import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../../../scripts/lib/paths.mjs';
import { readRecord } from '../../../../src/core/records/recordSamples.ts';
import { readInputs, WITHOUT_OPTIONS, type InputItem } from '../../../../src/runs/reading/inputs.ts';
import { readReferences } from '../../../../src/runs/reading/references.ts';
import { readTable } from '../../../../src/runs/reading/tableRecords.ts';
import { sampleGroup } from '../../../../src/runs/statistics/groupKey.ts';

const FOLDER = path.join(root, 'test/fixtures/runs/formats');

/** What was read at a place, in a line: numbers and texts that the record does not have are left out. */
function describeItem(item: InputItem): string {
  const { line, sample: number } = item.place;
  const at = `${line}${number === null ? '' : `#${number}`}`;
  if ('problem' in item) return `${at} ${item.reason}: ${item.problem}`;
  const { sample } = item;
  const { question, references, score, verdict, group, groupKeys, step, columns, retrieval } = sample;
  const known: readonly (readonly [string, unknown])[] = [
    ['q', question?.replaceAll('\n', '/').slice(-24)],
    ['r', references.length === 0 ? null : references.join(' or ')],
    ['score', score],
    ['verdict', verdict === 'unknown' ? null : verdict],
    ['id', sample.id],
    ['group', group],
    ['by', groupKeys.join('+')],
    ['step', step],
    ['images', sample.numImages],
    ['tokens', sample.responseLength],
    ['iou', sample.iou],
    ['end', sample.finishReason],
    ['pages', retrieval === null ? null : [retrieval.fileName, retrieval.pages, retrieval.images].join(' ')],
    [
      'columns',
      Object.entries(columns)
        .map(([key, value]) => `${key}:${value}`)
        .join(' '),
    ],
  ];
  const told = known.filter(([, value]) => value !== undefined && value !== null && value !== '');
  const response = sample.response.replaceAll('\n', '/').slice(-24);
  return [at, item.format, `"${response}"`, ...told.map(([name, value]) => `${name}=${String(value)}`)].join(
    ' ',
  );
}

async function readLines(file: string, references: string | null): Promise<readonly string[]> {
  const { stdin } = WITHOUT_OPTIONS;
  const findReference =
    references === null
      ? WITHOUT_OPTIONS.findReference
      : await readReferences(path.join(FOLDER, references), stdin);
  const lines: string[] = [];
  for await (const items of readInputs([path.join(FOLDER, file)], {
    ...WITHOUT_OPTIONS,
    findReference,
    readTable,
  }))
    lines.push(...items.map(describeItem));
  return lines;
}

/** What each file holds, an item a line. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  'docvqa-submission.json': [
    '2 no_response: The record has the keys questionId and answer. "answer" may be the response, as in submissions to DocVQA, or the reference. Say which it is: map the field response or ground_truth to it.',
    '6 no_response: The record has the keys questionId and answer. "answer" may be the response, as in submissions to DocVQA, or the reference. Say which it is: map the field response or ground_truth to it.',
  ],
  'easyr1-generations.log': [
    '1 easyr1 "hink><answer>42</answer>" q=How many? r=42 score=0.9 by=prompt+ground_truth',
    '8 easyr1 "1999" q=Which year? r=1998 score=0 by=prompt+ground_truth',
  ],
  'easyr1-reward-inputs.json': [
    '2 reward-input "hink><answer>42</answer>" q=How many? r=42 by=prompt+ground_truth images=3 tokens=31',
    '9 reward-input "think><answer>8</answer>" r=7 by=ground_truth tokens=29',
  ],
  'easyr1-wandb-table.json': [
    '1#1 verl-table "41" q=How many? r=42 score=0 by=input+label step=0',
    '1#2 verl-table "a" q=Which? r=a score=1 by=input+label step=0',
    '1#3 verl-table "hink><answer>42</answer>" q=How many? r=42 score=1 by=input+label step=10',
    '1#4 verl-table "b" q=Which? r=a score=0 by=input+label step=10',
  ],
  'evisrag.jsonl': [
    '1 evisrag "ink><answer>30%</answer>" id=chart_12 group=chart_12 by=qid images=3',
    '2 evisrag "er>insufficient</answer>" q=What is the share? r=30% or 30 percent id=chart_13 group=chart_13 by=qid images=1',
  ],
  'fastchat.jsonl': [
    '1#1 chat-answers "t answer./Second answer." id=aB3 group=81 by=question_id',
    '1#2 chat-answers "Other./More." id=aB3 group=81 by=question_id',
  ],
  'inspect.json': [
    '2 inspect "42" q=How many? r=42 score=1 verdict=right id=q1 group=q1 by=id end=stop columns=match:1 judge:0.5',
    '45 inspect "41" q=How many? r=42 score=0 verdict=wrong id=q1 group=q1 by=id end=max_tokens columns=match:0',
    '71 inspect ">hm</think>A long answer" q=s the long question ask? r=a or b score=0.25 id=2 group=2 by=id images=1 end=stop columns=parts.depth:0.5 parts.tone:1 f1:0.25',
    "135 failed: The request failed, so there is no response: BadRequestError('context length')",
  ],
  'lang2act.jsonl': [
    '1 lang2act "hink><answer>42</answer>" q= ferries sailed in 2021? r=42 verdict=right id=mp_0_41 group=mp_0_41 by=uid images=3',
    '2 lang2act "hink><answer>24</answer>" q= ferries sailed in 2021? r=42 verdict=wrong id=mp_0_41 group=mp_0_41 by=uid images=3',
    '3 lang2act "swer>Husum, Wyk</answer>" q=Which ports are named? r=Husum or Wyk id=slide_7 group=slide_7 by=uid images=5',
  ],
  'llama-factory.jsonl': [
    '1 llama-factory "hink><answer>42</answer>" q=user/How many?<|im_end|> r=42 by=prompt+label',
    '2 llama-factory "" q=t|>user/Which?<|im_end|> r=a by=prompt+label',
  ],
  'llava.jsonl': [
    '1 chat-answers "42" q=How many? id=xY1 group=0 by=question_id',
    '2 chat-answers "a" q=Which? id=xY2 group=1 by=question_id',
  ],
  'lm-eval-filtered.jsonl': [
    '1 lm-eval "4" q=What is 2 + 2? r=4 score=1 verdict=right id=7 group=7 by=doc_id columns=exact_match.strict-match:1 exact_match.flexible-extract:1',
  ],
  'lm-eval-likelihood.jsonl': [
    '1 no_response: The record has log-likelihoods of choices, and no text of a response.',
  ],
  'lm-eval-repeats.jsonl': [
    '1#1 lm-eval "a 18" q=Question 0? r=18 id=0 group=0 by=doc_id columns=exact_match:1',
    '1#2 lm-eval "b 17" q=Question 0? r=18 id=0 group=0 by=doc_id columns=exact_match:1',
    '1#3 lm-eval "c 18" q=Question 0? r=18 id=0 group=0 by=doc_id columns=exact_match:1',
    '2#1 lm-eval "x" q=Question 1? r=18 id=1 group=1 by=doc_id columns=exact_match:0',
    '2#2 lm-eval "y" q=Question 1? r=18 id=1 group=1 by=doc_id columns=exact_match:0',
    '2#3 lm-eval "z" q=Question 1? r=18 id=1 group=1 by=doc_id columns=exact_match:0',
  ],
  'lm-eval.jsonl': [
    '1 lm-eval "18. #### 18" q=Question 0? r=18 score=1 verdict=right id=0 group=0 by=doc_id columns=exact_match.strict-match:1 exact_match.flexible-extract:1',
    '2 lm-eval "The answer is 18" q=Question 1? r=18 score=0 verdict=wrong id=1 group=1 by=doc_id columns=exact_match.strict-match:0 exact_match.flexible-extract:1',
  ],
  'lmms-eval.jsonl': [
    '1 lmms-eval "42" q=y?/Answer with a number. r=42 or 42 ferries score=1 verdict=right id=0 group=0 by=doc_id tokens=3 columns=anls:1',
    '2 lmms-eval "It is 1998." q=Which year? r=1999 score=0.75 id=1 group=1 by=doc_id tokens=9 columns=anls:0.75',
    '3#1 lmms-eval "a" q=Which? r=a id=2 group=2 by=doc_id tokens=1 columns=anls:0.5',
    '3#2 lmms-eval "b" q=Which? r=a id=2 group=2 by=doc_id tokens=2 columns=anls:0.5',
    '4 lmms-eval "a" q=What? r=b score=0 verdict=wrong id=3 group=3 by=doc_id columns=mcq_score:0',
  ],
  'mathvista.json': [
    '2 mathvista "It is 1.2" q=How many? r=1.2 verdict=right id=1 by=question+answer images=1',
    '21 mathvista "(B)" q=Which? r=a verdict=wrong id=2 by=question+answer images=1',
  ],
  'mmlongbench-doc.json': [
    '2 mmlongbench-doc "There are 42." q=How many? r=42 score=1 by=question+answer pages=report.pdf 3,5 ',
    '15 mmlongbench-doc "A person." q=Who? r=Not answerable score=0 by=question+answer pages=report.pdf  ',
  ],
  'mmmu.json': [
    '2 mmmu "The answer is B." r=B id=validation_Math_1 by=answer',
    '16 mmmu "4" r=3 or three id=validation_Math_2 by=answer',
  ],
  'ms-swift-completions.jsonl': [
    '1#1 ms-swift-table "hink><answer>42</answer>" q=im_start|>user/How many? r=42 by=prompt+solution step=5 columns=Accuracy:1 Format:1 advantages:0.7',
    '1#2 ms-swift-table "hink><answer>41</answer>" q=im_start|>user/How many? r=42 by=prompt+solution step=5 columns=Accuracy:0 Format:1 advantages:-0.7',
    '1#3 ms-swift-table "a" q=<|im_start|>user/Which? r=a by=prompt+solution step=5 columns=Accuracy:1 Format:0 advantages:0.7',
    '1#4 ms-swift-table "b" q=<|im_start|>user/Which? r=a by=prompt+solution step=5 columns=Accuracy:0 Format:0 advantages:-0.7',
    '2#1 ms-swift-table "hink><answer>42</answer>" q=im_start|>user/How many? r=42 by=prompt+solution step=6 columns=Accuracy:1 Format:1 advantages:0',
    '2#2 ms-swift-table "hink><answer>42</answer>" q=im_start|>user/How many? r=42 by=prompt+solution step=6 columns=Accuracy:1 Format:1 advantages:0',
  ],
  'ms-swift-infer.jsonl': [
    '1 ms-swift "42" q=<image>How many? r=42 by=messages+labels images=1',
    '2 ms-swift "1998" q=Which year? r=1999 by=messages+labels',
  ],
  'openai-batch.jsonl': [
    '1#1 openai-batch "hink><answer>42</answer>" q=How many? id=q-1 group=q-1 by=custom_id end=stop',
    '1#2 openai-batch "hink><answer>41</answer>" q=How many? id=q-1 group=q-1 by=custom_id end=length',
    '2 openai-batch "ink>Forty-two.</think>42" q=Which year? id=q-2 by=custom_id tokens=40 end=stop',
    "3 failed: The request failed, so there is no response: This model's maximum context length is 8192 tokens.",
    '4 failed: The request failed, so there is no response: decoder prompt is too long',
    '5 failed: The request failed, so there is no response: Rate limit reached',
    '6 failed: The request failed, so there is no response: timed out',
    '7 openai-batch "300 m" q=How high? id=q-7 by=custom_id tokens=5 end=completed',
  ],
  'openrlhf.jsonl': [
    '1 openrlhf "hink><answer>42</answer>" q=How many? score=0.75 by=input',
    '2 openrlhf "none" q=How many? by=input',
    '3#1 response-list "a" q=Which? by=input',
    '3#2 response-list "b" q=Which? by=input',
  ],
  'pagetrace.jsonl': [
    '1 pagetrace "hink><answer>42</answer>" q=ser/How many?/assistant/ r=42 score=1 by=input+gts step=7 columns=acc:1 format:1',
    '2 pagetrace "hink><answer>41</answer>" q=ser/How many?/assistant/ r=42 score=0 by=input+gts step=7 columns=acc:0 format:1',
    '3 pagetrace "no tags" q=ser/How many?/assistant/ score=NaN by=input+gts step=7',
    '4 pagetrace "think><answer>7</answer>" q=ser/How much?/assistant/ r=7 or seven score=1 by=input+gts step=8 columns=acc:1 format:1',
    '5#1 pagetrace "hink><answer>42</answer>" q=im_start|>user/How many? r=42 by=prompt+solution step=5 columns=Accuracy:1 Format:1 advantages:0.7',
    '5#2 pagetrace "hink><answer>41</answer>" q=im_start|>user/How many? r=42 by=prompt+solution step=5 columns=Accuracy:0 Format:1 advantages:-0.7',
    '5#3 pagetrace "a" q=<|im_start|>user/Which? r=a by=prompt+solution step=5 columns=Accuracy:1 Format:0 advantages:0.7',
    '5#4 pagetrace "b" q=<|im_start|>user/Which? r=a by=prompt+solution step=5 columns=Accuracy:0 Format:0 advantages:-0.7',
    '6#1 pagetrace "hink><answer>42</answer>" q=im_start|>user/How many? r=42 by=prompt+solution step=6 columns=Accuracy:1 Format:1 advantages:0',
    '6#2 pagetrace "hink><answer>42</answer>" q=im_start|>user/How many? r=42 by=prompt+solution step=6 columns=Accuracy:1 Format:1 advantages:0',
  ],
  'promptfoo-table.json': [
    '1#1 promptfoo-table "42" q=How many? r=42 score=1 verdict=right by=question+reference',
    '1#2 promptfoo-table "b" q=Which? r=a score=0 verdict=wrong by=question+reference columns=exact:0',
    '1#3 failed: The request failed, so there is no response: API error: 500',
  ],
  'promptfoo.csv': [
    '2#1 promptfoo-table "42.50" q=How many? r=42 score=1 verdict=right by=question+reference columns=tone:0.9',
    '2#2 promptfoo-table "two/lines, "quoted"" q=How many? r=42 score=0 verdict=wrong by=question+reference',
    '4#1 promptfoo-table "- one" q=Which? r=a score=0.5 verdict=right by=question+reference',
    '4#2 failed: The request failed, so there is no response: API error: 500',
  ],
  'promptfoo.jsonl': [
    '1 promptfoo "42" q=How many? r=42 score=1 verdict=right id=r1 group=0 by=testIdx tokens=2 end=stop columns=exact:1',
    '2 promptfoo "{"answer":41}" q=How many? r=42 score=0 verdict=wrong id=r2 group=0 by=testIdx columns=exact:0',
    '3 failed: The request failed, so there is no response: API error: 401 Unauthorized',
  ],
  'response-list.jsonl': [
    '1#1 response-list "hink><answer>42</answer>" q=How many? r=42 score=1 id=p1 group=p1 by=id',
    '1#2 response-list "hink><answer>41</answer>" q=How many? r=42 score=0 id=p1 group=p1 by=id',
    '1#3 response-list "42" q=How many? r=42 score=0.5 id=p1 group=p1 by=id',
    '2 response-list "a" q=Which? r=a id=p2 group=p2 by=id',
  ],
  'several-lists.json': [
    '1 prediction "hink><answer>42</answer>" q=How many? r=42 by=question+answer',
    '1 prediction "b" q=Which? r=a by=question+answer',
    '1 no_response: The record has the keys question and answer. No text of a response was found under a known key.',
  ],
  'slidevqa.jsonl': [
    '1 slidevqa "42" q=How many? r=42 id=1 by=question+answer pages=deck-1 3 3,4',
    '2 slidevqa "b" q=Which? r=a id=2 by=question+answer pages=deck-1 5 ',
  ],
  'trl.jsonl': [
    '1 completion "hink><answer>42</answer>" q=How many? by=prompt step=10 columns=accuracy_reward:1 format_reward:1 advantage:0.7071',
    '2 completion "hink><answer>41</answer>" q=How many? by=prompt step=10 columns=accuracy_reward:0 format_reward:1 advantage:-0.7071',
    '3 completion "1999" q=Which year? by=prompt step=10 columns=format_reward:0 advantage:0',
  ],
  'unknown.jsonl': [
    '1 no_response: The record has the keys q, model_answer_text, gold and points. No text of a response was found under a known key.',
    '2 no_response: The record has the keys q, model_answer_text, gold and points. No text of a response was found under a known key.',
  ],
  'verifiers-traces.jsonl': [
    '1 verifiers-traces "hink><answer>42</answer>" q=How many? r=42 score=1 id=t1 group=g1 by=group.id step=20 tokens=28 end=stop columns=turns:2 exact:1 format:1',
    '2 verifiers-traces "ink>Forty-one.</think>41" q=How many? r=42 score=0.05 id=t2 group=g1 by=group.id step=20 images=1 columns=exact:0 format:0.5',
    '3#1 verifiers-traces "b" q=Which? r=b score=1 id=t4 group=k2 by=task.key columns=exact:1',
    '3#2 failed: The request failed, so there is no response: 503 from the server',
    '4 failed: The request failed, so there is no response: the sandbox did not start',
  ],
  'verifiers.jsonl': [
    '1 verifiers "hink><answer>42</answer>" q=How many? r=42 score=1 id=0 group=0 by=example_id columns=exact:1 num_turns:2 is_completed:1 is_truncated:0',
    '2 verifiers "41" q=How many? r=42 score=0 id=0 group=0 by=example_id end=length columns=exact:0 is_completed:1 is_truncated:1',
    '3 verifiers "1999" q=Which year? r=1999 score=1 id=1 group=1 by=example_id columns=exact:1 is_truncated:0',
    '4 failed: The request failed, so there is no response: ModelError -> ReadTimeout()',
  ],
  'verl-uid.jsonl': [
    '1 verl "hink><answer>42</answer>" q=ser/How many?/assistant/ r=42 score=1 id=0b54cb9e-6c7a-4d5f-9a0e-3f2f7d3a9a11_0_0 group=0b54cb9e-6c7a-4d5f-9a0e-3f2f7d3a9a11 by=uid step=12',
    '2 verl "a second output" q=ser/How many?/assistant/ r=42 score=1 id=0b54cb9e-6c7a-4d5f-9a0e-3f2f7d3a9a11_0_1 group=0b54cb9e-6c7a-4d5f-9a0e-3f2f7d3a9a11 by=uid step=12',
    '3 verl "hink><answer>40</answer>" q=ser/How many?/assistant/ r=42 score=0 id=0b54cb9e-6c7a-4d5f-9a0e-3f2f7d3a9a11_1_0 group=0b54cb9e-6c7a-4d5f-9a0e-3f2f7d3a9a11 by=uid step=12',
    '4 verl "hink><answer>42</answer>" q=ser/How many?/assistant/ r=42 score=1 id=7f9e1c52-2a41-4b1c-8a75-52a1a1c0b7aa_10_0 group=7f9e1c52-2a41-4b1c-8a75-52a1a1c0b7aa by=uid step=12',
  ],
  'verl-uid-steps.jsonl': [
    '1 verl "0.0" q=ser/How many?/assistant/ r=42 score=0 id=5b0c_0_0 group=5b0c by=uid step=1',
    '2 verl "0.1" q=ser/How many?/assistant/ r=42 score=0 id=5b0c_0_1 group=5b0c by=uid step=1',
    '3 verl "1.0" q=ser/How many?/assistant/ r=42 score=1 id=5b0c_1_0 group=5b0c by=uid step=1',
    '4 verl "0.0" q=ser/How many?/assistant/ r=42 score=0 id=9f1d_0_0 group=9f1d by=uid step=2',
    '5 verl "0.1" q=ser/How many?/assistant/ r=42 score=0 id=9f1d_0_1 group=9f1d by=uid step=2',
    '6 verl "1.0" q=ser/How many?/assistant/ r=42 score=1 id=9f1d_1_0 group=9f1d by=uid step=2',
  ],
  'verl.jsonl': [
    '1 verl "hink><answer>42</answer>" q=ser/How many?/assistant/ r=42 score=1 by=input+gts step=7 columns=acc:1 format:1',
    '2 verl "hink><answer>41</answer>" q=ser/How many?/assistant/ r=42 score=0 by=input+gts step=7 columns=acc:0 format:1',
    '3 verl "no tags" q=ser/How many?/assistant/ score=NaN by=input+gts step=7',
    '4 verl "think><answer>7</answer>" q=ser/How much?/assistant/ r=7 or seven score=1 by=input+gts step=8 columns=acc:1 format:1',
  ],
  'vg-refiner.json': [
    '2 vg-refiner-text "[1, 2, 30, 40]}</answer>" verdict=right id=901 group=901 by=ann_id iou=0.91 columns=tool_is_correct:0',
    '11 vg-refiner-text "[9, 9, 10, 10]}</answer>" verdict=wrong id=902 group=902 by=ann_id iou=0.1 columns=tool_is_correct:1',
  ],
  'vlmevalkit.json': [
    '2 vlmevalkit "B" q=Which? r=B verdict=right id=0 by=question+answer',
    '13 vlmevalkit "42" q=How many? r=42 verdict=wrong id=1 by=question+answer',
  ],
  'vrag.jsonl': [
    '1 vrag "hink><answer>42</answer>" q=How many? r=42 id=slidevqa_1 by=query+reference_answer pages=deck.pdf 3 ',
    '2 vrag "b" q=Which? r=a id=slidevqa_2 by=query+reference_answer pages=deck.pdf 4,5 ',
  ],
  'wandb-table.json': [
    '1#1 completion "a "quoted"/answer" q=Q score=0.5 by=prompt step=1',
    '1#2 completion "" q=Q score=0 by=prompt step=1',
    '1#3 no_response: There is no text of a response at completion. The record has the keys prompt, completion, reward and step.',
  ],
  'wandb-verl-table.jsonl': [
    '1#1 verl-table "hink><answer>42</answer>" q=How many? score=1 by=input step=20',
    '1#2 verl-table "" q=Which? score=0 by=input step=20',
  ],
};

it.each(Object.entries(FILES))('reads every record of %s', async (file, lines) => {
  const references = file === 'openai-batch.jsonl' ? 'openai-batch-input.jsonl' : null;
  expect(await readLines(file, references)).toEqual(lines);
});

it('has an example of what every form writes', () => {
  expect(Object.keys(FILES).toSorted()).toEqual(
    fs
      .readdirSync(FOLDER)
      .filter((file) => file !== 'openai-batch-input.jsonl')
      .toSorted(),
  );
});

it('tells questions of several files apart that have the same number', async () => {
  const file = path.join(FOLDER, 'lm-eval.jsonl');
  const keys = new Set<string>();
  for await (const items of readInputs([file], WITHOUT_OPTIONS))
    for (const item of items) {
      if ('problem' in item) continue;
      const { record } = item.sample as { record: Readonly<Record<string, unknown>> };
      for (const question of ['Question of a task?', 'Question of another task?']) {
        const reading = readRecord({ ...record, doc: { question } });
        for (const sample of 'problem' in reading ? [] : reading.samples)
          keys.add(String(sampleGroup(sample)?.key));
      }
    }
  expect(keys.size).toBe(4);
});
