import { describe, expect, it } from 'vitest';
import { readFieldMap } from '../../../../src/core/records/fieldMap.ts';
import { valueAt } from '../../../../src/core/records/fieldPath.ts';
import { RECORD_FORMATS } from '../../../../src/core/records/formats/registry.ts';
import { readRecord } from '../../../../src/core/records/recordSamples.ts';
import type { Sample } from '../../../../src/core/records/sample.ts';
import { RECORDS, TEXT } from './recordExamples.ts';

function samplesOf(record: unknown, fields: readonly string[] = []): readonly Sample[] {
  const reading = readRecord(record, readFieldMap(fields));
  if ('problem' in reading) throw new Error(reading.problem);
  return reading.samples;
}

function problemOf(record: unknown, fields: readonly string[] = []): string {
  const reading = readRecord(record, readFieldMap(fields));
  return 'problem' in reading ? reading.problem : 'no problem';
}

describe('the form of a record', () => {
  it('there is an example for every form of record', () => {
    expect(Object.keys(RECORDS).sort()).toEqual(RECORD_FORMATS.map(({ name }) => name).sort());
  });

  it.each(Object.entries(RECORDS))(
    'a record of the form %s is recognized by its keys and read',
    (name, [record, expected]) => {
      const reading = readRecord(record);
      expect('format' in reading && reading.format?.name).toBe(name);
      const samples = samplesOf(record);
      expect(samples).toHaveLength(expected.length);
      for (const [index, sample] of samples.entries()) {
        expect(sample).toMatchObject(expected[index] ?? {});
        // What PageTrace kept has the record that it came from.
        if (name !== 'pagetrace') expect(sample.record).toBe(record);
      }
    },
  );

  it('the pages of VRAG-RL are read under the names of its data, from records of any form', () => {
    const record = {
      input: 'Q',
      output: TEXT,
      gts: '42',
      retrievaled_images: ['a_1.jpg'],
      extra_info: { file_name: 'a.pdf', reference_page: 1 },
    };
    expect(samplesOf(record)[0]?.retrieval).toEqual({ images: ['a_1.jpg'], fileName: 'a.pdf', pages: ['1'] });
    expect(readRecord({ response: TEXT, reference_page: [{ page: 1 }] })).toEqual({
      problem: 'The value of "reference_page" must be text, a number, or a list of these, not [{"page":1}].',
      reason: 'no_response',
    });
  });

  it('a key of tool results without a value does not make a record an input of VG-Refiner', () => {
    const reading = readRecord({ response: TEXT, ground_truth: '42', tool_results: null });
    expect('format' in reading && reading.format?.name).toBe('reward-input');
  });

  it('a field map takes precedence over the recognized form, and its paths lead into the record', () => {
    const record = { response: 'no', meta: { turns: [{ text: TEXT }], 'a.b': 7 }, gts: 'x' };
    const [sample] = samplesOf(record, [
      'response=meta.turns.0.text',
      'ground_truth=gts',
      'num_images=meta.a.b',
    ]);
    expect(sample).toMatchObject({ response: TEXT, reference: 'x', numImages: 7 });
  });

  it('a field map can name the group of samples whose form has another', () => {
    const [record] = RECORDS['lm-eval'] ?? [];
    const [own] = samplesOf(record);
    expect(own).toMatchObject({ group: '3', groupKeys: ['doc_id'], groupScope: '1 Q' });
    const [mapped] = samplesOf({ ...(record as object), topic: 'a' }, ['group=topic']);
    expect(mapped).toMatchObject({ group: 'a', groupKeys: ['topic'] });
    expect(mapped?.groupScope).toBeUndefined();
  });

  it.each([
    [
      [[['-1.5', 'False']], [['-0.5', 'True']]],
      'The record has log-likelihoods of choices, and no text of a response.',
    ],
    [
      [[[-1.5, false]], [[-0.5, true]]],
      'The record has log-likelihoods of choices, and no text of a response.',
    ],
    [[], 'The record has no response.'],
  ])('records of lm-eval with %j say why they have no response', (resps, problem) => {
    const record = { doc_id: 1, resps, filtered_resps: resps.flat(), acc: 1 };
    for (const each of [record, { ...record, filter: 'none' }])
      expect(readRecord(each)).toEqual({ reason: 'no_response', problem });
  });

  it('a list of texts that a field map names holds several samples', () => {
    const record = { asked: 'Q', tries: ['a', 'b'], gold: '42' };
    expect(samplesOf(record, ['response=tries', 'prompt=asked', 'ground_truth=gold'])).toMatchObject([
      { response: 'a', question: 'Q', reference: '42', groupKeys: ['asked', 'gold'] },
      { response: 'b', question: 'Q', reference: '42' },
    ]);
  });

  it('a missing response among several is a problem of its own', () => {
    const record = { question: 'Q', responses: ['a', null, ''], scores: [1, null, 0] };
    const lost = [{ reason: 'no_response' }];
    const samples = [
      { response: 'a', score: 1 },
      { response: '', score: 0 },
    ];
    expect(readRecord(record)).toMatchObject({ format: { name: 'response-list' }, samples, lost });
    expect(readRecord(record, readFieldMap(['response=responses']))).toMatchObject({ lost });
    expect(readRecord({ question: 'Q', responses: [null] })).toMatchObject({ reason: 'no_response' });
  });

  it('a row of validation samples has a problem where an output is missing, and none where a sample is', () => {
    const record = { input_1: 'Q', output_1: null, score_1: 0, input_2: 'R', output_2: '', score_2: 1 };
    expect(readRecord({ ...record, input_3: null, output_3: null, input_4: '', output_4: '' })).toMatchObject(
      {
        samples: [{ question: 'R', response: '', score: 1 }],
        lost: [{ reason: 'no_response' }],
      },
    );
  });

  it('a prediction that is NaN, as an empty cell is in pandas, is no response', () => {
    expect(problemOf({ index: 1, question: 'Q', prediction: Number.NaN })).toContain('no text of a response');
  });

  it.each([
    [['a.png', 'b.png'], 2],
    ['a.png', 1],
    [{ bytes: null, path: 'a.png' }, 1],
    ['', null],
    [3, 3],
  ])('counts the images %j', (images, count) => {
    expect(samplesOf({ response: TEXT, images })).toMatchObject([{ numImages: count }]);
  });

  it.each([
    ['0.5', 0.5],
    [true, 1],
    ['nan', Number.NaN],
    ['', null],
    ['high', null],
  ])('reads the score %j', (score, read) => {
    expect(samplesOf({ response: TEXT, score })[0]?.score).toBe(read);
  });

  it.each<[string, object, readonly string[], number]>([
    ['of a form without one', { model_response_raw: TEXT, score: 0.5 }, [], 0.5],
    ['of TRL', { prompt: 'Q', completion: TEXT, score: 0.5 }, [], 0.5],
    ['beside a reward', { prompt: 'Q', completion: TEXT, score: 0.5, reward: 0.25 }, [], 0.25],
  ])('the score %s is no other number of the record', (_, record, fields, score) => {
    expect(samplesOf(record, fields)).toMatchObject([{ score, columns: {} }]);
  });

  it('a field map can name the response in a record of several samples', () => {
    const record = { custom_id: 'a', response: { body: { choices: [{ text: 'x' }] } }, mine: TEXT };
    expect(samplesOf(record, ['response=mine']).map(({ response }) => response)).toEqual([TEXT]);
  });

  it.each([
    [200, 200],
    ['200', 200],
    [1100.5, 1100.5],
    [-5, -5],
    [Number.NaN, null],
    ['long', null],
    [null, null],
  ])('reads the response length %s as rewards compare it', (length, read) => {
    expect(samplesOf({ response: TEXT, response_length: length })).toMatchObject([{ responseLength: read }]);
  });

  it.each<[string, unknown, string]>([
    ['no object', [1], 'A record must be a JSON object with keys.'],
    [
      'unknown keys',
      { a: 1, b: 2 },
      'The record has the keys a and b. No text of a response was found under a known key.',
    ],
    ['no keys', {}, 'The record has no keys. No text of a response'],
    ['a request that failed', { response: null, error: { message: 'no room' } }, 'The request failed'],
    [
      'a response of null',
      { response: null },
      'The value of "response" is null, not the text of a response.',
    ],
    [
      'a response in parts',
      { response: [{ text: 'a' }], uid: 1 },
      'The value of "response" is a list, not the text',
    ],
    [
      'an answer that may be either',
      { questionId: 7, answer: 'a' },
      '"answer" may be the response, as in submissions to DocVQA, or the reference.',
    ],
    [
      'a failed request of a server',
      { custom_id: 'a', response: { status_code: 400, body: { object: 'error', message: 'too long' } } },
      'too long',
    ],
    ['a failed request with a text', { custom_id: 'a', response: null, error: 'timed out' }, 'timed out'],
    [
      'a failed sample of Inspect',
      { id: 1, epoch: 1, input: 'q', target: '', output: {}, error: { message: 'limit' } },
      'limit',
    ],
    [
      'a request that failed',
      { custom_id: 'a', response: null, error: { message: 'aborted' } },
      'The request failed, so there is no response: aborted',
    ],
    [
      'an empty response',
      { response: TEXT, verdict: 'maybe' },
      'The verdict "maybe" is neither right nor wrong',
    ],
    [
      'half an image',
      { response: TEXT, num_images: 2.5 },
      'The number of images is 2.5, which is neither a whole number of at least 0 nor a list of images.',
    ],
    ['half a verdict', { response: TEXT, verdict: 0.5 }, 'The verdict 0.5 is neither'],
    [
      'a batch that failed',
      { custom_id: 'a', response: { body: { choices: [] } }, error: { message: 'no room' } },
      'The request failed, so there is no response: no room',
    ],
    [
      'a completion without an assistant',
      { prompt: 'Q', completion: [{ role: 'user', content: 'x' }] },
      'There is no text of a response at completion. The record has the keys prompt and completion.',
    ],
  ])('says what is wrong with a record that is or has %s', (_, record, sentence) => {
    expect(problemOf(record)).toContain(sentence);
  });

  it.each<[unknown, boolean]>([
    [{ a: 1, mine: 'x' }, true],
    [{ output: { a: 1 }, mine: 'x' }, true],
    [{ questionId: 7, answer: 'a' }, true],
    [{ response: null, mine: 'x' }, false],
    [{ custom_id: 'a', method: 'POST', url: '/v1', body: { messages: [] } }, false],
    [{ mine: 'x', error: 'busy' }, false],
  ])('says of %j whether a field map could name its response: %s', (record, could) => {
    const reading = readRecord(record);
    expect('problem' in reading && reading.lacks === 'response').toBe(could);
  });

  it('names the field map entry whose path leads nowhere', () => {
    expect(problemOf({ response: TEXT }, ['response=output'])).toBe(
      'There is no text of a response at output. The record has only the key response.',
    );
  });

  it.each([
    ['right', true, 'right'],
    ['a number', 0, 'wrong'],
    ['words', ' Incorrect ', 'wrong'],
    ['nothing', null, 'unknown'],
  ])('reads a verdict given as %s', (_, verdict, expected) => {
    expect(samplesOf({ response: TEXT, verdict })[0]?.verdict).toBe(expected);
  });

  it.each([
    [0, 0],
    ['12', 12],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [2 ** 53, null],
    ['9007199254740993', null],
    [-1, null],
    [1.5, null],
    [Number.NaN, null],
    [[1, 2], null],
  ])('takes %j for the step %j', (step, expected) => {
    expect(samplesOf({ response: TEXT, step })[0]?.step).toBe(expected);
    if (typeof step === 'number')
      expect(samplesOf({ pagetrace: 1, response: TEXT, step })[0]?.step).toBe(expected);
  });

  it('reads the ground truth of an object, and passes the object itself to Python rewards', () => {
    const dump = { input: 'p', output: TEXT, gts: { target: ['42', 'forty two'] }, score: 1 };
    expect(samplesOf(dump)).toMatchObject([
      { reference: '["42","forty two"]', references: ['42', 'forty two'], groundTruth: dump.gts },
    ]);
    for (const gts of [{ target: ['42'] }, { ground_truth: { target: '42' } }, { answer: '42' }]) {
      expect(samplesOf({ ...dump, gts })).toMatchObject([{ reference: '42', references: ['42'] }]);
    }
    const boxes = { bbox_2d: [1, 2, 3, 4] };
    expect(samplesOf({ ...dump, gts: boxes })).toMatchObject([
      { reference: JSON.stringify(boxes), references: [] },
    ]);
  });

  it("keeps the other numbers of a record as its columns, and takes none for the form's own fields", () => {
    const dump = {
      input: 'p',
      output: TEXT,
      gts: '42',
      score: 0.5,
      step: 12,
      acc: true,
      format: 1,
      iou: 0.25,
      overall: 0.9,
      uid: 7,
      image_id: 8,
      pred: '42',
    };
    expect(samplesOf(dump)).toMatchObject([
      {
        score: 0.5,
        step: 12,
        iou: null,
        isRefinement: false,
        columns: { acc: 1, format: 1, iou: 0.25, overall: 0.9 },
      },
    ]);
    expect(Object.keys(samplesOf(dump)[0]?.columns ?? {})).toEqual(['acc', 'format', 'iou', 'overall']);
    expect(samplesOf(dump, ['score=acc', 'step=image_id'])).toMatchObject([
      { step: 8, columns: { score: 0.5 } },
    ]);
    expect(samplesOf({ response: TEXT, iou: null, overall: 0.5 })).toMatchObject([
      { iou: null, isRefinement: true, score: 0.5, columns: {} },
    ]);
  });

  it('takes references from another file by the id of the record', () => {
    const findReferences = (id: string) =>
      id === '12' ? { references: ['a', 'b'], sufficient: false } : null;
    const reading = readRecord({ qid: 12, pred: TEXT }, {}, findReferences);
    expect('samples' in reading && reading.samples[0]).toMatchObject({
      references: ['a', 'b'],
      sufficient: false,
      reference: null,
    });
  });
});

