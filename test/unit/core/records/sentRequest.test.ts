import { expect, it } from 'vitest';
import { sentPrompt } from '../../../../src/core/records/sentPrompt.ts';
import { readSentRequest } from '../../../../src/core/records/sentRequest.ts';

it('reads the messages and settings of a stored request', () => {
  const content = [
    { type: 'text', text: 'Look:' },
    { type: 'image_url', image_url: { url: '<image 1: image/jpeg, 2 x 3 pixels, 4 bytes>' } },
    { type: 'text', text: 'What is it?' },
  ];
  const body = {
    model: 'm',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content },
    ],
    n: 2,
  };
  expect(readSentRequest(JSON.stringify({ method: 'POST', url: 'http://a/v1', body }))).toEqual({
    url: 'http://a/v1',
    settings: [
      ['model', 'm'],
      ['n', '2'],
    ],
    messages: [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'Look:\n<image 1: image/jpeg, 2 x 3 pixels, 4 bytes>\nWhat is it?' },
    ],
  });
});

it.each(['', '{', '[]', '{"url":"x"}', '{"url":"x","body":{"messages":[{"role":"user"}]}}'])(
  'reads %j as no request',
  (json) => {
    expect(readSentRequest(json)).toBeNull();
  },
);

it('takes the beginning of a response that a request continues for no part of its prompt', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'What is it?\n' },
    { role: 'assistant', content: '<think>It is' },
  ];
  const request = JSON.stringify({ method: 'POST', url: 'http://a/v1', body: { model: 'm', messages } });
  expect(sentPrompt(request)).toBe('Be brief.\nWhat is it?');
});
