import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { RULE_CODES } from '../../../src/core/prompts/lint/ruleCatalogue.ts';
import {
  commands,
  settings,
  viewTypes,
  TRAJECTORY_LANGUAGE,
} from '../../../src/host/shared/contributions.ts';
import { PROMPT_LANGUAGE } from '../../../src/language/prompt/recognise.ts';

interface Command {
  readonly command: string;
  readonly title: string;
  readonly category?: string;
}

interface Manifest {
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly Command[];
    readonly configuration: {
      readonly properties: Readonly<Record<string, { default?: unknown; scope?: string }>>;
    };
    readonly menus: Readonly<Record<string, readonly { command?: string; submenu?: string }[]>>;
    readonly keybindings?: readonly { readonly command: string }[];
    readonly customEditors: readonly { readonly viewType: string }[];
    readonly languages: readonly { readonly id: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
}

const read = (file: string): unknown => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
const manifest = read('package.json') as Manifest;
const { contributes } = manifest;

describe('package.json', () => {
  it('asks for the VS Code whose types the code is checked against', () => {
    const types = read('node_modules/@types/vscode/package.json') as { version: string };
    expect(manifest.engines.vscode).toBe(`^${types.version}`);
    expect(manifest.devDependencies['@types/vscode']).toBe(manifest.engines.vscode);
  });

  it('declares the commands that the code has', () => {
    expect(contributes.commands.map((each) => each.command).sort()).toEqual(Object.values(commands).sort());
  });

  it('gives every command a title and the category PageTrace', () => {
    for (const command of contributes.commands) {
      expect(command.title).not.toBe('');
      expect(command.category).toBe('PageTrace');
    }
  });

  it('declares the settings that the code has, with the same defaults', () => {
    const declared = Object.entries(contributes.configuration.properties).map(
      ([name, { default: value }]) => [name, value],
    );
    expect(Object.fromEntries(declared)).toEqual(
      Object.fromEntries(Object.entries(settings).map(([name, value]) => [`pagetrace.${name}`, value])),
    );
  });

  it('offers every rule of the prompt lint to be switched off', () => {
    const off = contributes.configuration.properties['pagetrace.lint.off'] as { items?: { enum?: unknown } };
    expect(off.items?.enum).toEqual(RULE_CODES);
  });

  it('lets no workspace name a server', () => {
    expect(contributes.configuration.properties['pagetrace.servers']?.scope).toBe('machine');
    expect(contributes.configuration.properties['pagetrace.server']?.scope).toBe('machine');
  });

  it('names only declared commands in menus and keybindings', () => {
    const named = [...Object.values(contributes.menus).flat(), ...(contributes.keybindings ?? [])].flatMap(
      ({ command }) => command ?? [],
    );
    const declared = new Set<string>(Object.values(commands));
    expect(named.filter((command) => !declared.has(command))).toEqual([]);
  });

  it('declares the views, editors and languages that the code has', () => {
    expect(contributes.customEditors.map((each) => each.viewType)).toContain(viewTypes.document);
    expect(
      Object.values(contributes.views)
        .flat()
        .map((each) => each.id),
    ).toContain(viewTypes.recent);
    const languages = contributes.languages.map((each) => each.id);
    expect(languages).toEqual(expect.arrayContaining([TRAJECTORY_LANGUAGE, PROMPT_LANGUAGE]));
  });
});
