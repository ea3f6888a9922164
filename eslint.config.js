import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import jsdoc from 'eslint-plugin-jsdoc';
import { defineConfig } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { rooms } from './scripts/lib/rooms.mjs';
import { UNLINTED } from './scripts/lib/unlinted.mjs';

/** The folders of core, lowest first, and what each may import beside itself and the files of core itself. */
const coreFolders = {
  python: [],
  geometry: [],
  groups: ['python'],
  metrics: ['python'],
  layout: ['python', 'geometry'],
  trajectory: ['python', 'geometry'],
  grounding: ['python', 'geometry', 'layout', 'trajectory'],
  comparison: ['geometry', 'metrics', 'trajectory', 'grounding'],
  rewards: ['python', 'geometry', 'groups', 'metrics', 'trajectory', 'grounding'],
  records: ['python', 'geometry', 'groups', 'metrics', 'trajectory', 'rewards'],
  prompts: ['python', 'geometry', 'trajectory', 'rewards', 'records'],
  filter: [],
  datasets: ['geometry', 'grounding', 'metrics', 'rewards', 'records'],
  summary: ['python', 'groups', 'metrics', 'trajectory', 'grounding', 'rewards', 'records'],
  charts: ['python', 'filter', 'summary'],
  statistics: [],
  runMetrics: ['python', 'metrics', 'statistics', 'trajectory', 'rewards', 'records', 'summary'],
  runComparison: ['metrics', 'statistics', 'records', 'summary', 'runMetrics'],
  toolPool: ['filter', 'trajectory', 'prompts', 'records', 'summary'],
  training: ['prompts', 'records'],
  alerts: ['filter', 'summary'],
  whatIf: ['python', 'groups', 'summary', 'filter'],
};

/**
 * The folders of the host, and which others each may import beside what the host may; the table has an order from
 * `shared` upwards, so that there are no cycles.
 */
const hostFolders = {
  shared: [],
  start: ['shared'],
  servers: ['shared'],
  agents: ['shared', 'servers'],
  document: ['shared', 'servers'],
  rewards: ['shared'],
  grounding: ['shared', 'document'],
  inspector: ['shared', 'servers', 'document', 'rewards', 'grounding'],
  prompts: ['shared', 'servers', 'document', 'rewards'],
  trajectories: ['shared', 'document', 'rewards', 'inspector', 'prompts'],
  asking: ['shared', 'servers', 'document', 'inspector', 'prompts'],
  datasets: ['shared', 'document'],
  recent: ['shared', 'inspector', 'trajectories', 'asking'],
  runs: ['shared', 'document', 'rewards', 'grounding', 'inspector', 'trajectories'],
  evaluation: ['shared', 'servers', 'inspector', 'prompts', 'asking', 'runs'],
  links: ['shared', 'inspector', 'trajectories', 'asking'],
};

const elementsOf = (/** @type {string} */ room, /** @type {Record<string, string[]>} */ folders) =>
  Object.keys(folders).map((folder) => `${room}/${folder}`);

/** The elements of a folder table, and what each may import. */
const folderElements = (
  /** @type {string} */ room,
  /** @type {Record<string, string[]>} */ folders,
  /** @type {string[]} */ forAll,
) =>
  Object.entries(folders).map(([folder, imported]) => [
    `${room}/${folder}`,
    [...forAll, ...imported.map((each) => `${room}/${each}`)],
  ]);

/** A room that others may import, as the linter tells it apart. */
const wholeRoom = (/** @type {string} */ room) =>
  room === 'core' ? ['core', ...elementsOf('core', coreFolders)] : [room];

/**
 * What the linter tells apart, and what each may import: the folders of core and of the host, and the rooms (the host
 * is its folders; core has files of its own). The first whose path fits a file is the file's.
 */
const elements = {
  ...Object.fromEntries(folderElements('core', coreFolders, ['core'])),
  ...Object.fromEntries(folderElements('host', hostFolders, rooms.host.flatMap(wholeRoom))),
  ...Object.fromEntries(
    Object.entries(rooms)
      .filter(([room]) => room !== 'host')
      .map(([room, imported]) => [room, imported.flatMap(wholeRoom)]),
  ),
};
const folderOf = (/** @type {string} */ element) =>
  ['webview', 'scripts'].includes(element) ? element : `src/${element}`;

