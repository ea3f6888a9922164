import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../scripts/lib/generatedInputs.mjs';
import { readRecord } from '../../../../../src/core/records/recordSamples.ts';
import type { Sample } from '../../../../../src/core/records/sample.ts';
import { WRITTEN_FORMS, type WrittenForm } from '../../../../../src/core/records/writing/forms.ts';
import { pythonJson } from '../../../../../src/core/records/writing/pythonJson.ts';
import { SampleSources } from '../../../../../src/core/records/writing/sampleSource.ts';
import { writeRow, type WrittenRow } from '../../../../../src/core/records/writing/writeRow.ts';
import { readJson } from '../../../../../src/runs/reading/readJson.ts';
import { anySample, sampleWith } from '../../../../support/anySample.ts';

function formOf(name: string): WrittenForm {
  const form = WRITTEN_FORMS.find((each) => each.name === name);
  if (form === undefined) throw new Error(`There is no form ${name}.`);
  return form;
}

/** A sample of a record, as a record of another form. */
function rowOf(name: string, record: object, index = 0): WrittenRow & { readonly sample: Sample } {
  const reading = readRecord(record);
  if ('problem' in reading) throw new Error(reading.problem);
  const sample = reading.samples[index];
  if (sample === undefined) throw new Error('There is no such sample.');
  const source = new SampleSources({}).of(sample, reading.format?.name ?? 'fields', index);
  return { sample, ...writeRow(formOf(name), { sample }, source) };
}

const lostIn = ({ losses }: WrittenRow): readonly string[] => [...losses.lost].sort();

/** What each form has a place for, whatever the record. */
const KEPT: Readonly<Record<string, readonly (keyof Sample)[]>> = {
  verl: [
    'response',
    'score',
    'step',
    'numImages',
    'toolResults',
    'responseLength',
    'verdict',
    'finishReason',
  ],
  easyr1: ['response', 'numImages', 'toolResults', 'responseLength', 'verdict'],
  openrlhf: ['response', 'score'],
  trl: ['response', 'score', 'step'],
  'llama-factory': ['response'],
  'ms-swift': ['response'],
  lang2act: ['response', 'verdict', 'numImages'],
  evisrag: ['response', 'sufficient'],
};

