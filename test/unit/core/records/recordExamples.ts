import type { Sample } from '../../../../src/core/records/sample.ts';

export const TEXT = '<think>a</think><answer>42</answer>';

/** A record of every form, and the sample that it must result in. */
export const RECORDS: Readonly<Record<string, readonly [unknown, readonly Partial<Sample>[]]>> = {
  pagetrace: [
    {
      pagetrace: 1,
      samples: [
        { id: '7', question: 'How many?', reference: '42', references: ['42'], score: 0.5, response: TEXT },
        { id: '8', question: 'How many?', verdict: 'wrong', numbers: { acc: 0 }, response: 'b' },
      ],
      record: { answers: [null, 'b'] },
      shared: [
        [
          ['samples', 0, 'response'],
          ['record', 'answers', 0],
        ],
      ],
    },
    [
      { id: '7', reference: '42', score: 0.5, response: TEXT, record: { answers: [TEXT, 'b'] } },
      { id: '8', verdict: 'wrong', columns: { acc: 0 }, response: 'b' },
    ],
  ],
  'pagetrace-ask': [
    {
      question: 'How many?',
      documents: [{ path: 'a.pdf' }],
      reference: '42',
      verdict: 'right',
      page_images: [{}, {}],
      tool_results: '[[1, 2, 3, 4]]',
      response_length: null,
      dialect: 'think-answer',
      reward: 'lang2act-paper',
      samples: [
        { text: TEXT, response_length: 120, score: { profile: 'lang2act-paper', overall: 0.75 } },
        { text: 'other', response_length: null, score: null },
      ],
    },
    [
      {
        response: TEXT,
        reference: '42',
        verdict: 'right',
        numImages: 2,
        question: 'How many?',
        toolResults: '[[1, 2, 3, 4]]',
        responseLength: 120,
        score: 0.75,
        dialect: 'think-answer',
        reward: 'lang2act-paper',
      },
      {
        response: 'other',
        reference: '42',
        numImages: 2,
        responseLength: null,
        score: null,
        reward: 'lang2act-paper',
      },
    ],
  ],
  'openai-batch': [
    {
      id: 'batch_req_1',
      custom_id: 'q-7',
      error: null,
      response: {
        status_code: 200,
        body: { choices: [{ message: { content: TEXT } }, { text: 'b' }] },
      },
    },
    [
      { response: TEXT, id: 'q-7', group: 'q-7' },
      { response: 'b', id: 'q-7', group: 'q-7' },
    ],
  ],
  'verifiers-traces': [
    {
      group: { id: 'g1' },
      traces: [
        { completion: [{ role: 'assistant', content: TEXT }], reward: 0.5 },
        { completion: 'b', rewards: { exact: { score: 1, weight: 1 } } },
      ],
    },
    [
      { response: TEXT, group: 'g1', score: 0.5 },
      { response: 'b', group: 'g1', score: 1, columns: { exact: 1 } },
    ],
  ],
  lang2act: [
    {
      uid: 'u1',
      question: 'How many?',
      gt_answer: ['42', 'forty-two'],
      predicted_answer: '42',
      dataset: 'mmlb',
      model: 'm',
      top_k: 3,
      prompt_mode: 'Lang2Act',
      used_topk_images: ['a.png', 'b.png'],
      model_response_raw: TEXT,
      llm_judge_score: 1.0,
    },
    [
      {
        response: TEXT,
        numImages: 2,
        verdict: 'right',
        references: ['42', 'forty-two'],
        reference: '["42","forty-two"]',
        question: 'How many?',
        id: 'u1',
        reward: 'lang2act',
      },
    ],
  ],
  evisrag: [
    { qid: 12, imgs: ['a', 'b', 'c'], pred: TEXT },
    [{ response: TEXT, numImages: 3, id: '12', reward: 'evisrag', reference: null }],
  ],
  'vg-refiner': [
    {
      image_id: 3,
      ann_id: 9,
      stage1_raw: '<think>a</think>',
      prediction_raw: '<rethink>b</rethink>',
      gt_bbox: [1, 2, 3, 4],
      tool_pred_bboxes: [[1, 2, 3, 5]],
      iou: 0.5,
      tool_iou: 0.25,
    },
    [
      {
        response: '<think>a</think>\n<rethink>b</rethink>',
        reference: '[{"bbox_2d":[1,2,3,4]}]',
        toolResults: '[{"bbox_2d":[1,2,3,5]}]',
        iou: 0.5,
        toolIou: 0.25,
        id: '9',
        reward: 'vg-refiner',
      },
    ],
  ],
  verl: [
    { input: 'Q', output: TEXT, gts: { answer: 42 }, score: 0.25, step: 3, acc: 1 },
    [
      {
        response: TEXT,
        question: 'Q',
        sentPrompt: 'Q',
        reference: '42',
        references: ['42'],
        score: 0.25,
        step: 3,
      },
    ],
  ],
  'verl-table': [
    {
      step: 20,
      input_1: 'Q',
      output_1: TEXT,
      label_1: '42',
      score_1: 1,
      input_2: 'R',
      output_2: 'b',
      score_2: 0,
    },
    [
      {
        response: TEXT,
        question: 'Q',
        reference: '42',
        score: 1,
        step: 20,
        columns: {},
        groupKeys: ['input', 'label'],
      },
      { response: 'b', question: 'R', score: 0, step: 20, groupKeys: ['input'] },
    ],
  ],
  easyr1: [
    { prompt: 'Q', output: TEXT, ground_truth: '42', score: 0.9 },
    [{ response: TEXT, question: 'Q', reference: '42', score: 0.9, groupKeys: ['prompt', 'ground_truth'] }],
  ],
  openrlhf: [{ input: 'Q', output: TEXT, reward: 1 }, [{ response: TEXT, question: 'Q', score: 1 }]],
  verifiers: [
    {
      example_id: 4,
      metrics: { calls: 2 },
      prompt: [{ role: 'user', content: 'Q' }],
      completion: [
        { role: 'assistant', content: 'first', reasoning_content: 'a' },
        { role: 'tool', content: 'page' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [
            '{"id": "c", "type": "function", "name": "zoom", "arguments": "{\\"x\\": 1}"}',
            'not JSON',
          ],
        },
        { role: 'tool', content: 'page' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'sec' },
            { type: 'text', text: 'ond' },
          ],
        },
      ],
      answer: '42',
      reward: 0.75,
      is_truncated: false,
    },
    [
      {
        response:
          '<think>a</think>first\n<tool_call>\n{"name": "zoom", "arguments": {"x": 1}}\n</tool_call>\nsecond',
        reference: '42',
        score: 0.75,
        id: '4',
        group: '4',
        columns: { calls: 2, is_truncated: 0 },
      },
    ],
  ],
  'grounding-input': [
    { response: TEXT, ground_truth: '[{"bbox_2d": [1, 2, 3, 4]}]', tool_results: '[]' },
    [{ response: TEXT, reference: '[{"bbox_2d": [1, 2, 3, 4]}]', toolResults: '[]', reward: 'vg-refiner' }],
  ],
  'reward-input': [
    {
      response: TEXT,
      response_length: 12,
      ground_truth: '42',
      num_images: 5,
      retrieved_images: ['./img/a_1.jpg', 'a_2.jpg'],
      file_name: 'a.pdf',
      reference_page: [2, '3'],
      verdict: false,
    },
    [
      {
        response: TEXT,
        responseLength: 12,
        reference: '42',
        references: ['42'],
        numImages: 5,
        retrieval: { images: ['./img/a_1.jpg', 'a_2.jpg'], fileName: 'a.pdf', pages: ['2', '3'] },
        verdict: 'wrong',
      },
    ],
  ],
  completion: [
    { step: 10, prompt: 'Q', completion: TEXT, accuracy_reward: 1, advantage: 0.5, solution: '42' },
    [
      {
        response: TEXT,
        question: 'Q',
        reference: '42',
        score: null,
        step: 10,
        group: null,
        groupKeys: ['prompt', 'solution'],
        columns: { accuracy_reward: 1, advantage: 0.5 },
      },
    ],
  ],
  'ms-swift-table': [
    { step: ['5', '5'], prompt: ['Q', 'R'], completion: [TEXT, 'b'], acc: [1, 0], solution: ['42', '43'] },
    [
      {
        response: TEXT,
        question: 'Q',
        reference: '42',
        step: 5,
        columns: { acc: 1 },
        groupKeys: ['prompt', 'solution'],
      },
      { response: 'b', question: 'R', reference: '43', step: 5, columns: { acc: 0 } },
    ],
  ],
  'ms-swift': [
    {
      response: TEXT,
      labels: '42',
      logprobs: null,
      messages: [
        { role: 'user', content: 'Q' },
        { role: 'assistant', content: TEXT },
      ],
    },
    [{ response: TEXT, question: 'Q', reference: '42', groupKeys: ['messages', 'labels'] }],
  ],
  messages: [
    {
      id: '7',
      messages: [
        { role: 'system', content: 'S' },
        { role: 'user', content: 'Q' },
        { role: 'assistant', content: '<think>a</think>' },
        { role: 'tool', content: 'seen' },
        { role: 'assistant', content: [{ type: 'text', text: '<answer>42</answer>' }] },
      ],
      images: ['a.png', 'b.png'],
      solution: '42',
    },
    [
      {
        response: '<think>a</think>\n<answer>42</answer>',
        question: 'Q',
        sentPrompt: 'S\nQ',
        id: '7',
        numImages: 2,
        reference: '42',
        groupKeys: ['messages', 'solution'],
      },
    ],
  ],
  sharegpt: [
    {
      conversations: [
        { from: 'human', value: 'Q' },
        { from: 'gpt', value: TEXT },
      ],
      image: 'a.png',
    },
    [{ response: TEXT, question: 'Q', numImages: 1, reference: null, groupKeys: ['conversations'] }],
  ],
  'llama-factory': [
    { prompt: 'Q', predict: TEXT, label: '42' },
    [{ response: TEXT, question: 'Q', reference: '42', groupKeys: ['prompt', 'label'] }],
  ],
  inspect: [
    {
      id: 'q1',
      epoch: 2,
      input: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'attachment://a1' },
            { type: 'image', image: 'attachment://b2' },
          ],
        },
      ],
      target: ['42', 'forty-two'],
      messages: [],
      output: { choices: [{ message: { role: 'assistant', content: TEXT }, stop_reason: 'stop' }] },
      scores: { match: { value: 'C', answer: '42' }, judge: { value: { depth: 0.5 } } },
      attachments: { a1: 'Q' },
    },
    [
      {
        response: TEXT,
        question: 'Q',
        numImages: 1,
        references: ['42', 'forty-two'],
        id: 'q1',
        group: 'q1',
        groupKeys: ['id'],
        score: 1,
        verdict: 'right',
        finishReason: 'stop',
        columns: { match: 1, 'judge.depth': 0.5 },
      },
    ],
  ],
  'lm-eval': [
    {
      doc_id: 3,
      doc: { question: 'Q', answer: '42' },
      target: '42',
      arguments: [['prompt', {}]],
      resps: [[TEXT]],
      filtered_resps: ['42'],
      filter: 'strict-match',
      metrics: ['exact_match'],
      exact_match: 1,
    },
    [
      {
        response: TEXT,
        question: 'Q',
        reference: '42',
        group: '3',
        score: 1,
        verdict: 'right',
        columns: { 'exact_match.strict-match': 1 },
      },
    ],
  ],
  'lmms-eval': [
    { doc_id: 3, doc: { question: 'Q' }, target: '42', filtered_resps: TEXT, anls: 0.5 },
    [{ response: TEXT, question: 'Q', reference: '42', group: '3', score: 0.5, verdict: 'unknown' }],
  ],
  vlmevalkit: [
    { index: 7, question: 'Q', answer: 'B', prediction: TEXT, hit: 0 },
    [{ response: TEXT, question: 'Q', reference: 'B', id: '7', verdict: 'wrong', group: null }],
  ],
  promptfoo: [
    {
      vars: { question: 'Q', answer: '42' },
      provider: { id: 'openai:m' },
      prompt: { raw: 'asked Q', label: 'p' },
      response: { output: TEXT, tokenUsage: { completion: 9 } },
      success: true,
      score: 1,
      namedScores: { format: 0.5 },
      testIdx: 2,
    },
    [
      {
        response: TEXT,
        question: 'Q',
        reference: '42',
        verdict: 'right',
        score: 1,
        responseLength: 9,
        group: '2',
        columns: { format: 0.5 },
      },
    ],
  ],
  'mmlongbench-doc': [
    { doc_id: 'a.pdf', question: 'Q', answer: '42', evidence_pages: '[3, 5]', response: TEXT, score: 1 },
    [
      {
        response: TEXT,
        reference: '42',
        group: null,
        retrieval: { images: null, fileName: 'a.pdf', pages: ['3', '5'] },
        score: 1,
      },
    ],
  ],
  slidevqa: [
    {
      qa_id: 1,
      question: 'Q',
      answer: '42',
      evidence_pages: [2],
      pred_evidence_pages: [4],
      pred_answer: TEXT,
    },
    [
      {
        response: TEXT,
        reference: '42',
        id: '1',
        retrieval: { images: ['4'], fileName: null, pages: ['2'] },
      },
    ],
  ],
  'chat-answers': [
    { question_id: 81, answer_id: 'x', model_id: 'm', choices: [{ index: 0, turns: [TEXT, 'b'] }] },
    [{ response: `${TEXT}\nb`, id: 'x', group: '81' }],
  ],
  'vg-refiner-text': [
    { image_id: 3, ann_id: 9, iou: 0.5, tool_iou: 0.25, is_correct: 1, tool_is_correct: 0, response: TEXT },
    [{ response: TEXT, iou: 0.5, toolIou: 0.25, verdict: 'right', id: '9', reward: 'vg-refiner' }],
  ],
  'response-list': [
    { question: 'Q', answer: '42', responses: [TEXT, 'b'], scores: [1, 0], id: 'q' },
    [
      { response: TEXT, question: 'Q', reference: '42', score: 1, group: 'q', groupKeys: ['id'] },
      { response: 'b', score: 0, group: 'q' },
    ],
  ],
  prediction: [
    { uid: 'u', query: 'Q', answer: '42', prediction: TEXT },
    [{ response: TEXT, question: 'Q', reference: '42', id: 'u', group: null }],
  ],
  mathvista: [
    {
      pid: '7',
      question: 'Q',
      query: 'Hint Q',
      image: 'images/7.jpg',
      answer: '42',
      question_type: 'free_form',
      answer_type: 'integer',
      response: TEXT,
      true_false: true,
    },
    [{ response: TEXT, question: 'Q', reference: '42', verdict: 'right', numImages: 1, id: '7' }],
  ],
  mmmu: [
    { id: 'validation_Math_1', question_type: 'multiple-choice', answer: 'B', response: TEXT },
    [{ response: TEXT, reference: 'B', id: 'validation_Math_1', group: null }],
  ],
  vrag: [
    {
      uid: 's1',
      query: 'Q',
      reference_answer: '42',
      meta_info: { file_name: 'a.pdf', reference_page: [3] },
      response: TEXT,
    },
    [
      {
        response: TEXT,
        question: 'Q',
        reference: '42',
        id: 's1',
        group: null,
        retrieval: { images: null, fileName: 'a.pdf', pages: ['3'] },
      },
    ],
  ],
  'promptfoo-table': [
    {
      question: 'Q',
      reference: '42',
      '[openai:m] Answer: {{question}}': `[PASS] (1.00, format: 0.50)\n\n${TEXT}\n\nPass Reason: All assertions passed`,
      '[local] Answer': '[FAIL] (0.00)\n\nb\n\nFail Reason: no',
    },
    [
      {
        response: TEXT,
        question: 'Q',
        reference: '42',
        score: 1,
        verdict: 'right',
        columns: { format: 0.5 },
      },
      { response: 'b', question: 'Q', score: 0, verdict: 'wrong', groupKeys: ['question', 'reference'] },
    ],
  ],
};
