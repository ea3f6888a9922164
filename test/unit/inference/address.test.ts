import { describe, expect, test } from 'vitest';
import { isPageTraceError } from '../../../src/core/errors.ts';
import { isLoopback, serverUrls } from '../../../src/inference/address.ts';

describe('the address of a server', () => {
  test.each([
    ['http://127.0.0.1:8000', 'http://127.0.0.1:8000', ''],
    ['http://127.0.0.1:8000/', 'http://127.0.0.1:8000', ''],
    ['http://127.0.0.1:8000/v1', 'http://127.0.0.1:8000', ''],
    ['http://127.0.0.1:8000/v1//', 'http://127.0.0.1:8000', ''],
    ['  localhost:8000 ', 'http://localhost:8000', ''],
    ['gpu.example.com', 'http://gpu.example.com', ''],
    ['https://gpu.example.com:443/vllm/v1', 'https://gpu.example.com', '/vllm'],
    ['https://gpu.example.com/vllm', 'https://gpu.example.com', '/vllm'],
    ['https://gpu.example.com/a/b/v1/chat/completions', 'https://gpu.example.com', '/a/b'],
    ['http://127.0.0.1:8000/v1/models', 'http://127.0.0.1:8000', ''],
    ['http://127.0.0.1:8000/health', 'http://127.0.0.1:8000', ''],
    ['http://0.0.0.0:8000', 'http://127.0.0.1:8000', ''],
    ['http://[::]:8000/v1#top', 'http://[::1]:8000', ''],
    ['http://[::1]:8000', 'http://[::1]:8000', ''],
    ['HTTP://GPU.Example.com/V1x', 'http://gpu.example.com', '/V1x'],
  ])('reads the server address %s', (url, origin, prefix) => {
    expect(serverUrls(url)).toEqual({ origin, root: origin + prefix, baseUrl: `${origin}${prefix}/v1` });
    expect(serverUrls(serverUrls(url).baseUrl)).toEqual(serverUrls(url));
  });

  test.each([
    ['', /is empty/u],
    ['http://', /cannot be read/u],
    ['ftp://gpu.example.com', /does not begin with http/u],
    ['http://name:secret@gpu.example.com', /a user name or a password/u],
    ['http://gpu.example.com/v1?api-version=3', /has a query/u],
  ])('refuses the server address %s with a sentence', (url, sentence) => {
    let error: unknown;
    try {
      serverUrls(url);
    } catch (thrown) {
      error = thrown;
    }
    expect(isPageTraceError(error) && error.reason).toBe('bad-input');
    expect(String(error)).toMatch(sentence);
    expect(String(error)).not.toContain('secret');
  });

  test.each([
    ['http://127.0.0.1:8000', true],
    ['http://127.8.9.1', true],
    ['http://localhost/v1', true],
    ['localhost:8000', true],
    ['http://[::1]:1', true],
    ['http://[::ffff:127.0.0.1]', true],
    ['http://0.0.0.0:8000', true],
    ['http://128.0.0.1', false],
    ['http://localhost.example.com', false],
    ['http://x.localhost', false],
    ['http://127.0.0.1.example.com', false],
    ['http://10.0.0.1', false],
    ['http://[::2]', false],
    ['nonsense://', false],
  ])('says whether the address %s is on this machine: %s', (url, loopback) => {
    expect(isLoopback(url)).toBe(loopback);
  });
});
