import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import { Positions } from '../../../src/core/positions.ts';
import {
  publicPromptFiles,
  publicPromptFolder,
  publicPromptsOf,
  rewardOption,
  type PublicPrompt,
} from './publicPrompts.ts';

/** The findings of a prompt, a line each: `name line:column severity code message`. */
function findingLines({ name, reward, text }: PublicPrompt): readonly string[] {
  const positions = new Positions(text);
  const { findings } = lintPrompt(text, { name, ...rewardOption(reward) });
  return findings.map(({ span, severity, code, message }) => {
    const { line, column } = positions.at(span.start);
    return `${name} ${line}:${column} ${severity} ${code} ${message}`;
  });
}

/** The findings are recorded beside the prompts; `PAGETRACE_UPDATE=1` rewrites them. */
describe('prompts with the structure of public ones', () => {
  it('there are about a hundred prompts, each with a name of its own', () => {
    const names = publicPromptFiles.flatMap((family) => publicPromptsOf(family).map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(95);
  });

  it.each(publicPromptFiles)('the findings of the prompts in %s are as recorded', (family) => {
    const lines = publicPromptsOf(family)
      .flatMap(findingLines)
      .map((line) => `${line}\n`)
      .join('');
    const recorded = new URL(family.replace(/\.txt$/, '.findings.txt'), publicPromptFolder);
    if (process.env['PAGETRACE_UPDATE'] === '1') fs.writeFileSync(recorded, lines);
    expect(lines).toBe(fs.readFileSync(recorded, 'utf8'));
  });
});
