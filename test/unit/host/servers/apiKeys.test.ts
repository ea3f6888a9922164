import { beforeEach, describe, expect, it } from 'vitest';
import { ApiKeys } from '../../../../src/host/servers/apiKeys.ts';

let kept: Map<string, string>;
let trusted: boolean;
let keys: ApiKeys;

beforeEach(() => {
  kept = new Map();
  trusted = true;
  keys = new ApiKeys(
    {
      get: (name) => Promise.resolve(kept.get(name)),
      store: (name, value) => Promise.resolve(void kept.set(name, value)),
      delete: (name) => Promise.resolve(void kept.delete(name)),
    },
    () => trusted,
  );
});

describe('API keys', () => {
  it('an API key is stored and returned for its own origin only', async () => {
    await keys.set('http://127.0.0.1:8000', 'one');
    await keys.set('https://gpu.example', 'two');
    expect(await keys.get('http://127.0.0.1:8000')).toBe('one');
    expect(await keys.get('https://gpu.example')).toBe('two');
    for (const other of ['http://127.0.0.1:8001', 'http://gpu.example', 'https://gpu.example:8443'])
      expect(await keys.get(other)).toBeNull();
    expect(kept.size).toBe(2);
  });

  it('an API key is deleted when an empty one is set', async () => {
    await keys.set('https://gpu.example', 'two');
    await keys.set('https://gpu.example', '');
    expect(await keys.get('https://gpu.example')).toBeNull();
    expect(kept.size).toBe(0);
  });

  it('an API key is neither stored nor deleted in Restricted Mode', async () => {
    await keys.set('https://gpu.example', 'two');
    trusted = false;
    await expect(keys.set('https://gpu.example', 'three')).rejects.toMatchObject({ reason: 'untrusted' });
    await expect(keys.set('https://gpu.example', '')).rejects.toMatchObject({ reason: 'untrusted' });
    expect(kept).toEqual(new Map([['pagetrace.apiKey:https://gpu.example', 'two']]));
    expect(() => {
      keys.requireTrust();
    }).toThrow(/Restricted Mode/);
  });
});
