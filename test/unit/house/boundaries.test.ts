import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';

// The linted files do not exist, and their exports need no comments.
const eslint = new ESLint({ cwd: root, overrideConfig: [{ rules: { 'jsdoc/require-jsdoc': 'off' } }] });

async function rulesBroken(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath });
  return (result?.messages ?? []).map((message) => message.ruleId ?? message.message);
}

const room = 'boundaries/dependencies';
const library = '@typescript-eslint/no-restricted-imports';

describe('imports between rooms', () => {
  it.each([
    [
      'core from documents',
      'src/core/planted.ts',
      `export type { PageInfo } from '../documents/model.ts';`,
      room,
    ],
    ['core from Node', 'src/core/planted.ts', `export { readFile } from 'node:fs/promises';`, library],
    ['core from Node, without its scheme', 'src/core/planted.ts', `export { join } from 'path';`, library],
    [
      'geometry from trajectory',
      'src/core/geometry/planted.ts',
      `export type { Trajectory } from '../trajectory/model.ts';`,
      room,
    ],
    [
      'trajectory from rewards',
      'src/core/trajectory/dialects/planted.ts',
      `export type { Score } from '../../rewards/model.ts';`,
      room,
    ],
    [
      'rewards from records',
      'src/core/rewards/planted.ts',
      `export type { Sample } from '../records/model.ts';`,
      room,
    ],
    [
      'records from prompts',
      'src/core/records/planted.ts',
      `export type { Prompt } from '../prompts/model.ts';`,
      room,
    ],
    [
      "core's own files from a folder of it",
      'src/core/planted.ts',
      `export type { Trajectory } from './trajectory/model.ts';`,
      room,
    ],
    [
      'protocol from inference',
      'src/protocol/planted.ts',
      `export type { Usage } from '../inference/model.ts';`,
      room,
    ],
    [
      'documents from inference, lazily',
      'src/documents/planted.ts',
      `export const late = import('../inference/model.ts');`,
      room,
    ],
    ['documents from vscode', 'src/documents/planted.ts', `export { version } from 'vscode';`, library],
    [
      'offline from inference',
      'src/offline/planted.ts',
      `export type { Usage } from '../inference/model.ts';`,
      room,
    ],
    [
      'userRewards from asking',
      'src/userRewards/planted.ts',
      `export type { Question } from '../asking/model.ts';`,
      room,
    ],
    ['userRewards from vscode', 'src/userRewards/planted.ts', `export { version } from 'vscode';`, library],
    [
      'cli from host',
      'src/cli/planted.ts',
      `export { commands } from '../host/shared/contributions.ts';`,
      room,
    ],
    ['cli from vscode', 'src/cli/planted.ts', `export { version } from 'vscode';`, library],
    ['reports from Node', 'src/reports/planted.ts', `export { join } from 'node:path';`, library],
    [
      'webview from Node',
      'webview/shared/planted.ts',
      `export { readFile } from 'node:fs/promises';`,
      library,
    ],
    [
      'webview from host',
      'webview/shared/planted.ts',
      `export { commands } from '../../src/host/shared/contributions.ts';`,
      room,
    ],
    [
      'what the host shares from a folder of the host',
      'src/host/shared/planted.ts',
      `export type { Servers } from '../servers/servers.ts';`,
      room,
    ],
    [
      'the inspector from asking, lazily',
      'src/host/inspector/planted.ts',
      `export const late = import('../asking/asker.ts');`,
      room,
    ],
    [
      'trajectories from asking',
      'src/host/trajectories/planted.ts',
      `export type { Asker } from '../asking/asker.ts';`,
      room,
    ],
    [
      'a file of the host in none of its folders',
      'src/host/planted.ts',
      `export { version } from 'vscode';`,
      'boundaries/no-unknown-files',
    ],
    ['the entry from core', 'src/extension.ts', `export { PageTraceError } from './core/errors.ts';`, room],
    [
      'src from test',
      'src/host/shared/planted.ts',
      `export { root } from '../../../test/e2e/vitest.config.ts';`,
      room,
    ],
  ])('the linter forbids the import of %s', async (_name, file, code, rule) => {
    expect(await rulesBroken(file, code)).toEqual([rule]);
  });

  it.each([
    [
      'host from vscode, Node and the other rooms',
      'src/host/shared/planted.ts',
      `export { version } from 'vscode';\nexport { join } from 'node:path';\nexport type { Usage } from '../inference/model.ts';`,
    ],
    [
      'documents from core and Node',
      'src/documents/planted.ts',
      `export type { Span } from '../core/span.ts';\nexport { join } from 'node:path';`,
    ],
    [
      'prompts from rewards and records',
      'src/core/prompts/lint/planted.ts',
      `export type { Score } from '../../rewards/model.ts';\nexport type { Sample } from '../../records/model.ts';`,
    ],
    [
      'webview from a folder of core',
      'webview/shared/planted.ts',
      `export type { Score } from '../../src/core/rewards/model.ts';`,
    ],
    [
      'webview from protocol',
      'webview/shared/planted.ts',
      `export type { Wire } from '../../src/protocol/rpc.ts';`,
    ],
  ])('the linter allows the import of %s', async (_name, file, code) => {
    expect(await rulesBroken(file, code)).toEqual([]);
  });
});