describe('a path into a record', () => {
  it.each<[string, unknown]>([
    ['a.b', 'with a dot'],
    ['list.1.x', 'deep'],
    ['list.9.x', undefined],
    ['list.x', undefined],
    ['toString', undefined],
    ['__proto__', undefined],
    ['text.length', undefined],
  ])('follows the path %s into a record', (path, expected) => {
    const record = { 'a.b': 'with a dot', a: { b: 'without' }, list: [0, { x: 'deep' }], text: 'abc' };
    expect(valueAt(record, path)).toBe(expected);
  });
});

describe('a field map', () => {
  it.each([
    ['response', '"response" does not assign a field.'],
    ['response=', '"response=" does not assign a field.'],
    ['output=response', '"output" is not a field that PageTrace reads.'],
  ])('the field map entry %s is refused', (assignment, sentence) => {
    expect(() => readFieldMap([assignment])).toThrow(sentence);
  });
});

it.each([
  [{ input: 'user\nWho?', output: TEXT, gts: 'Paris' }, 'user\nWho?'],
  [{ prompt: 'Answer in a tag. Who?', question: 'Who?', response: TEXT }, 'Answer in a tag. Who?'],
  [
    {
      prompt: [
        { role: 'system', content: 'Answer in a tag.' },
        { role: 'user', content: [{ type: 'image' }, { type: 'text', text: 'Who?' }] },
      ],
      response: TEXT,
    },
    'Answer in a tag.\nWho?',
  ],
  [{ question: 'Who?', response: TEXT }, null],
  [{ qid: 1, query: 'Who?', pred: TEXT }, null],
])('the sent prompt of %j is %j', (record, sentPrompt) => {
  expect(samplesOf(record)).toMatchObject([{ sentPrompt }]);
});
