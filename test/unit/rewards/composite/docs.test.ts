import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CHECKS } from '../../../../src/core/rewards/composite/checks/registry.ts';
import { readComposite } from '../../../../src/core/rewards/composite/readComposite.ts';

const PAGE = fs.readFileSync(
  fileURLToPath(new URL('../../../../docs/own-rewards.md', import.meta.url)),
  'utf8',
);

describe('the page on composite rewards', () => {
  it('the page on composite rewards shows one that can be used', () => {
    const files = [...PAGE.matchAll(/```json\n([^]*?)```/g)].map(([, text = '']) => text);
    const [file = ''] = files.filter((text) => text.includes('"components"'));
    const { profile, problems } = readComposite(file, 'mine.reward.json');
    expect(problems).toEqual([]);
    expect(profile?.pays.map(({ key }) => key)).toEqual([
      'answer',
      'tool',
      'number',
      'image-cited',
      'repetition',
      'pattern',
    ]);
  });

  it('the page on composite rewards names every check', () => {
    const named = [...PAGE.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, name]) => name);
    for (const check of CHECKS.keys()) expect(named).toContain(check);
  });
});
