import { describe, expect, test } from 'vitest';
import type { ErrorReason } from '../../../src/core/errors.ts';
import { plainText } from '../../../src/core/plainText.ts';
import { visibleText } from '../../../src/core/visibleText.ts';
import { refusalError, serverWords, streamError } from '../../../src/inference/serverErrors.ts';
import { errorBody } from '../../support/fakeVllmShapes.ts';
import { HIDDEN_CHARACTER, HOSTILE_PIECES, liveInPlainText } from '../../support/hostileText.ts';

const url = 'http://127.0.0.1:8000/v1/chat/completions';
const asked = { url, model: 'tiny', images: 6, maxTokens: 2048 };

/**
 * Messages of real servers (recorded from vLLM 0.32; for 0.8.5 and other servers, from their source code) and what a
 * person sees.
 */
const TABLE: readonly (readonly [string, number, string, ErrorReason, string])[] = [
  [
    'new',
    400,
    'At most 5 image(s) may be provided in one prompt. (parameter=image)',
    'too-many-images',
    'The server accepts at most 5 images per request; this one has 6.',
  ],
  [
    'old',
    400,
    'At most 1 image(s) may be provided in one request.',
    'too-many-images',
    'The server accepts at most 1 image per request; this one has 6.',
  ],
  [
    'new',
    400,
    'At most 0 image(s) may be provided in one prompt.',
    'image-refused',
    'The model is served without image input.',
  ],
  [
    'new',
    404,
    'The model `tiny` does not exist. Valid aliases: other.',
    'model-unknown',
    'The server has no model called “tiny”.',
  ],
  ['old', 404, 'The model `tiny` does not exist.', 'model-unknown', 'The server has no model called “tiny”.'],
  [
    'new',
    400,
    "This model's maximum context length is 8192 tokens. However, your prompt contains at least 8193 input tokens, which exceeds this limit even without any output tokens.",
    'prompt-too-long',
    'The prompt with its images has at least 8193 tokens. The model takes at most 8192.',
  ],
  [
    'old',
    400,
    "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (6952 in the messages, 2048 in the completion).",
    'prompt-too-long',
    'The prompt with its images and max_tokens come to 9000 tokens. The model takes at most 8192.',
  ],
  [
    'new',
    400,
    "Input length (20019) exceeds model's maximum context length (8192).",
    'prompt-too-long',
    'The prompt with its images has 20019 tokens. The model takes at most 8192.',
  ],
  [
    'old',
    400,
    'The decoder prompt (length 9000) is longer than the maximum model length of 8192. Make sure that `max_model_len` is no smaller.',
    'prompt-too-long',
    'The prompt with its images has 9000 tokens. The model takes at most 8192.',
  ],
  [
    'llama.cpp',
    400,
    'the request exceeds the available context size (4096 tokens), try increasing it',
    'prompt-too-long',
    "The prompt with its images is longer than the model's length. The model takes at most 4096.",
  ],
  [
    'new',
    400,
    'max_tokens=9000 cannot be greater than max_model_len=8192. Please request fewer output tokens.',
    'prompt-too-long',
    "max_tokens is 9000, which is more than the model's length of 8192 tokens.",
  ],
  [
    'new',
    400,
    'Failed to load image: cannot identify image file <_io.BytesIO object>',
    'image-refused',
    'The server could not decode an image of the request.',
  ],
  [
    'new',
    400,
    'Non-base64 digit found',
    'image-refused',
    'The server could not decode an image of the request.',
  ],
  [
    'new',
    400,
    "Failed to apply Qwen2_5_VLProcessor on data={'images': [...]}",
    'image-refused',
    'The model cannot take an image of this shape: one side is too short compared with the other.',
  ],
  [
    'llama.cpp',
    500,
    'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    'image-refused',
    'The model accepts no images.',
  ],
  [
    'new',
    400,
    'As of transformers v4.44, default chat template is no longer allowed, so you must provide a chat template.',
    'server-refused',
    'The model has no chat template, which the server needs for messages.',
  ],
  [
    'new',
    400,
    'n must be 1 when using greedy sampling, got 2.',
    'server-refused',
    'The server refuses several samples at temperature 0, because they would be identical.',
  ],
  [
    'new',
    500,
    'EngineCore encountered an issue. See stack trace (above) for the root cause.',
    'server-dead',
    'The engine of the server has died.',
  ],
  [
    'new',
    400,
    'temperature must be non-negative, got -1.0.',
    'server-refused',
    '127.0.0.1:8000 refused the request (HTTP 400). It said: temperature must be non-negative, got -1.0.',
  ],
  [
    'ollama',
    404,
    'model "tiny" not found, try pulling it first',
    'model-unknown',
    'The server has no model called “tiny”.',
  ],
  [
    'new',
    429,
    'Too many requests',
    'server-refused',
    '127.0.0.1:8000 accepts no more requests at the moment (HTTP 429). It said: Too many requests',
  ],
];

