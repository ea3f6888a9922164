import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import { Positions } from '../../../src/core/positions.ts';
import { isProfileName } from '../../../src/core/rewards/names.ts';
import { profileByName } from '../../../src/core/rewards/registry.ts';
import type { LintOptions } from '../../../src/core/prompts/lint/model.ts';

/**
 * Prompts with the structure of public ones (tags, order, examples, negations, languages, template syntax), in our own
 * words. Each begins after a line `=== name reward=NAME`; `none` is for no reward, `auto` for the one that its tags
 * indicate. The findings are recorded beside them; `PAGETRACE_UPDATE=1` rewrites them.
 */
const folder = new URL('../../fixtures/prompts/public/', import.meta.url);
const families = fs
  .readdirSync(folder)
  .filter((file) => file.endsWith('.txt') && !file.endsWith('.findings.txt'));

interface PublicPrompt {
  readonly name: string;
  readonly reward: string;
  readonly text: string;
}

const promptsOf = (family: string): readonly PublicPrompt[] =>
  [
    ...fs
      .readFileSync(new URL(family, folder), 'utf8')
      .matchAll(/^=== ([\w-]+) reward=([\w-]+)\n([\s\S]*?)(?=^=== |(?![\s\S]))/gm),
  ].map(([, name = '', reward = '', text = '']) => ({ name, reward, text: text.trimEnd() }));

function rewardOf(reward: string): Pick<LintOptions, 'reward'> {
  if (reward === 'auto') return {};
  return { reward: isProfileName(reward) ? profileByName(reward) : null };
}

/** The findings of a prompt, a line each: `name line:column severity code message`. */
function findingLines({ name, reward, text }: PublicPrompt): readonly string[] {
  const positions = new Positions(text);
  const { findings } = lintPrompt(text, { name, ...rewardOf(reward) });
  return findings.map(({ span, severity, code, message }) => {
    const { line, column } = positions.at(span.start);
    return `${name} ${line}:${column} ${severity} ${code} ${message}`;
  });
}

describe('prompts with the structure of public ones', () => {
  it('there are about a hundred prompts, each with a name of its own', () => {
    const names = families.flatMap((family) => promptsOf(family).map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(95);
  });

  it.each(families)('the findings of the prompts in %s are as recorded', (family) => {
    const lines = promptsOf(family)
      .flatMap(findingLines)
      .map((line) => `${line}\n`)
      .join('');
    const recorded = new URL(family.replace(/\.txt$/, '.findings.txt'), folder);
    if (process.env['PAGETRACE_UPDATE'] === '1') fs.writeFileSync(recorded, lines);
    expect(lines).toBe(fs.readFileSync(recorded, 'utf8'));
  });
});
