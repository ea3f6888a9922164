import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { RULE_CODES } from '../../../src/core/prompts/lint/ruleCatalogue.ts';
import {
  commands,
  contextKeys,
  editorTypes,
  panelTypes,
  REWARD_OUTPUT_LANGUAGE,
  settings,
  TRAJECTORY_LANGUAGE,
  viewIds,
} from '../../../src/host/shared/contributions.ts';
import { PROMPT_LANGUAGE } from '../../../src/core/prompts/isPrompt.ts';
import { manifest as readManifest } from '../../support/manifest.ts';

interface Command {
  readonly command: string;
  readonly title: string;
  readonly category?: string;
}

interface Setting {
  readonly default?: unknown;
  readonly scope?: string;
  readonly order?: number;
  readonly markdownDescription?: string;
}

interface Manifest {
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly activationEvents: readonly string[];
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
  readonly contributes: {
    readonly commands: readonly Command[];
    readonly configuration: readonly {
      readonly title: string;
      readonly order: number;
      readonly properties: Readonly<Record<string, Setting>>;
    }[];
    readonly menus: Readonly<Record<string, readonly { command?: string; submenu?: string }[]>>;
    readonly keybindings?: readonly { readonly command: string }[];
    readonly customEditors: readonly { readonly viewType: string }[];
    readonly languages: readonly { readonly id: string }[];
    readonly walkthroughs: unknown;
    readonly viewsWelcome: unknown;
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
}

const read = (file: string): unknown => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
const manifest = readManifest as Manifest;
const { capabilities, contributes } = manifest;
const declaredSettings = contributes.configuration.flatMap(({ properties }) => Object.entries(properties));
const settingNamed = (name: string): Setting | undefined =>
  declaredSettings.find(([declared]) => declared === name)?.[1];

const LANGUAGES: readonly string[] = [TRAJECTORY_LANGUAGE, PROMPT_LANGUAGE, REWARD_OUTPUT_LANGUAGE];

/** All conditions in the manifest, under which something is shown or enabled. */
function conditionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    (key === 'when' || key === 'enablement') && typeof inner === 'string' ? [inner] : conditionsIn(inner),
  );
}

/** The clauses of all conditions: a context key, and the value that it is compared with, if any. */
const clauses = conditionsIn(contributes)
  .flatMap((condition) => condition.split(/ (?:&&|\|\|) /))
  .map((clause) => {
    const [key = '', , value] = clause.replace(/^!/, '').split(/ (==|!=|=~) /);
    return { key, value: value?.replace(/^'(.*)'$/, '$1') ?? [] };
  });

