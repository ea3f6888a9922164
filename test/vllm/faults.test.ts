import { describe, expect, test } from 'vitest';
import type { GenerateRequest, RequestImage } from '../../src/inference/model.ts';
import { editorHint } from '../../src/host/shared/editorHint.ts';
import { follow, pageImages, question, withKey } from './server.ts';

type Fault = (request: GenerateRequest) => GenerateRequest;

const [page] = await pageImages(1);
if (page === undefined) throw new Error('The sample report has no page.');
const undecodable: RequestImage = { ...page, bytes: Buffer.from('this is no image') };

/** The same image `count` times. */
const pages =
  (count: number, image: RequestImage): Fault =>
  (request) => ({
    ...request,
    images: Array.from({ length: count }, () => image),
    parts: Array.from({ length: count }, (_, index) => ({ type: 'image', image: index + 1 }) as const),
  });

const sampling =
  (changed: Partial<GenerateRequest['sampling']>): Fault =>
  (request) => ({ ...request, sampling: { ...request.sampling, ...changed } });

/** Each fault with what a person sees: reason, message, hint, and a part of the server's own message. */
const TABLE: readonly (readonly [string, Fault, string, string, RegExp, RegExp])[] = [
  [
    'too many images',
    pages(6, page),
    'too-many-images',
    'The server accepts at most 5 images per request; this one has 6.',
    /Choose at most 5 pages, or start the server with --limit-mm-per-prompt '\{"image":6\}'\./u,
    /At most 5 image/u,
  ],
  [
    'a prompt that is too long',
    (request) => ({ ...request, parts: [{ type: 'text', text: 'a number of words '.repeat(4000) }] }),
    'prompt-too-long',
    'The prompt with its images has at least 8193 tokens. The model takes at most 8192.',
    /Choose fewer pages or a smaller pixel budget, shorten the question, or lower max_tokens \(24 now\)\./u,
    /maximum context length is 8192 tokens/u,
  ],
  [
    'max_tokens above the model length',
    sampling({ max_tokens: 9000 }),
    'prompt-too-long',
    "max_tokens is 9000, which is more than the model's length of 8192 tokens.",
    /Lower max_tokens/u,
    /cannot be greater than max_model_len/u,
  ],
  [
    'an image that cannot be decoded',
    pages(1, undecodable),
    'image-refused',
    'The server could not decode an image of the request.',
    /Render the pages again/u,
    /Failed to load image/u,
  ],
  [
    'an unknown model',
    (request) => ({ ...request, model: 'no-such-model' }),
    'model-unknown',
    'The server has no model called “no-such-model”.',
    /Connect to Server/u,
    /does not exist/u,
  ],
  [
    'several samples at temperature 0',
    (request) => ({ ...sampling({ temperature: 0 })(request), n: 2 }),
    'server-refused',
    'The server refuses several samples at temperature 0, because they would be identical.',
    /Raise the temperature above 0/u,
    /greedy/u,
  ],
];

describe('the errors that a person sees when a real vLLM refuses', () => {
  test.each(TABLE)(
    'shows the reason, what to do and the words of the server for %s',
    async (_what, fault, reason, sentence, hint, said) => {
      const { error, texts } = await follow(fault(await question('What is the total?')));
      expect(error).toMatchObject({ reason, message: sentence });
      expect(error ? editorHint(error) : null).toMatch(hint);
      expect(error?.said).toMatch(said);
      expect(texts.join('')).toBe('');
    },
  );

  test('offers to set the API key when the key is wrong', async () => {
    const { error } = await follow(await question('What is the total?'), withKey('another key'));
    expect(error).toMatchObject({ reason: 'server-unauthorized', said: 'Unauthorized', status: 401 });
    expect(error?.remedy).toMatchObject({ kind: 'give-api-key' });
  });

  test('rejects a request that sets mm_processor_kwargs', async () => {
    const { error } = await follow(
      await question('What?', [], { extra: { mm_processor_kwargs: { max_pixels: 1 } } }),
    );
    expect(error?.reason).toBe('bad-input');
  });
});
