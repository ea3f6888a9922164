import js from '@eslint/js';
import { defineConfig, type OxlintConfig } from 'oxlint';
import tseslint from 'typescript-eslint';
import { UNLINTED } from './scripts/lib/unlinted.mjs';

type Rules = NonNullable<OxlintConfig['rules']>;

/** Syntax that TypeScript does not parse, and a rule that oxlint does not have yet. */
const WITHOUT = new Set([
  'no-dupe-args',
  'no-octal',
  '@typescript-eslint/no-unsafe-class-instance-assignment',
]);

/** The rules of the presets that were written for ESLint, by the names that oxlint uses. */
const presetRules = (...presets: readonly { readonly rules?: object | undefined }[]): Rules =>
  Object.fromEntries(
    [...new Map<string, unknown>(presets.flatMap(({ rules = {} }) => Object.entries(rules)))]
      .filter(([name, setting]) => setting !== 'off' && !WITHOUT.has(name))
      .map(([name, setting]) => [name.replace('@typescript-eslint/', 'typescript/'), setting]),
  ) as Rules;

/** TypeScript with its types; ESLint (`eslint.config.js`) checks imports, patterns, doc comments and scripts. */
export default defineConfig({
  options: { typeAware: true, denyWarnings: true },
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  ignorePatterns: [...UNLINTED, '**/*.{js,mjs,cjs}'],
  rules: {
    ...presetRules(
      js.configs.recommended,
      ...tseslint.configs.strictTypeChecked,
      ...tseslint.configs.stylisticTypeChecked,
    ),
    // TypeScript finds these, and oxlint takes `this.#member as T` for no use.
    'no-unused-private-class-members': 'off',
    // oxlint asks for it where the other operand is a string or an assignment, too.
    'typescript/prefer-optional-chain': 'off',
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    'typescript/consistent-type-imports': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    'no-restricted-exports': [
      'error',
      { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } },
    ],
  },
  overrides: [
    {
      // The SDK reserves the low-level server for cases like this one: its tools have schemas of valibot, not of zod.
      files: ['src/cli/verbs/mcp/createServer.ts'],
      rules: { 'typescript/no-deprecated': 'off' },
    },
    {
      // Tools read their configuration from a default export, and a declaration file says what a library exports.
      files: ['**/*.config.{ts,js}', '**/*.d.ts'],
      rules: { 'no-restricted-exports': 'off' },
    },
  ],
});
