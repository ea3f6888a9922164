import { describe, expect, it } from 'vitest';
import type { Sample } from '../../../../src/core/records/sample.ts';
import { readRecord } from '../../../../src/core/records/recordSamples.ts';

const CALL = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{"page": 2}' } };
const CALL_TEXT = '<tool_call>\n{"name": "look", "arguments": {"page": 2}}\n</tool_call>';

/** A record of lmms-eval beyond its metrics. */
const LMMS = { doc_id: 3, input: 'Q?', filtered_resps: '12' };
const LM = { doc_id: 3, doc: { question: 'Q?' }, resps: [['12']], filtered_resps: ['12'], filter: 'none' };
const VLM = { index: 7, question: 'Q?', prediction: 'A' };

/** A sample of a log of Inspect beyond its messages. */
const INSPECT = { id: 1, epoch: 1, input: 'Q?', target: 'A', scores: { match: { value: 'C' } } };

/** What writers write beyond the first example of their form, the form, and what each sample must have. */
const WRITTEN: Readonly<Record<string, readonly [unknown, string, readonly Partial<Sample>[]]>> = {
  'a batch with thinking before the call of a tool': [
    {
      custom_id: 'q',
      response: {
        body: {
          choices: [
            {
              message: { role: 'assistant', content: null, reasoning_content: 'hm', tool_calls: [CALL] },
              finish_reason: 'tool_calls',
            },
          ],
        },
      },
    },
    'openai-batch',
    [{ response: `<think>hm</think>\n${CALL_TEXT}`, finishReason: 'tool_calls' }],
  ],
  'a batch with text before the call of a tool': [
    {
      custom_id: 'q',
      response: { body: { choices: [{ message: { content: 'I look.', tool_calls: [CALL] } }] } },
    },
    'openai-batch',
    [{ response: `I look.\n${CALL_TEXT}` }],
  ],
  'a batch whose server left the call in the text': [
    {
      custom_id: 'q',
      response: { body: { choices: [{ message: { content: CALL_TEXT, tool_calls: [CALL] } }] } },
    },
    'openai-batch',
    [{ response: CALL_TEXT }],
  ],
  'a batch of the newer interface with a thought, a call and a message': [
    {
      custom_id: 'r',
      response: {
        body: {
          output: [
            { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] },
            { type: 'reasoning', summary: [] },
            { type: 'function_call', name: 'look', arguments: '{"page": 2}', call_id: 'c' },
            { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] },
          ],
        },
      },
    },
    'openai-batch',
    [{ response: `<think>hm</think>\n${CALL_TEXT}\ndone` }],
  ],
  'a batch of the newer interface with nothing but a call': [
    {
      custom_id: 'r',
      response: { body: { output: [{ type: 'function_call', name: 'look', arguments: '' }] } },
    },
    'openai-batch',
    [{ response: '<tool_call>\n{"name": "look", "arguments": {}}\n</tool_call>' }],
  ],
  'results of verifiers with their tokens': [
    {
      example_id: 4,
      prompt: [{ role: 'user', content: 'Q?' }],
      completion: [{ role: 'assistant', content: 'a' }],
      token_usage: { input_tokens: 9, output_tokens: 5 },
      reward: 1,
    },
    'verifiers',
    [{ response: 'a', responseLength: 5 }],
  ],
  'a trace of prime-rl that a limit stopped, after a request that failed': [
    {
      task: { type: 'T', data: { question: 'Q?', answer: 'A' }, key: 'k' },
      traces: [
        {
          id: 't',
          nodes: [
            { message: { role: 'user', content: 'Q?' }, sampled: false },
            { parent: 0, message: { role: 'assistant', content: 'a' }, sampled: true },
          ],
          calls: [
            { finish_reason: 'stop', usage: { completion_tokens: 4 } },
            { error: { type: 'ProviderError', message: 'overloaded' } },
          ],
          rewards: { right: { score: 1, weight: 0.5 }, unscored: null },
          info: { advantage: -0.25 },
          stop_condition: 'max_turns',
        },
      ],
    },
    'verifiers-traces',
    [
      {
        response: 'a',
        responseLength: 4,
        finishReason: 'length',
        score: 0.5,
        columns: { right: 1, advantage: -0.25 },
      },
    ],
  ],
  'a sample of Inspect with its tokens': [
    {
      ...INSPECT,
      messages: [],
      output: {
        choices: [{ message: { role: 'assistant', content: 'A' }, stop_reason: 'max_tokens' }],
        usage: { input_tokens: 3, output_tokens: 7 },
      },
    },
    'inspect',
    [{ response: 'A', responseLength: 7, finishReason: 'max_tokens' }],
  ],
  'a sample of Inspect by an agent': [
    {
      ...INSPECT,
      messages: [
        { id: 'm1', role: 'user', content: 'Q?' },
        {
          id: 'm2',
          role: 'assistant',
          content: 'I look.',
          tool_calls: [{ ...CALL, function: 'look', arguments: { page: 2 } }],
        },
        { id: 'm3', role: 'tool', content: 'a page', tool_call_id: 'c1' },
        { id: 'm4', role: 'assistant', content: 'It is A.' },
      ],
      output: { choices: [{ message: { id: 'm4', role: 'assistant', content: 'A' }, stop_reason: 'stop' }] },
    },
    'inspect',
    [
      {
        response: 'I look.\n<tool_call>\n{"name": "look", "arguments": {"page":2}}\n</tool_call>\nA',
        finishReason: 'stop',
        verdict: 'right',
      },
    ],
  ],
  'a sample of Inspect whose input has an answer': [
    {
      ...INSPECT,
      messages: [
        { role: 'assistant', content: 'an example', tool_calls: [CALL], source: 'input' },
        { role: 'user', content: 'Q?' },
        { role: 'assistant', content: 'A', source: 'generate' },
      ],
      output: { choices: [{ message: { role: 'assistant', content: 'A' } }] },
    },
    'inspect',
    [{ response: 'A' }],
  ],
  'references of lm-eval that Python printed': [
    { ...LM, target: String.raw`['12', "a dozen's", 'caf\xe9\n']`, exact_match: 1 },
    'lm-eval',
    [{ references: ['12', "a dozen's", 'café\n'], score: 1 }],
  ],
  'a target of lm-eval that only looks like a list': [
    { ...LM, target: "[('3',), ('4', '5')]" },
    'lm-eval',
    [{ reference: "[('3',), ('4', '5')]" }],
  ],
  'references of lmms-eval, and a metric that keeps whether it is right': [
    { ...LMMS, target: "['12', 'twelve']", gpt_eval_score: { question_id: '5', true_false: true } },
    'lmms-eval',
    [{ references: ['12', 'twelve'], columns: { gpt_eval_score: 1 }, verdict: 'right' }],
  ],
  'options of VLMEvalKit that are numbers': [
    { ...VLM, answer: 'A', A: 3, B: 4.5, hit: 1, 'l2-category': 'x' },
    'vlmevalkit',
    [{ columns: {}, verdict: 'right', id: '7' }],
  ],
  'empty cells of pandas that VLMEvalKit writes as NaN': [
    {
      index: 1,
      question: Number.NaN,
      answer: Number.NaN,
      C: Number.NaN,
      hit: Number.NaN,
      score: Number.NaN,
      prediction: 'A',
    },
    'vlmevalkit',
    [
      {
        response: 'A',
        question: null,
        reference: null,
        references: [],
        verdict: 'unknown',
        score: Number.NaN,
      },
    ],
  ],
  'empty cells of pandas in completions': [
    {
      prompt: 'Q?',
      completion: 'a',
      id: Number.NaN,
      solution: Number.NaN,
      images: Number.NaN,
      reward: Number.NaN,
    },
    'completion',
    [{ question: 'Q?', reference: null, id: null, numImages: null, score: Number.NaN }],
  ],
  'references of VLMEvalKit': [
    { ...VLM, answer: "['12', 'twelve']", eval_score: 0.5 },
    'vlmevalkit',
    [{ references: ['12', 'twelve'], columns: { eval_score: 0.5 } }],
  ],
  'answers of VLMEvalKit to MMLongBench-Doc': [
    { ...VLM, doc_id: 'a.pdf', answer: '3', evidence_pages: '[1, 2]', pred: '3', score: 1 },
    'vlmevalkit',
    [{ response: 'A', id: '7', score: 1, retrieval: { images: null, fileName: 'a.pdf', pages: ['1', '2'] } }],
  ],
  'a precision of MathVista, which is no metric': [
    {
      pid: '1',
      question: 'Q?',
      response: 'a',
      answer: '1.2',
      question_type: 'free_form',
      answer_type: 'float',
      precision: 1,
    },
    'mathvista',
    [{ columns: {}, id: '1' }],
  ],
  'a judged answer to MMMU': [
    {
      id: 'v_1',
      question_type: 'short-answer',
      answer: ['3', 'three'],
      response: '4',
      parsed_pred: ['4', 4],
      judge: 'Wrong',
    },
    'mmmu',
    [{ verdict: 'wrong', references: ['3', 'three'] }],
  ],
  'a judged answer to MMMU-Pro': [
    {
      id: 't_1',
      question: 'Q?',
      options: "['a', 'b']",
      answer: 'B',
      response: 'B',
      pred_indexs: 'B',
      if_right: true,
    },
    'reward-input',
    [{ verdict: 'right', reference: 'B' }],
  ],
  'references of MMLongBench-Doc': [
    {
      doc_id: 'a.pdf',
      question: 'Q?',
      answer: "['a', 'b']",
      evidence_pages: '[3]',
      response: 'a',
      score: 0.5,
    },
    'mmlongbench-doc',
    [{ references: ['a', 'b'], score: 0.5 }],
  ],
  'a variable of promptfoo that is expected': [
    { vars: { question: 'Q?', expected: '7' }, provider: 'p', response: { output: 'a' }, success: true },
    'promptfoo',
    [{ reference: '7' }],
  ],
  'a result of promptfoo whose prompt is messages, with several assertions': [
    {
      vars: { name: 'x' },
      provider: { id: 'p' },
      prompt: { raw: '[{"role": "system", "content": "Help."}, {"role": "user", "content": "Hello x"}]' },
      response: { output: 'a' },
      success: true,
      testCase: {
        assert: [
          { type: 'llm-rubric', value: 'is kind' },
          { type: 'icontains', value: 'hello' },
        ],
      },
    },
    'promptfoo',
    [{ question: 'Hello x', reference: 'hello' }],
  ],
  'a result of promptfoo that only a rubric judges': [
    {
      vars: {},
      provider: { id: 'p' },
      prompt: { raw: '[not JSON' },
      response: { output: 'a' },
      success: true,
      testCase: { assert: [{ type: 'llm-rubric', value: 'is kind' }] },
    },
    'promptfoo',
    [{ question: '[not JSON', reference: null }],
  ],
  'a target of lm-eval that is a number': [
    { ...LM, target: 3, em: 1 },
    'lm-eval',
    [{ reference: '3', columns: { em: 1 }, score: 1 }],
  ],
  'a table of promptfoo with an expected column': [
    { question: 'Q?', expected: 7, '[p] Answer': 'a', Status: 'PASS', Score: 1, 'Named Scores': {} },
    'promptfoo-table',
    [{ reference: '7', groupKeys: ['question', 'expected'] }],
  ],
  'a rollout of verl before it wrote ground truths': [
    { input: 'Q?', output: 'a', score: 0.5, step: 3, reward: 0.5, acc: true, pred: '7' },
    'verl',
    [{ step: 3, score: 0.5, reference: null, groupKeys: ['input'], columns: { reward: 0.5, acc: 1 } }],
  ],
  'a validation sample that verl logs': [
    { input: 'Q?', output: 'a', score: 0.5 },
    'verl',
    [{ score: 0.5, groupKeys: ['input'] }],
  ],
  'a rollout of OpenRLHF': [
    { input: 'Q?', output: 'a', reward: 0.5 },
    'openrlhf',
    [{ score: 0.5, groupKeys: ['input'] }],
  ],
  'a table of ms-swift of early 2025': [
    {
      step: ['4', '4'],
      messages: [[{ role: 'user', content: 'Q?' }], [{ role: 'user', content: 'Q?' }]],
      completion: ['a', 'b'],
      reward: [1, 0],
    },
    'ms-swift-table',
    [
      { response: 'a', question: 'Q?', step: 4, score: 1, groupKeys: ['messages'], columns: {} },
      { response: 'b', question: 'Q?', step: 4, score: 0 },
    ],
  ],
  'a result of ms-swift with a reward': [
    { response: 'a', messages: [{ role: 'user', content: 'Q?' }], labels: null, reward: 0.5, format: 1 },
    'ms-swift',
    [{ score: 0.5, columns: { format: 1 } }],
  ],
  'a table of ms-swift whose completions are messages': [
    {
      step: ['4', '4'],
      prompt: ['Q?', 'Q?'],
      completion: [[{ role: 'assistant', content: 'a' }], [{ role: 'assistant', content: 'b' }]],
      Accuracy: [1, null],
      solution: ['7', '7'],
    },
    'ms-swift-table',
    [
      { response: 'a', question: 'Q?', reference: '7', step: 4, columns: { Accuracy: 1 } },
      { response: 'b', question: 'Q?', reference: '7', step: 4, columns: {} },
    ],
  ],
  'a table of VLMEvalKit in columns': [
    { index: [0, 1], question: ['Q?', 'R?'], answer: ['A', 'B'], prediction: ['A', 'C'], hit: [1, 0] },
    'response-list',
    [
      { response: 'A', question: 'Q?', reference: 'A', id: '0', verdict: 'right' },
      { response: 'C', question: 'R?', reference: 'B', id: '1', verdict: 'wrong' },
    ],
  ],
  'a table of pandas with its index': [
    { '': 3, 'Unnamed: 0': 3, questionId: 5, top_k: 3, prompt: 'Q?', completion: 'a', format_reward: 0.5 },
    'completion',
    [{ columns: { format_reward: 0.5 } }],
  ],
};

describe('records as their writers write them', () => {
  it.each(Object.entries(WRITTEN))('%s', (_, [record, form, expected]) => {
    const reading = readRecord(record);
    if ('problem' in reading) throw new Error(reading.problem);
    expect(reading.format?.name).toBe(form);
    expect(reading.samples).toHaveLength(expected.length);
    for (const [index, sample] of reading.samples.entries()) {
      const { columns, ...others } = expected[index] ?? {};
      expect(sample).toMatchObject(others);
      if (columns !== undefined) expect(sample.columns).toEqual(columns);
    }
  });
});
