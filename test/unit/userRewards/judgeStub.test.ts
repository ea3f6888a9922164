import { describe, expect, it, onTestFinished } from 'vitest';
import { judgeReply } from '../../../src/userRewards/judgeReply.ts';
import { startJudgeStub } from '../../../src/userRewards/judgeStub.ts';

async function start(verdict: 'right' | 'wrong') {
  const stub = await startJudgeStub(verdict);
  onTestFinished(() => stub.close());
  const url = stub.env['OPENAI_BASE_URL'] ?? '';
  const post = (path: string, body: unknown) =>
    fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return { stub, url, post };
}

describe('the judge stub', () => {
  it.each([
    ['Answer with one <judge> tag.', '<judge>True</judge>', '<judge>False</judge>'],
    [
      'One <judge> tag per item.\n--- ITEM 1 ---\nx\n--- ITEM 2 ---\ny',
      '<judge>True</judge>\n<judge>True</judge>',
      '<judge>False</judge>\n<judge>False</judge>',
    ],
    ['Say TRUE or FALSE.', 'TRUE', 'FALSE'],
    ['Is it right, yes or no?', 'yes', 'no'],
    ['CORRECT or INCORRECT?', 'CORRECT', 'INCORRECT'],
    ['Judgement (1 or 0):', '1', '0'],
    ['Is it right?', 'True', 'False'],
  ])('replies in the form that the prompt asks for: %s', (prompt, right, wrong) => {
    expect([judgeReply(prompt, 'right'), judgeReply(prompt, 'wrong')]).toEqual([right, wrong]);
  });

  it('answers chat requests with any number of choices, and parts of text', async () => {
    const { stub, post } = await start('right');
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'yes or no?' }] }];
    const reply: unknown = await (await post('/chat/completions', { model: 'm', messages, n: 2 })).json();
    expect(reply).toMatchObject({
      object: 'chat.completion',
      model: 'm',
      choices: [
        { index: 0, message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' },
        { index: 1, message: { role: 'assistant', content: 'yes' } },
      ],
      usage: { total_tokens: 2 },
    });
    expect(stub.describe()).toBe('Replies of the judge stub, with the number of times: "yes" (1).');
  });

  it('streams chat replies as server-sent events', async () => {
    const { post } = await start('wrong');
    const response = await post('/chat/completions', {
      messages: [{ role: 'user', content: 'yes or no?' }],
      stream: true,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = (await response.text()).trim().split('\n\n');
    expect(events.at(-1)).toBe('data: [DONE]');
    const deltas = events.slice(0, -1).map((event) => JSON.parse(event.slice('data: '.length)) as unknown);
    expect(deltas).toMatchObject([
      { object: 'chat.completion.chunk', choices: [{ delta: { role: 'assistant' }, finish_reason: null }] },
      { choices: [{ delta: { content: 'no' } }] },
      { choices: [{ delta: {}, finish_reason: 'stop' }] },
    ]);
  });

  it('answers completions, lists its model, and refuses anything else', async () => {
    const { stub, url, post } = await start('right');
    const completions: unknown = await (await post('/completions', { prompt: ['1 or 0', 'x'] })).json();
    expect(completions).toMatchObject({
      object: 'text_completion',
      choices: [{ text: '1' }, { index: 1, text: 'True' }],
    });
    const models: unknown = await (await fetch(`${url}/models`)).json();
    expect(models).toMatchObject({
      object: 'list',
      data: [{ id: stub.env['JUDGE_MODEL'], object: 'model' }],
    });
    expect((await post('/embeddings', { input: 'x' })).status).toBe(404);
    expect(stub.describe()).toBe(
      'Replies of the judge stub, with the number of times: "1" (1), "True" (1). Requests of other kinds, which it refused: 1.',
    );
  });

  it('can only be reached from this machine', async () => {
    const { url, stub } = await start('right');
    expect(new URL(url).hostname).toBe('127.0.0.1');
    expect(stub.env['NO_PROXY']?.split(',')).toContain('127.0.0.1');
    await stub.close();
    await expect(fetch(`${url}/models`)).rejects.toThrow();
  });
});