describe('package.json', () => {
  it('package.json asks for the version of VS Code whose types the code is checked against', () => {
    const types = read('node_modules/@types/vscode/package.json') as { version: string };
    expect(manifest.engines.vscode).toBe(`^${types.version}`);
    expect(manifest.devDependencies['@types/vscode']).toBe(manifest.engines.vscode);
  });

  it('package.json declares the commands that the code has', () => {
    expect(contributes.commands.map((each) => each.command).sort()).toEqual(Object.values(commands).sort());
  });

  it('gives every command a title and the category PageTrace', () => {
    for (const command of contributes.commands) {
      expect(command.title).not.toBe('');
      expect(command.category).toBe('PageTrace');
    }
  });

  it('package.json declares the settings that the code has, with the same defaults', () => {
    const names = declaredSettings.map(([name]) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(Object.fromEntries(declaredSettings.map(([name, { default: value }]) => [name, value]))).toEqual(
      Object.fromEntries(Object.entries(settings).map(([name, value]) => [`pagetrace.${name}`, value])),
    );
  });

  it('the settings editor shows groups and settings in the order in which package.json declares them', () => {
    const orders = (ordered: readonly { readonly order?: number }[]) => ordered.map(({ order }) => order);
    const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
    expect(orders(contributes.configuration)).toEqual(upTo(contributes.configuration.length));
    expect(orders(declaredSettings.map(([, setting]) => setting))).toEqual(upTo(declaredSettings.length));
  });

  it('every group of settings has its own title, and every setting a description', () => {
    const titles = contributes.configuration.map(({ title }) => title);
    expect(titles).toEqual([...new Set(titles)]);
    for (const [name, { markdownDescription }] of declaredSettings) {
      expect(markdownDescription, name).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('no setting of a Python reward or of folders that are read applies in an untrusted workspace', () => {
    const { restrictedConfigurations } = capabilities.untrustedWorkspaces;
    expect([...restrictedConfigurations].sort()).toEqual(
      Object.keys(settings)
        .filter((name) => name.startsWith('userReward.') || name === 'runs.documentFolders')
        .map((name) => `pagetrace.${name}`)
        .sort(),
    );
  });

  it('every rule of the prompt lint can be turned off in the settings', () => {
    const off = settingNamed('pagetrace.lint.off') as { items?: { enum?: unknown } };
    expect(off.items?.enum).toEqual(RULE_CODES);
  });

  it('a workspace cannot name a server', () => {
    expect(settingNamed('pagetrace.servers')?.scope).toBe('machine');
    expect(settingNamed('pagetrace.server')?.scope).toBe('machine');
  });

  it('menus and keybindings name only declared commands', () => {
    const named = [...Object.values(contributes.menus).flat(), ...(contributes.keybindings ?? [])].flatMap(
      ({ command }) => command ?? [],
    );
    const declared = new Set<string>(Object.values(commands));
    expect(named.filter((command) => !declared.has(command))).toEqual([]);
  });

  it('package.json declares the custom editors and views that the code has', () => {
    expect(contributes.customEditors.map(({ viewType }) => viewType)).toEqual(Object.values(editorTypes));
    expect(
      Object.values(contributes.views)
        .flat()
        .map(({ id }) => id),
    ).toEqual(Object.values(viewIds));
  });

  it('package.json declares the languages that the code has', () => {
    expect(contributes.languages.map(({ id }) => id).sort()).toEqual(LANGUAGES.toSorted());
  });

  it('the extension is activated for each panel that is restored and for each of its languages', () => {
    const events = (kind: string): string[] =>
      manifest.activationEvents.flatMap((event) =>
        event.startsWith(`${kind}:`) ? [event.slice(kind.length + 1)] : [],
      );
    expect(events('onWebviewPanel').sort()).toEqual(Object.values(panelTypes).sort());
    // The extension itself opens the output channel of a Python reward.
    const opened = LANGUAGES.filter((language) => language !== REWARD_OUTPUT_LANGUAGE);
    expect(events('onLanguage').filter((language) => LANGUAGES.includes(language))).toEqual(
      expect.arrayContaining(opened),
    );
  });

  it('when clauses use only declared context keys, and each key is used', () => {
    const asked = clauses.map(({ key }) => key).filter((key) => key.startsWith('pagetrace'));
    expect([...new Set(asked)].sort()).toEqual(Object.values(contextKeys).sort());
  });

  it.each([
    ['activeCustomEditorId', Object.values(editorTypes)],
    ['activeWebviewPanelId', Object.values(panelTypes)],
    ['view', Object.values(viewIds)],
    ['editorLangId', LANGUAGES],
  ])('a when clause compares %s only with values that the code has', (key, known: readonly string[]) => {
    const compared = clauses.flatMap((clause) => (clause.key === key ? clause.value : []));
    expect(compared.length).toBeGreaterThan(0);
    expect(compared.filter((value) => !known.includes(value))).toEqual([]);
  });

  it('links in the texts of package.json lead to declared commands and views', () => {
    const views = Object.values(viewIds);
    // VS Code adds a command for each view that shows it.
    const known = new Set<string>([...Object.values(commands), ...views.map((view) => `${view}.focus`)]);
    const text = JSON.stringify([contributes.walkthroughs, contributes.viewsWelcome]);
    const named = [...text.matchAll(/(?:command|onCommand):(pagetrace[\w.]*)/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    const shown = [...text.matchAll(/onView:([\w.]+)/g)].map(([, name = '']) => name);
    expect(shown.filter((name) => !(views as string[]).includes(name))).toEqual([]);
  });
});

describe('the code', () => {
  const sources = fs
    .globSync('src/host/**/*.ts', { cwd: root })
    .map((file) => fs.readFileSync(path.join(root, file), 'utf8'));
  /** How often a pattern occurs in the host; `NAME` stands for a member of a table of contributions. */
  const count = (pattern: string, name: string): number => {
    const regex = new RegExp(pattern.replace('NAME', name), 'g');
    return sources.reduce((sum, source) => sum + [...source.matchAll(regex)].length, 0);
  };

  it.each(Object.keys(commands))('the code handles the command %s in one part', (name) => {
    expect(count(String.raw`\[commands\.NAME\]:`, name)).toBe(1);
  });

  it.each(Object.keys(contextKeys))('the code sets the context key %s', (name) => {
    expect(count(String.raw`'setContext',\s*contextKeys\.NAME\b`, name)).toBe(1);
  });

  it('the code sets no undeclared context key', () => {
    expect(count(`'setContext'`, '')).toBe(Object.keys(contextKeys).length);
  });

  it.each(Object.keys(panelTypes))('the code makes the panel %s, and restores it after a reload', (name) => {
    expect(count(String.raw`createWebviewPanel\(\s*panelTypes\.NAME\b`, name)).toBe(1);
    expect(count(String.raw`registerWebviewPanelSerializer\(panelTypes\.NAME\b`, name)).toBe(1);
  });

  it.each(Object.keys(editorTypes))('the code registers the custom editor %s', (name) => {
    expect(count(String.raw`registerCustomEditorProvider\(editorTypes\.NAME\b`, name)).toBe(1);
  });

  it.each(Object.keys(viewIds))('the code fills the view %s', (name) => {
    expect(count(String.raw`(?:registerTreeDataProvider|createTreeView)\(viewIds\.NAME\b`, name)).toBe(1);
  });
});
