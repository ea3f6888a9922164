import { describe, expect, it } from 'vitest';
import { rewardGrounding } from '../../../src/core/grounding/rewardGrounding.ts';
import { readComposite } from '../../../src/core/rewards/composite/readComposite.ts';
import type { CompositeSource } from '../../../src/language/model.ts';
import { PromptLanguage } from '../../../src/language/prompt/promptLanguage.ts';
import { createLanguageService } from '../../../src/language/service.ts';
import { textAt, serviceOf, sourceOf } from './support.ts';
import { groundedClaim } from '../../support/groundedClaims.ts';
import { DEFAULT_LINT_SETTINGS } from '../../support/promptLanguage.ts';

const composite = (weight: number): CompositeSource => {
  const { profile } = readComposite(
    JSON.stringify({ components: [{ check: 'tag-present', tag: 'answer', weight }] }),
    'mine.reward.json',
  );
  if (profile === null) throw new Error('The composite must be readable.');
  return { profile, fault: null };
};
const TEXT = '---\ndialect: lang2act\nreward: ./mine.reward.json\n---\n<answer>42</answer>\n';
const FAULT = 'The reward file ./mine.reward.json could not be read.';

describe('a composite reward that a trajectory names', () => {
  it('a composite reward that a trajectory names scores it, and is compared with the built-in rewards', async () => {
    const service = serviceOf({}, { './mine.reward.json': composite(0.4) });
    const source = sourceOf(TEXT);
    expect((await service.status(source))?.reward).toMatchObject({ profile: 'mine', label: '0.4' });
    const rewards = (await service.scoreWithAllRewards(source, source.text.length))?.rewards ?? [];
    expect(rewards.map(({ profile, isOwn }) => [profile.name, isOwn]).slice(0, 2)).toEqual([
      ['mine', true],
      ['lang2act', false],
    ]);
  });

  it('a trajectory is scored again when the file of its composite reward has changed', async () => {
    let now = composite(0.4);
    const service = createLanguageService({
      prompt: () => Promise.resolve(null),
      composite: () => Promise.resolve(now),
      grounding: () => Promise.reject(new Error('No reward reads the pages.')),
    });
    const source = sourceOf(TEXT);
    expect((await service.status(source))?.reward.label).toBe('0.4');
    now = composite(0.7);
    expect((await service.status(source))?.reward.label).toBe('0.7');
  });

  it('an unusable composite reward is a problem at its place, and no other reward replaces it', async () => {
    const service = serviceOf({}, { './mine.reward.json': { profile: null, fault: FAULT } });
    const source = sourceOf(TEXT);
    const found = (await service.diagnostics(source)).filter(({ message }) => message === FAULT);
    expect(found.map(({ span, severity }) => [textAt(source, span), severity])).toEqual([
      ['./mine.reward.json', 'error'],
    ]);
    expect((await service.status(source))?.reward).toMatchObject({ profile: null, tooltip: FAULT });
  });

  it('no composite reward is read if the trajectory names a built-in reward or none', async () => {
    const service = createLanguageService({
      prompt: () => Promise.resolve(null),
      composite: () => Promise.reject(new Error('Nobody names one.')),
      grounding: () => Promise.reject(new Error('No reward reads the pages.')),
    });
    for (const reward of ['reward: lang2act\n', '']) {
      const source = sourceOf(TEXT.replace('reward: ./mine.reward.json\n', reward));
      expect((await service.status(source))?.reward.profile).toBe('lang2act');
    }
  });
});

describe('a composite reward that reads the pages', () => {
  const { profile } = readComposite(
    JSON.stringify({ components: [{ check: 'grounded', weight: 0.5 }] }),
    'mine.reward.json',
  );
  if (profile === null) throw new Error('The composite must be readable.');
  const composites = { './mine.reward.json': { profile, fault: null } };
  const half = rewardGrounding({
    claims: [groundedClaim(), groundedClaim({ status: 'not-found' })],
    pages: [],
    answer: null,
    computations: [],
    unread: null,
  });

  it('is not known without what they say, and is scored with it once it is known', async () => {
    const source = sourceOf(TEXT);
    const status = await serviceOf({}, composites).status(source);
    expect(status?.reward.label).toBe('unknown');
    const service = serviceOf({}, composites, half);
    expect((await service.status(source))?.reward.label).toBe('0.25');
    const [own] = (await service.scoreWithAllRewards(source, source.text.length))?.rewards ?? [];
    expect(own?.score.overall).toBe(0.25);
  });

  it('is not asked for by a Markdown document, whose trajectories are on no pages', async () => {
    const service = serviceOf({}, composites, half);
    const text = `\`\`\`trajectory\n${TEXT}\`\`\`\n`;
    const source = sourceOf(text, 'markdown');
    const rewards = (await service.scoreWithAllRewards(source, text.indexOf('<answer>')))?.rewards ?? [];
    expect(rewards[0]?.score.overall).toBeNull();
  });
});

describe('a composite reward that a prompt names', () => {
  it('a prompt is checked against the composite reward that it names, and an unusable one is a problem', () => {
    const language = new PromptLanguage();
    const prompt = { uri: 'test:prompt', text: '---\nreward: ./mine.reward.json\n---\n{{ content }}\n' };
    const lint = (source: CompositeSource) =>
      language.lint(prompt, { ...DEFAULT_LINT_SETTINGS, composite: source });
    const good = composite(1);
    expect(lint(good).reward).toBe(good.profile);
    expect(lint(good)).toBe(lint(good));
    expect(lint({ profile: null, fault: FAULT }).findings.map(({ message }) => message)).toContain(FAULT);
  });
});