/**
 * What some files may import beside packages. Each block has the policy of its files only: the rule tries all that it is
 * given at each import, which takes most of ESLint's time when it is given those of all files.
 * @param {readonly string[]} files
 * @param {object} policy
 */
const importing = (files, policy) => ({
  files: [...files],
  rules: {
    'boundaries/dependencies': [
      'error',
      {
        default: 'disallow',
        policies: [{ allow: { to: { module: { origin: ['external', 'core'] } } } }, policy],
      },
    ],
  },
});

/** Rooms whose code runs anywhere: neither Node's modules nor VS Code's. */
const portable = [
  'src/core/**/*.ts',
  'src/language/**/*.ts',
  'src/protocol/**/*.ts',
  'src/reports/**/*.ts',
  'webview/**/*.{ts,tsx}',
];

const nodeModules = {
  regex:
    '^(node:|(assert|buffer|child_process|crypto|events|fs|http|https|net|os|path|process|stream|url|util|worker_threads|zlib)(/|$))',
  message: 'This room runs without Node.',
};
const vscodeModule = { regex: '^vscode$', message: 'Only src/host imports vscode.' };

/**
 * What files import, the patterns, the doc comments and the scripts; oxlint (`oxlint.config.ts`) checks TypeScript with its
 * types.
 */
export default defineConfig(
  {
    // No rule of this file is about tests: oxlint checks them.
    ignores: [...UNLINTED, 'src/core/filter/filterGrammar.js', 'test/**/*.{ts,tsx}'],
  },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true },
  },
  {
    files: ['**/*.{mjs,js,cjs}'],
    extends: [js.configs.recommended],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: { parser: tseslint.parser },
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [vscodeModule] }] },
  },
  {
    files: portable,
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [vscodeModule, nodeModules] }],
    },
  },
  {
    files: ['src/host/**/*.ts', 'src/extension.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': 'off' },
  },
  {
    files: ['src/**/*.ts', 'webview/**/*.{ts,tsx}', 'scripts/**/*.mjs'],
    plugins: { boundaries },
    settings: {
      'boundaries/elements': [
        ...Object.keys(elements).map((element) => ({ type: element, pattern: folderOf(element) })),
        { type: 'test', pattern: 'test' },
      ],
      'boundaries/files': [{ category: 'entry', pattern: 'src/extension.ts' }],
      'boundaries/dependency-nodes': ['import', 'export', 'dynamic-import', 'require'],
      'import/resolver': { node: { extensions: ['.ts', '.tsx', '.mjs', '.js'] } },
    },
    rules: { 'boundaries/no-unknown-files': 'error' },
  },
  importing(['src/extension.ts'], {
    from: { file: { categories: 'entry' } },
    allow: { to: { element: { types: { anyOf: elementsOf('host', hostFolders) } } } },
  }),
  // The files of core that are in none of its folders come first, because a file of a folder fits their pattern too.
  ...Object.entries(elements)
    .sort(([a], [b]) => a.split('/').length - b.split('/').length)
    .map(([element, imported]) =>
      importing([`${folderOf(element)}/**/*.{ts,tsx,mjs}`], {
        from: { element: { type: element } },
        allow: { to: { element: { types: { anyOf: [element, ...imported] } } } },
      }),
    ),
  {
    // A pattern over other people's text must take time in proportion to its length: what a model, a file, or a server
    // sends can be made for the pattern that reads it.
    files: ['src/**/*.ts', 'webview/**/*.{ts,tsx}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true }],
    },
  },
  {
    files: ['src/**/*.ts'],
    plugins: { jsdoc },
    rules: {
      'jsdoc/require-jsdoc': [
        'error',
        {
          publicOnly: true,
          enableFixer: false,
          require: { FunctionDeclaration: true, ClassDeclaration: true, ArrowFunctionExpression: true },
        },
      ],
    },
  },
  {
    // TypeScript checks these, and knows what a page has.
    files: ['scripts/*.mjs', 'scripts/{lib,scale,vllm}/**/*.mjs'],
    rules: { 'no-undef': 'off' },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs' },
  },
);
