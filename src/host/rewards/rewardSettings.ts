import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import * as v from 'valibot';
import { PageTraceError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/records/fieldPath.ts';
import { CONTRACTS, type Contract, type FunctionSetting } from '../../userRewards/model.ts';
import { setting } from '../shared/settings.ts';

/** The person's Python reward, according to the settings. */
export interface RewardSettings {
  /** The file's absolute path, followed by `:function` if the setting names a function. */
  readonly file: string;
  readonly functionName: string | null;
  readonly contract: Contract | null;
  readonly rewardType: 'batch' | 'sequential' | null;
  /** Where the trainer's configuration names the function; null if a setting names it. */
  readonly functionSetting: FunctionSetting | null;
  readonly kwargs: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeLimitMs: number;
  /** The folder that it runs in. */
  readonly cwd: string;
  /** The verdict of a stub that answers for the judge that it asks; null without one. */
  readonly judgeStub: 'right' | 'wrong' | null;
  /** What a person should know about these settings, each a sentence. */
  readonly notes: readonly string[];
}

const contractSchema = v.picklist(CONTRACTS);
const verdictSchema = v.picklist(['right', 'wrong']);
const environmentSchema = v.record(v.string(), v.string());
const argumentsSchema = v.custom<JsonObject>(isJsonObject);

/** Whether the settings name a Python reward, by its file or by a trainer's configuration. */
export function namesReward(scope?: vscode.Uri): boolean {
  return setting('userReward.file', scope).trim() !== '' || setting('userReward.config', scope).trim() !== '';
}

/**
 * The Python reward of the workspace folder that contains `scope`, or otherwise of the first folder; null if none is
 * named. Of a trainer's configuration, settings of their own replace the file and the contract, and single arguments.
 * @param other the absolute path of another file, optionally with its function, which the other settings apply to too,
 *   but not the trainer's configuration
 * @throws PageTraceError `bad-input` for a setting that cannot be used; why the configuration cannot be used
 */
export async function rewardSettings(scope?: vscode.Uri, other?: string): Promise<RewardSettings | null> {
  const folder =
    (scope && vscode.workspace.getWorkspaceFolder(scope)) ?? vscode.workspace.workspaceFolders?.[0];
  const root = folder?.uri.scheme === 'file' ? folder.uri.fsPath : null;
  const named = setting('userReward.config', folder?.uri).trim();
  const place = setting('userReward.workingDirectory', folder?.uri).trim();
  const ownArguments = (): JsonObject =>
    readSetting('userReward.arguments', argumentsSchema, folder?.uri, () =>
      t('The setting pagetrace.userReward.arguments must be an object of keyword arguments.'),
    );
  const config =
    other === undefined && named !== ''
      ? await readConfig(absolutePath(root, named, 'userReward.config'), root, place, ownArguments())
      : null;
  const ownFile = other ?? setting('userReward.file', folder?.uri).trim();
  const file = ownFile === '' ? (config?.file ?? null) : absolutePath(root, ownFile, 'userReward.file');
  if (file === null) return null;
  const functionName =
    other === undefined ? setting('userReward.function', folder?.uri).trim() || null : null;
  const contract = setting('userReward.contract', folder?.uri);
  const verdict = setting('userReward.judgeStub', folder?.uri);
  const judgeStub = v.is(verdictSchema, verdict) ? verdict : null;
  const { describeStub } = await import('../../userRewards/judgeStub.ts');
  return {
    file,
    functionName,
    functionSetting: ownFile === '' && functionName === null ? (config?.functionSetting ?? null) : null,
    contract: v.is(contractSchema, contract) ? contract : (config?.contract ?? null),
    rewardType: config?.rewardType ?? null,
    kwargs: config?.kwargs ?? ownArguments(),
    environment: readSetting('userReward.environment', environmentSchema, folder?.uri, () =>
      t('The setting pagetrace.userReward.environment must be an object whose values are strings.'),
    ),
    timeLimitMs: setting('userReward.timeLimitSeconds', folder?.uri) * 1000,
    cwd: place === '' && config !== null ? config.cwd : path.resolve(root ?? path.dirname(file), place),
    judgeStub,
    notes: [...(config?.notes ?? []), ...(judgeStub === null ? [] : [describeStub(judgeStub)])],
  };
}

/** The reward of a trainer's configuration, its file with the function, and its arguments with those of `given`. */
async function readConfig(file: string, root: string | null, place: string, given: JsonObject) {
  const { describeConfig, readTrainerConfig } = await import('../../userRewards/trainerConfig.ts');
  const cwd = path.resolve(root ?? path.dirname(file), place);
  const config = await readTrainerConfig(file, cwd);
  const kwargs = { ...config.kwargs, ...given };
  const notes = describeConfig(config, cwd, { kwargs, setBy: 'pagetrace.userReward.arguments' });
  return { ...config, file: `${config.file}:${config.functionName}`, kwargs, notes };
}

/** @throws PageTraceError `bad-input` for a relative path without a folder that it could be relative to */
function absolutePath(
  root: string | null,
  named: string,
  key: 'userReward.file' | 'userReward.config',
): string {
  if (root !== null || path.isAbsolute(named)) return path.resolve(root ?? '', named);
  throw new PageTraceError(
    'bad-input',
    key === 'userReward.file'
      ? t('The path of the reward file {0} is relative, but no folder is open.', named)
      : t('The path of the configuration {0} is relative, but no folder is open.', named),
    { hint: t('Open the folder, or set pagetrace.{0} to an absolute path.', key) },
  );
}

function readSetting<T>(
  key: 'userReward.arguments' | 'userReward.environment',
  schema: v.GenericSchema<unknown, T>,
  scope: vscode.Uri | undefined,
  fault: () => string,
): T {
  const read = v.safeParse(schema, setting(key, scope));
  if (read.success) return read.output;
  throw new PageTraceError('bad-input', fault(), { hint: t('Correct it in the settings.') });
}
