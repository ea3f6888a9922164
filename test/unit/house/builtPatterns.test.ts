import fs from 'node:fs';
import path from 'node:path';
import { Linter } from 'eslint';
import regexp from 'eslint-plugin-regexp';
import { expect, it, vi } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';

/** The patterns that the modules of a folder build from texts when they are loaded, as literals. */
async function builtPatterns(folder: string): Promise<ReadonlySet<string>> {
  const built = new Set<string>();
  const original = RegExp;
  vi.resetModules();
  vi.stubGlobal(
    'RegExp',
    new Proxy(original, {
      construct: (target, given: ConstructorParameters<typeof RegExp>, newTarget) => {
        const made = Reflect.construct(target, given, newTarget) as RegExp;
        if (typeof given[0] === 'string') built.add(String(made));
        return made;
      },
    }),
  );
  try {
    for (const file of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.ts')) await import(path.join(folder, file));
  } finally {
    vi.unstubAllGlobals();
    vi.resetModules();
  }
  return built;
}

it.each(['src/core/prompts', 'src/core/records', 'src/core/trajectory', 'src/core/rewards', 'src/language'])(
  '%s: patterns that are built from texts take linear time, as the linter asks of literals',
  async (room) => {
    const patterns = [...(await builtPatterns(path.join(root, room)))];
    expect(patterns.length).toBeGreaterThan(10);
    const linter = new Linter();
    const messages = linter.verify(patterns.map((pattern) => `void ${pattern};`).join('\n'), {
      plugins: { regexp },
      languageOptions: { ecmaVersion: 'latest' },
      rules: {
        'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
        'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true }],
      },
    });
    expect(messages.map(({ line, message }) => `${patterns[line - 1] ?? ''}: ${message}`)).toEqual([]);
  },
  600_000,
);
