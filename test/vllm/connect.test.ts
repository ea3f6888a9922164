import { describe, expect, test } from 'vitest';
import { connect } from '../../src/inference/connect.ts';
import { serverLoad } from '../../src/inference/load.ts';
import { templateOpensThink } from '../../src/inference/template.ts';
import { deps, served, status, withKey } from './server.ts';

const serverAt = (url: string) => ({ name: 'vLLM', url, model: null });

describe('connecting to a real vLLM', () => {
  test.each(['', '/', '/v1', '/v1/models'])(
    'finds the server at its address followed by “%s”',
    async (path) => {
      expect(await connect(serverAt(served.url + path), deps)).toEqual({
        address: serverAt(served.url + path),
        baseUrl: `${served.url}/v1`,
        kind: 'vllm',
        version: '0.32.0',
        models: [
          { id: served.model, root: 'tiny-qwen2.5-vl', parent: null, maxModelLength: served.maxModelLength },
        ],
        lacks: [],
        imageLimit: served.maxImages,
      });
    },
  );

  test.each([
    ['missing', null],
    ['wrong', 'another key'],
  ])('reports that the server refuses a key that is %s', async (_which, key) => {
    await expect(connect(serverAt(served.url), withKey(key))).rejects.toMatchObject({
      reason: 'server-unauthorized',
      message: `${new URL(served.url).host} requires a valid API key (HTTP 401).`,
      said: 'Unauthorized',
    });
  });

  test('names the right path when the given path is wrong', async () => {
    await expect(connect(serverAt(`${served.url}/vllm/v1`), deps)).rejects.toMatchObject({
      reason: 'server-wrong-path',
      hint: `The API was found at ${served.url}/v1: use that address.`,
    });
  });

  test('reads the load of the server, and that its template opens no think part', async () => {
    const load = await serverLoad(await status(), deps);
    expect(load).toMatchObject({ waiting: 0 });
    expect(await templateOpensThink(await status(), served.model, deps)).toBe(false);
  });
});