describe('errors of servers', () => {
  test.each(TABLE)(
    'explains the error of %s with status %i: %s',
    (flavor, status, message, reason, sentence) => {
      const body = JSON.stringify(errorBody(flavor as 'new', status, message));
      const error = refusalError({ ...asked, status, body });
      expect(error).toMatchObject({ reason, message: sentence, said: message, status });
      expect(error.hint).toMatch(/\.$/u);
    },
  );

  test.each([
    ['{"error":"Unauthorized"}', 401, 'server-unauthorized', 'Unauthorized'],
    ['{"detail":"Not Found"}', 404, 'server-wrong-path', 'Not Found'],
    [
      '{"detail":[{"loc":["body","n"],"msg":"bad"}]}',
      422,
      'server-refused',
      '[{"loc":["body","n"],"msg":"bad"}]',
    ],
    ['', 500, 'server-dead', undefined],
    ['Internal Server Error', 500, 'server-failed', 'Internal Server Error'],
    ['<html>too large</html>', 413, 'server-refused', undefined],
    ['<!DOCTYPE html><p>x', 502, 'server-loading', undefined],
    ['{"error":null}', 400, 'server-refused', '{"error":null}'],
  ] as const)('explains the body %s with status %i', (body, status, reason, said) => {
    expect(refusalError({ ...asked, status, body })).toMatchObject({ reason, said, status });
  });

  test('the message of a server is cut off if it is too long', () => {
    expect(serverWords('x'.repeat(100_000))).toHaveLength(2000);
  });
});

/** Every form in which servers send the words of an error. */
const BODIES: Readonly<Record<string, (words: string) => string>> = {
  'the error of a new vLLM': (words) => JSON.stringify(errorBody('new', 400, words)),
  'the error of an old vLLM': (words) => JSON.stringify(errorBody('old', 400, words)),
  'an error that is a text': (words) => JSON.stringify({ error: words }),
  'a detail': (words) => JSON.stringify({ detail: words }),
  'a list of details': (words) => JSON.stringify({ detail: [{ msg: words }] }),
  'plain text': (words) => `It failed: ${words}`,
  'a page': (words) => `<html>${words}</html>`,
};

test.each(Object.entries(BODIES))('nothing in %s is live in a message or a terminal', (_what, body) => {
  for (const words of [...HOSTILE_PIECES, ...HOSTILE_PIECES.map((piece) => `${piece} does not exist`)])
    for (const status of [400, 404, 500])
      for (const explain of [refusalError, streamError]) {
        const { message, hint = '', said = '' } = explain({ ...asked, status, body: body(words) });
        for (const text of [message, hint, said]) {
          expect(liveInPlainText(plainText(text))).toEqual([]);
          expect(visibleText(text)).not.toMatch(HIDDEN_CHARACTER);
        }
      }
});
