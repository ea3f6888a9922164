import fs from 'node:fs';
import type { LintOptions } from '../../../src/core/prompts/lint/model.ts';
import { isProfileName } from '../../../src/core/rewards/names.ts';
import { profileByName } from '../../../src/core/rewards/registry.ts';

/**
 * Prompts with the structure of public ones (tags, order, examples, negations, languages, template syntax), in our own
 * words. Each begins after a line `=== name reward=NAME`; `none` is for no reward, `auto` for the one that its tags
 * indicate.
 */
export const publicPromptFolder = new URL('../../fixtures/prompts/public/', import.meta.url);

/** The files of such prompts. */
export const publicPromptFiles = fs
  .readdirSync(publicPromptFolder)
  .filter((file) => file.endsWith('.txt') && !file.endsWith('.findings.txt'));

export interface PublicPrompt {
  readonly name: string;
  readonly reward: string;
  readonly text: string;
}

/** The prompts of a file. */
export const publicPromptsOf = (file: string): readonly PublicPrompt[] =>
  [
    ...fs
      .readFileSync(new URL(file, publicPromptFolder), 'utf8')
      .matchAll(/^=== ([\w-]+) reward=([\w-]+)\n([\s\S]*?)(?=^=== |(?![\s\S]))/gm),
  ].map(([, name = '', reward = '', text = '']) => ({ name, reward, text: text.trimEnd() }));

/** The lint option for the reward of such a prompt. */
export function rewardOption(reward: string): Pick<LintOptions, 'reward'> {
  if (reward === 'auto') return {};
  return { reward: isProfileName(reward) ? profileByName(reward) : null };
}
