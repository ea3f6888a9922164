import { describe, expect, it } from 'vitest';
import { Consent, type ConsentAnswer } from '../../../../src/cli/verbs/mcp/consent.ts';

const REMOTE = 'http://models.example:8000/v1';

/** Someone who gives these answers, one after the other, and what they were asked. */
function person(...answers: readonly ConsentAnswer[]) {
  const asked: string[] = [];
  return {
    asked,
    ask: (message: string) => Promise.resolve(answers[asked.push(message) - 1] ?? ('no' as const)),
  };
}

describe('pages', () => {
  it.each(['http://127.0.0.1:8000', 'http://localhost:8000/v1', 'http://[::1]:8000'])(
    'go to this machine (%s) without asking',
    async (server) => {
      const { ask, asked } = person();
      await new Consent([]).require(server, ['a.pdf'], ask);
      await new Consent([]).require(server, ['a.pdf'], null);
      expect(asked).toEqual([]);
    },
  );

  it.each(['models.example', 'models.example:8000'])('go to the allowed host %s', async (host) => {
    await new Consent([host]).require(REMOTE, ['a.pdf'], null);
  });

  it('do not go to another port, or a host whose name only ends alike', async () => {
    await expect(new Consent(['models.example:80']).require(REMOTE, [], null)).rejects.toThrow();
    await expect(new Consent(['example']).require(REMOTE, [], null)).rejects.toThrow();
    await expect(
      new Consent(['models.example']).require('http://x.models.example', [], null),
    ).rejects.toThrow();
  });

  it('do not go anywhere else if nobody can be asked', async () => {
    await expect(new Consent([]).require(REMOTE, ['a.pdf'], null)).rejects.toMatchObject({
      reason: 'untrusted',
      message: 'Pages would be sent to models.example:8000, which nobody has allowed.',
      hint: 'Let the person start pagetrace mcp with --allow-host models.example',
    });
  });

  it('go there each time that the person agrees', async () => {
    const { ask, asked } = person('once', 'no');
    const consent = new Consent([]);
    await consent.require(REMOTE, ['a.pdf', 'b.pdf'], ask);
    await expect(consent.require(REMOTE, ['a.pdf'], ask)).rejects.toMatchObject({ reason: 'cancelled' });
    expect(asked).toEqual([
      'PageTrace will send the question and pages of a.pdf, b.pdf to models.example:8000.',
      'PageTrace will send the question and pages of a.pdf to models.example:8000.',
    ]);
  });

  it('go there without asking again if the person says so, but nowhere else', async () => {
    const { ask, asked } = person('always');
    const consent = new Consent([]);
    await consent.require(REMOTE, [], ask);
    await consent.require(REMOTE, [], ask);
    expect(asked).toHaveLength(1);
    await expect(consent.require('http://other.example', [], ask)).rejects.toThrow();
  });
});
