import { describe, expect, test } from 'vitest';
import { connect } from '../../../src/inference/connect.ts';
import { countText } from '../../../src/inference/countText.ts';
import { FAKE_MODEL } from '../../support/fakeVllm.ts';
import { plainStatus, testDeps, withServer } from './helpers.ts';

const serverAt = (url: string) => ({ name: 'test', url, model: null });
const model = FAKE_MODEL.id;

describe('countText', () => {
  test('the tokens of a text are counted by the server', async () => {
    await withServer({}, async (server, deps) => {
      const status = await connect(serverAt(server.url), deps);
      expect(await countText(status, model, 'one two three', deps)).toBe(3);
      expect(await countText(status, model, '', deps)).toBe(0);
    });
  });

  test('the tokens of a text are unknown if the server has no /tokenize or is not running', async () => {
    const deps = testDeps();
    const status = plainStatus('http://127.0.0.1:9');
    expect(await countText({ ...status, kind: 'openai-compatible' }, model, 'one', deps)).toBeNull();
    expect(await countText({ ...status, kind: 'vllm' }, model, 'one', deps)).toBeNull();
  });
});
