import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { asCurl, buildBody, imageFileName, redactRequest } from '../../../src/inference/request.ts';
import type { GenerateRequest } from '../../../src/inference/model.ts';
import { plainStatus, pngImage, question } from './helpers.ts';
import { sharedFolder } from '../../support/files.ts';

const status = plainStatus('http://127.0.0.1:8000');
const images = [pngImage(30, 20), { ...pngImage(8, 8), mediaType: 'image/jpeg' as const }];

function withText(...texts: readonly string[]): GenerateRequest {
  return question(status, {
    images,
    parts: [
      { type: 'image', image: 2 },
      ...texts.map((text) => ({ type: 'text', text }) as const),
      { type: 'image', image: 1 },
    ],
    extra: { stop: ['it\'s `$(date)` \\ "!"'] },
  });
}

describe('the body', () => {
  test('the parts of a request keep their order, and images are base64 data URLs of their bytes', () => {
    const [message] = buildBody(withText('a', 'b')).messages;
    const [second, a, b, first] = message?.role === 'user' ? message.content : [];
    expect([a, b]).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]);
    const urls = [first, second].map((part) => (part?.type === 'image_url' ? part.image_url.url : ''));
    expect(urls.map((url) => url.split(',')[0])).toEqual(['data:image/png;base64', 'data:image/jpeg;base64']);
    urls.forEach((url, index) => {
      expect(
        Buffer.from(url.split(',')[1] ?? '', 'base64').equals(images[index]?.bytes ?? Buffer.alloc(0)),
      ).toBe(true);
    });
  });

  test('later turns follow the first one, with their images, and the turn that is continued comes last', () => {
    const request = question(status, {
      images,
      parts: [{ type: 'text', text: 'Look.' }],
      turns: [
        { role: 'assistant', text: '<search>a</search>' },
        {
          role: 'user',
          parts: [
            { type: 'image', image: 2 },
            { type: 'text', text: 'Answer now.' },
          ],
        },
      ],
      continued: '<think>',
    });
    const { messages, ...body } = redactRequest(request).body;
    expect(messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Look.' }] },
      { role: 'assistant', content: '<search>a</search>' },
      {
        role: 'user',
        content: [
          {
            type: 'image_url',
            image_url: { url: expect.stringContaining('<image 2: image/jpeg') as string },
          },
          { type: 'text', text: 'Answer now.' },
        ],
      },
      { role: 'assistant', content: '<think>' },
    ]);
    expect(body).toMatchObject({ add_generation_prompt: false, continue_final_message: true });
    const { continued, ...begun } = request;
    expect(continued).toBe('<think>');
    expect(buildBody(begun)).not.toHaveProperty('continue_final_message');
    expect(asCurl(request)).toContain('image-2.jpg');
  });

  test('the body has a seed only if one is set', () => {
    const sampling = { ...question(status).sampling, seed: 7 };
    expect(buildBody({ ...question(status), sampling })).toHaveProperty('seed', 7);
    expect(buildBody(question(status))).not.toHaveProperty('seed');
  });

  test('a redacted body describes each image and holds no byte of it', () => {
    const text = JSON.stringify(redactRequest(withText('What?')));
    expect(text).toContain('<image 1: image/png, 30 x 20 pixels');
    expect(text).not.toContain('base64');
    expect(text.length).toBeLessThan(1000);
  });
});

describe('the words of text layers', () => {
  const word = { text: 'Price', box: { left: 1, top: 2, right: 30.5, bottom: 4 } };
  const own = { ...status, address: { ...status.address, isEmbedded: true } };

  test('words are sent to the embedded offline reader, and counted where the request is shown', () => {
    const request = question(own, { images, words: [null, [word, word]] });
    const sent = ['Price', 1, 2, 30.5, 4];
    expect(buildBody(request)['pagetrace']).toEqual({ words: [null, [sent, sent]] });
    expect(redactRequest(request).body['pagetrace']).toEqual({ words: [null, '<2 words>'] });
    expect(asCurl(request)).not.toContain('Price');
  });

  test('words are not sent to any other server', () => {
    const request = question(status, { images, words: [null, [word]] });
    expect(buildBody(request)).not.toHaveProperty('pagetrace');
  });

  test('a request to an offline reader has no sampling parameters', () => {
    const body = buildBody(question({ ...own, kind: 'offline-reader' }));
    expect(body).not.toHaveProperty('temperature');
    expect(body).toHaveProperty('max_tokens');
  });
});

describe('the curl command', () => {
  const folder = sharedFolder();
  beforeAll(() => {
    // A replacement for curl that prints its arguments, to test how the shell parses the command.
    fs.writeFileSync(
      path.join(folder, 'curl'),
      '#!/bin/sh\ncat > body.json\nprintf "%s\\n" "$@" > arguments.txt\n',
      { mode: 0o755 },
    );
    images.forEach((image, index) => {
      fs.writeFileSync(path.join(folder, imageFileName(image, index + 1)), image.bytes);
    });
  });

  function runInShell(request: GenerateRequest): { readonly body: unknown; readonly arguments: string } {
    execFileSync('/bin/sh', ['-c', asCurl(request)], {
      cwd: folder,
      env: { PATH: `${folder}:${process.env['PATH'] ?? ''}`, PAGETRACE_API_KEY: 'the key' },
    });
    return {
      body: JSON.parse(fs.readFileSync(path.join(folder, 'body.json'), 'utf8')),
      arguments: fs.readFileSync(path.join(folder, 'arguments.txt'), 'utf8'),
    };
  }

  test('the curl command sends the same body, whatever the texts contain', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.constantFrom("'", '$(reboot)', '`x`', '\\', '"', '\n', '!', 'image-file', '%s'),
          ),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        (texts) => {
          const request = withText(...texts);
          expect(runInShell(request).body).toEqual(buildBody(request));
        },
      ),
      propertyRuns(25),
    );
  });

  test('the curl command names images as files and the key as a variable', () => {
    const request = withText('What?');
    const command = asCurl(request);
    expect(command).toContain('base64 < image-1.png');
    expect(command).toContain('base64 < image-2.jpg');
    expect(command).toContain('"Authorization: Bearer $PAGETRACE_API_KEY"');
    expect(command.length).toBeLessThan(1500);
    expect(runInShell(request).arguments).toContain('http://127.0.0.1:8000/v1/chat/completions');
    expect(runInShell(request).arguments).toContain('Authorization: Bearer the key');
  });
});
