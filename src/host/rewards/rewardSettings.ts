import path from 'node:path';
import * as vscode from 'vscode';
import * as v from 'valibot';
import { PageTraceError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/records/fieldPath.ts';
import { CONTRACTS, type Contract } from '../../userRewards/model.ts';
import { setting } from '../shared/settings.ts';

/** The person's Python reward, according to the settings. */
export interface RewardSettings {
  /** The file's absolute path, followed by `:function` if the setting names a function. */
  readonly file: string;
  readonly functionName: string | null;
  readonly contract: Contract | null;
  readonly kwargs: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeLimitMs: number;
  /** The folder that it runs in. */
  readonly cwd: string;
}

const contractSchema = v.picklist(CONTRACTS);
const environmentSchema = v.record(v.string(), v.string());
const argumentsSchema = v.custom<JsonObject>(isJsonObject);

/**
 * The Python reward of the workspace folder that contains `scope`, or otherwise of the first folder; null if none is
 * named.
 * @param other the absolute path of another file, optionally with its function, which the other settings apply to too
 * @throws PageTraceError `bad-input` for a setting that cannot be used
 */
export function rewardSettings(scope?: vscode.Uri, other?: string): RewardSettings | null {
  const folder =
    (scope && vscode.workspace.getWorkspaceFolder(scope)) ?? vscode.workspace.workspaceFolders?.[0];
  const named = other ?? setting('userReward.file', folder?.uri).trim();
  if (named === '') return null;
  const root = folder?.uri.scheme === 'file' ? folder.uri.fsPath : null;
  if (root === null && !path.isAbsolute(named)) {
    throw new PageTraceError(
      'bad-input',
      `The path of the reward file ${named} is relative, but no folder is open.`,
      {
        hint: 'Open the folder, or set pagetrace.userReward.file to an absolute path.',
      },
    );
  }
  const file = path.resolve(root ?? '', named);
  const contract = setting('userReward.contract', folder?.uri);
  return {
    file,
    functionName: other === undefined ? setting('userReward.function', folder?.uri).trim() || null : null,
    contract: v.is(contractSchema, contract) ? contract : null,
    kwargs: readSetting(
      'userReward.arguments',
      argumentsSchema,
      'an object of keyword arguments',
      folder?.uri,
    ),
    environment: readSetting(
      'userReward.environment',
      environmentSchema,
      'an object whose values are strings',
      folder?.uri,
    ),
    timeLimitMs: setting('userReward.timeLimitSeconds', folder?.uri) * 1000,
    cwd: path.resolve(root ?? path.dirname(file), setting('userReward.workingDirectory', folder?.uri).trim()),
  };
}

function readSetting<T>(
  key: 'userReward.arguments' | 'userReward.environment',
  schema: v.GenericSchema<unknown, T>,
  what: string,
  scope: vscode.Uri | undefined,
): T {
  const read = v.safeParse(schema, setting(key, scope));
  if (read.success) return read.output;
  throw new PageTraceError('bad-input', `The setting pagetrace.${key} must be ${what}.`, {
    hint: 'Correct it in the settings.',
  });
}