describe('a record of another form', () => {
  it('is written in every form that the table has', () => {
    expect(WRITTEN_FORMS.map(({ name }) => name).sort()).toEqual(Object.keys(KEPT).sort());
  });

  it.each(Object.entries(KEPT))('of %s has what the form has a place for, whatever it is', (name, kept) => {
    fc.assert(
      fc.property(anySample, (any) => {
        // The images that a record lists count more than a number.
        const sample = { ...any, record: null };
        const { row, losses } = writeRow(
          formOf(name),
          { sample },
          new SampleSources({}).of(sample, 'fields', 0),
        );
        const read = readJson(pythonJson(row));
        const reading = 'value' in read ? readRecord(read.value) : read;
        if ('problem' in reading) throw new Error(reading.problem);
        expect(formOf(name).readAs).toContain(reading.format?.name);
        const [again] = reading.samples;
        for (const part of kept) expect(isDeepStrictEqual(again?.[part], sample[part])).toBe(true);
        expect(losses.lost).not.toContain('response');
      }),
      propertyRuns(200),
    );
  });

  it('names what is lost of everything that a sample has', () => {
    const sample = sampleWith({
      question: 'q',
      sentPrompt: 'Answer: q',
      numImages: 2,
      reference: '42',
      references: ['42'],
      groundTruth: { target: ['42'] },
      toolResults: '[]',
      finishReason: 'stop',
      responseLength: 7,
      retrieval: { images: ['a.png'], fileName: 'a.pdf', pages: ['3'] },
      verdict: 'right',
      id: 'i',
      group: 'g',
      score: 0.5,
      step: 3,
      expected: { overall: 1 },
      columns: { acc: 1 },
      iou: 0.5,
      toolIou: 0.25,
      sufficient: true,
      dialect: 'lang2act',
      reward: 'lang2act',
    });
    const source = new SampleSources({}).of(sample, 'fields', 0);
    const { losses } = writeRow(formOf('llama-factory'), { sample }, source);
    expect([...losses.lost].sort()).toEqual([
      'acc',
      'dialect',
      'documents',
      'expected',
      'file_name',
      'finish_reason',
      'group',
      'id',
      'iou',
      'is_sufficient',
      'num_images',
      'reference_page',
      'response_length',
      'retrieved_images',
      'reward_profile',
      'score',
      'step',
      'tool_iou',
      'tool_results',
      'verdict',
    ]);
    // The prompt that was sent has the question in it.
    expect([...losses.changed]).toEqual([
      ['question', 'other-value'],
      ['ground_truth', 'other-value'],
    ]);
  });

  it('of verl is the same record again', () => {
    const record = {
      input: 'q',
      output: 'r',
      gts: ['a', 'b'],
      score: Number.NaN,
      step: 3,
      uid: 'p_1_0',
      acc: null,
      extra: { a: [1] },
    };
    const { row, losses } = rowOf('verl', record);
    // A key without a value is none.
    expect(row).toEqual(record);
    expect(losses).toEqual({ lost: new Set(), changed: new Map() });
  });

  it('has the numbers of a record within its metrics, and names what is lost of an object', () => {
    const record = {
      custom_id: 'c',
      response: { status_code: 200, body: { model: 'm', choices: [{ message: { content: 'r' } }] } },
    };
    expect(lostIn(rowOf('openrlhf', record))).toEqual(['id', 'response.body.model', 'response.status_code']);
  });

  it('keeps messages where the form has them, and says where they become one text', () => {
    const prompt = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'q' },
    ];
    const completion = [
      { role: 'assistant', content: 'a', tool_calls: [{ id: 1 }] },
      { role: 'tool', content: 't' },
      { role: 'assistant', content: 'b' },
    ];
    const record = { prompt, completion, reward: 1, example_id: 'e', answer: '42' };
    const trl = rowOf('trl', record);
    expect(trl.row).toMatchObject({ prompt, completion, reward: 1, solution: '42' });
    expect(trl.losses.changed.size).toBe(0);
    expect(rowOf('ms-swift', record).row).toMatchObject({
      messages: [...prompt, { role: 'assistant', content: 'a\nb' }],
      labels: '42',
    });
    expect([...rowOf('openrlhf', record).losses.changed]).toEqual([
      ['question', 'other-value'],
      ['prompt', 'messages-as-text'],
      ['response', 'messages-as-text'],
    ]);
  });

  it.each([
    [
      'a key that the form uses for something else',
      { response: 'r', output: 'x', num_images: 2 },
      ['output'],
    ],
    [
      'a key that would give it another form',
      { custom_id: 1, response: { body: { choices: [{ text: 'r' }] } }, model_response_raw: 'x', topic: 't' },
      ['model_response_raw'],
    ],
    [
      'keys that would make it a table',
      { prompt: ['q'], completion: ['r'], columns: [['output']], data: [[['x']]] },
      ['columns', 'data'],
    ],
    [
      'a verdict that is none',
      { response: 'r', verdict: 'right', is_correct: 2, llm_judge_score: 'maybe' },
      ['llm_judge_score'],
    ],
  ])('leaves out %s, and names it', (_, record, lost) => {
    const { row, losses } = rowOf('verl', record);
    expect([...losses.lost]).toEqual(expect.arrayContaining(lost));
    expect(readRecord(row)).toMatchObject({ format: { name: 'verl' }, samples: [{ response: 'r' }] });
  });

  it('takes the values of its own row from a table in one record', () => {
    const swift = {
      prompt: ['p', 'q'],
      completion: ['a', 'b'],
      reward: [0, 1],
      style: ['x', 'y'],
      step: ['3', '3'],
    };
    expect(rowOf('verl', swift, 1).row).toMatchObject({
      input: 'q',
      output: 'b',
      score: 1,
      style: 'y',
      step: 3,
    });
    const wandb = {
      columns: ['prompt', 'completion', 'topic'],
      data: [
        ['p', 'a', 's'],
        ['q', 'b', 't'],
      ],
    };
    expect(rowOf('verl', wandb, 1).row).toMatchObject({ input: 'q', output: 'b', topic: 't' });
  });

  it('has the images that the record lists', () => {
    const record = {
      uid: 'u',
      question: 'q',
      gt_answer: 'a',
      used_topk_images: ['1.png', '2.png'],
      model_response_raw: 'r',
      top_k: 5,
    };
    const { row, losses } = rowOf('evisrag', record);
    expect(row).toMatchObject({ qid: 'u', query: 'q', imgs: ['1.png', '2.png'], pred: 'r', answer: ['a'] });
    expect([...losses.lost]).toEqual(['top_k']);
  });

  it('says that samples get another group', () => {
    const { losses } = rowOf('lang2act', { response: 'r', id: 'unique' });
    expect([...losses.changed]).toEqual([['group', 'other-value']]);
  });

  it('finds the keys of a record that pagetrace convert kept', () => {
    const record = { input: 'q', output: 'r', gts: '1', score: 1, topic: 't' };
    const kept = {
      pagetrace: 1,
      response: 'r',
      question: 'q',
      prompt: 'q',
      reference: '1',
      references: ['1'],
      score: 1,
      record,
    };
    expect(rowOf('verl', kept).row).toMatchObject({ topic: 't' });
    expect(lostIn(rowOf('openrlhf', kept))).toEqual(['topic']);
  });
});
