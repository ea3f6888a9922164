import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import tseslint from 'typescript-eslint';

/** The rooms of the house and what each may import, outside of itself. */
const rooms = {
  core: [],
  language: ['core'],
  protocol: ['core'],
  documents: ['core'],
  inference: ['core'],
  offline: ['core', 'documents'],
  asking: ['core', 'documents', 'inference', 'offline'],
  cli: ['core', 'language', 'documents', 'inference', 'offline', 'asking'],
  host: ['core', 'language', 'protocol', 'documents', 'inference', 'offline', 'asking'],
};
const src = Object.keys(rooms);
const pure = ['core', 'language', 'protocol'];

export default tseslint.config(
  { ignores: ['dist', '.tools', '.cache', 'node_modules', 'test/fixtures', 'test-results'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { boundaries },
    settings: {
      'boundaries/elements': [
        ...src.map((room) => ({ type: room, pattern: `src/${room}`, mode: 'folder' })),
        { type: 'entry', pattern: 'src/extension.ts', mode: 'full' },
        { type: 'webview', pattern: 'webview', mode: 'folder' },
        { type: 'test', pattern: 'test', mode: 'folder' },
      ],
      'import/resolver': { node: { extensions: ['.ts', '.tsx'] } },
    },
    rules: {
      'boundaries/element-types': [
        'error',
        {
          default: 'disallow',
          rules: [
            ...src.map((room) => ({ from: room, allow: [room, ...rooms[room]] })),
            { from: 'entry', allow: ['host'] },
            { from: 'webview', allow: ['webview', 'core', 'protocol'] },
            { from: 'test', allow: ['test', ...src, 'entry', 'webview'] },
          ],
        },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
    },
  },
  {
    files: pure.map((room) => `src/${room}/**/*.ts`).concat('webview/**/*.{ts,tsx}'),
    rules: { 'no-restricted-imports': ['error', { patterns: ['node:*', 'vscode', 'fs', 'path'] }] },
  },
  {
    files: src.filter((room) => room !== 'host').map((room) => `src/${room}/**/*.ts`),
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: ['vscode'] }] },
  },
  {
    files: ['**/*.config.ts', '**/*.config.js'],
    rules: { 'no-restricted-exports': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.js', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
);
