import { expect, test } from 'vitest';
import { trialKey } from '../../../src/core/prompts/lint/ownReward.ts';
import type { DocumentText, SentLintSettings } from '../../../src/languageWorker/calls.ts';
import { PromptFeatures } from '../../../src/languageWorker/promptFeatures.ts';
import { PromptLanguage } from '../../../src/language/prompt/promptLanguage.ts';
import { DEFAULT_LINT_SETTINGS, FAULTY_PROMPT } from '../../support/promptLanguage.ts';
import { startLanguageWorker } from './support.ts';

let version = 0;
const promptOf = (text: string): DocumentText => ({ uri: 'test.jinja', version: ++version, text });

const startFeatures = (): PromptFeatures => new PromptFeatures(startLanguageWorker(), () => true);

const FORM = '{{ content }}\nReason in <think>...</think>, then answer in <answer>...</answer>.';

test('answers for a prompt as the lint in this thread does', async () => {
  const prompt = promptOf(FAULTY_PROMPT);
  const remote = startFeatures();
  const local = new PromptLanguage();
  const offset = FAULTY_PROMPT.indexOf('<thinking>');
  const span = { start: offset, end: offset };
  const hover = local.hover(prompt, DEFAULT_LINT_SETTINGS, offset, (code) => `pages/${code}.md`);
  expect(hover).not.toBeNull();
  expect(await remote.reward(prompt)).toEqual({ reward: 'action-rl', ownReward: null, trainer: null });
  expect(await remote.findings(prompt, DEFAULT_LINT_SETTINGS)).toEqual(
    local.lint(prompt, DEFAULT_LINT_SETTINGS).findings,
  );
  expect(await remote.fixes(prompt, DEFAULT_LINT_SETTINGS, span)).toEqual(
    local.fixes(prompt, DEFAULT_LINT_SETTINGS, span),
  );
  expect(await remote.hover(prompt, DEFAULT_LINT_SETTINGS, offset, 'pages')).toEqual(hover);
});

test('reads the composite reward of a prompt from its text', async () => {
  const composite = {
    name: 'own.reward.json',
    text: '{"components": [{"check": "tag-present", "weight": 1, "tag": "summary"}]}',
    fault: null,
  };
  const prompt = promptOf(`---\nreward: own.reward.json\n---\n${FORM}`);
  const remote = startFeatures();
  const messages = async (settings: SentLintSettings) =>
    (await remote.findings(prompt, settings)).map(({ message }) => message).join('\n');
  expect(await messages({ ...DEFAULT_LINT_SETTINGS, composite })).toContain('<summary>');
  expect(await messages({ ...DEFAULT_LINT_SETTINGS, composite: { ...composite, text: null } })).toContain(
    'The reward file own.reward.json could not be read.',
  );
  const fault = 'It is outside of this workspace.';
  expect(
    await messages({ ...DEFAULT_LINT_SETTINGS, composite: { ...composite, text: null, fault } }),
  ).toContain('The reward file own.reward.json cannot be used: It is outside of this workspace.');
});

test('returns what a reward function of one’s own has to score, and reports the scores that it is then given', async () => {
  const prompt = promptOf(FORM);
  const remote = startFeatures();
  const ownReward = { name: 'own.py', scores: null };
  const { trials, trainer } = await remote.trials(prompt, { ...DEFAULT_LINT_SETTINGS, ownReward });
  expect(trainer).toBeNull();
  const [form] = trials;
  const [better] = form?.changed ?? [];
  if (form === undefined || better === undefined) throw new Error('Nothing is to be scored.');
  const paid = (response: string, overall: number) =>
    [trialKey(response, form.truths[0] ?? ''), { overall }] as const;
  const scores = [paid(form.response, 0.5), paid(better.response, 1)];
  const found = await remote.findings(prompt, {
    ...DEFAULT_LINT_SETTINGS,
    ownReward: { ...ownReward, scores },
  });
  expect(found.map(({ message }) => message).join('\n')).toContain('own.py pays 0.5');
  const higher = [paid(form.response, 1), paid(better.response, 1)];
  const none = await remote.findings(prompt, {
    ...DEFAULT_LINT_SETTINGS,
    ownReward: { ...ownReward, scores: higher },
  });
  expect(none.map(({ message }) => message).join('\n')).not.toContain('own.py pays');
});
