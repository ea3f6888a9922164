import fs from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import { Positions } from '../core/positions.ts';
import { isJsonObject, valueAt } from '../core/records/fieldPath.ts';
import { parseYamlValue } from '../core/records/yamlDocument.ts';
import type { Contract, FunctionSetting } from './model.ts';
import { isFile } from './runnerFiles.ts';
import { mergeSettings, parseOverrides, type Settings } from './overrides.ts';

/** The most bytes of a configuration; those of trainers have some kilobytes. */
const MOST_BYTES = 5 * 1024 * 1024;

/** The reward function that a trainer's configuration names. */
export interface ConfiguredReward {
  readonly trainer: 'EasyR1' | 'verl';
  /** The absolute path of the file. */
  readonly file: string;
  readonly functionName: string;
  /** Where the configuration names the function. */
  readonly functionSetting: FunctionSetting;
  readonly kwargs: Readonly<Record<string, unknown>>;
  /** The contract that the configuration determines by itself; null if the function does. */
  readonly contract: Contract | null;
  /** EasyR1's `worker.reward.reward_type`; null if it is not set. */
  readonly rewardType: 'batch' | 'sequential' | null;
  /** EasyR1's `data.format_prompt`, as it is written; null if it is not set. */
  readonly formatPrompt: string | null;
  /** The folder that the paths of the configuration are relative to: the trainer's working directory. */
  readonly cwd: string;
}

/** The reward of a configuration, before its file is looked for. */
type NamedReward = Omit<ConfiguredReward, 'cwd'>;

/** What to do about a file that does not exist relative to the folder that the configuration is read in. */
const runThere = () =>
  ({
    hint: t('Name the folder in which the trainer is started.'),
    remedy: { kind: 'name-working-folder' },
  }) as const;

/**
 * Reads a trainer's configuration: a YAML file of EasyR1 or verl, a file with overrides such as the shell script that
 * starts the trainer, or overrides themselves.
 * @param given the path of the file, or the text of the overrides
 * @param cwd the folder that the trainer would be started in. A relative path that does not exist there is looked for
 * in the folder of the configuration and in the folders above.
 * @throws PageTraceError if the configuration cannot be read, or names no reward function that exists
 */
export async function readTrainerConfig(given: string, cwd: string): Promise<ConfiguredReward> {
  const text = await readIfFile(given);
  if (text === null && !given.includes('=')) {
    throw new PageTraceError('file-not-found', t('The configuration {0} does not exist.', given), {
      hint: t('Correct its path, or give overrides such as custom_reward_function.path=mine.py.'),
    });
  }
  const starts = [cwd, ...(text === null ? [] : foldersAbove(path.dirname(path.resolve(given))))];
  const isYaml = text !== null && /\.(?:ya?ml|json)$/i.test(given);
  const written = isYaml ? readSettings(text, given) : parseOverrides(text ?? given);
  const base = written['config'];
  const settings =
    typeof base === 'string' && !isYaml ? mergeSettings(await readBase(base, starts), written) : written;
  const named = easyR1Reward(settings) ?? verlReward(settings);
  if (named === null) {
    throw new PageTraceError(
      'bad-input',
      text === null
        ? t('There is no reward function in the given overrides.')
        : t('There is no reward function in {0}.', given),
      {
        hint: t(
          'EasyR1 names it as worker.reward.reward_function (./mine.py:compute_score), verl as custom_reward_function.path and custom_reward_function.name.',
        ),
      },
    );
  }
  if (/\$\{?\w/.test(named.file)) {
    throw new PageTraceError(
      'bad-input',
      text === null
        ? t('The path {0} in the given overrides contains a variable that is not set there.', named.file)
        : t('The path {0} in {1} contains a variable that is not set there.', named.file, given),
      { hint: t('Name the file itself.') },
    );
  }
  const found = await findFile(named.file, starts);
  if (found === null) {
    throw new PageTraceError(
      'file-not-found',
      text === null
        ? t('The reward file {0} of the given overrides does not exist in {1}.', named.file, cwd)
        : t('The reward file {0} of {1} does not exist in {2}.', named.file, given, cwd),
      runThere(),
    );
  }
  return { ...named, ...found };
}

/**
 * What a trainer's configuration says about the reward, as sentences.
 * @param cwd the folder that it was looked for in
 * @param used the arguments that are used, and the option or setting that may change those of the configuration
 */
export function describeConfig(
  config: ConfiguredReward,
  cwd: string,
  used: { readonly kwargs: Readonly<Record<string, unknown>>; readonly setBy: string },
): readonly string[] {
  const { cwd: found, formatPrompt } = config;
  return [
    describeArguments(config, JSON.stringify(used.kwargs), used.setBy),
    ...(found === cwd ? [] : [t('Its paths are relative to {0}, not to {1}.', found, cwd)]),
    ...(formatPrompt === null ? [] : [t('Its format prompt is {0}: lint it too.', formatPrompt)]),
  ];
}

function describeArguments(
  { trainer, file, functionName, kwargs }: ConfiguredReward,
  used: string,
  setBy: string,
): string {
  const named = `${file}:${functionName}`;
  const configured = JSON.stringify(kwargs);
  const isChanged = used !== configured;
  if (Object.keys(kwargs).length === 0)
    return isChanged
      ? t(
          'The configuration of {0} names {1} with no arguments, and {2} adds {3}.',
          trainer,
          named,
          setBy,
          used,
        )
      : t('The configuration of {0} names {1} with no arguments.', trainer, named);
  return isChanged
    ? t(
        'The configuration of {0} names {1} with the arguments {2}, which {3} changes to {4}.',
        trainer,
        named,
        configured,
        setBy,
        used,
      )
    : t('The configuration of {0} names {1} with the arguments {2}.', trainer, named, configured);
}

function easyR1Reward(settings: Settings): NamedReward | null {
  // EasyR1 up to 0.3.0 had other names.
  const key =
    textAt(settings, 'worker.reward.reward_function') === null
      ? 'worker.reward.score_function'
      : 'worker.reward.reward_function';
  const named = textAt(settings, key);
  if (named === null) return null;
  const colon = named.lastIndexOf(':');
  const type = textAt(settings, 'worker.reward.reward_type');
  const file = colon === -1 ? named : named.slice(0, colon);
  return {
    trainer: 'EasyR1',
    file,
    functionName: colon === -1 ? 'main' : named.slice(colon + 1),
    functionSetting: { key, file },
    kwargs: {
      ...objectAt(settings, 'worker.reward.score_function_kwargs'),
      ...objectAt(settings, 'worker.reward.reward_function_kwargs'),
    },
    contract: null,
    rewardType: type === 'batch' || type === 'sequential' ? type : null,
    formatPrompt: textAt(settings, 'data.format_prompt'),
  };
}

function verlReward(settings: Settings): NamedReward | null {
  // Later versions of verl have it below `reward`.
  const prefix = textAt(settings, 'custom_reward_function.path') === null ? 'reward.' : '';
  const named = textAt(settings, `${prefix}custom_reward_function.path`);
  if (named === null) return null;
  const manager =
    textAt(settings, 'reward_manager.name') ??
    textAt(settings, 'reward.reward_manager.name') ??
    textAt(settings, 'reward_model.reward_manager');
  return {
    trainer: 'verl',
    file: named.replace(/^file:\/\//, ''),
    functionName: textAt(settings, `${prefix}custom_reward_function.name`) ?? 'compute_score',
    functionSetting: { key: `${prefix}custom_reward_function.name`, file: null },
    kwargs: objectAt(settings, `${prefix}custom_reward_function.reward_kwargs`),
    contract: manager === 'batch' ? 'verl-batch' : null,
    rewardType: null,
    formatPrompt: null,
  };
}

function textAt(settings: Settings, keys: string): string | null {
  const value = valueAt(settings, keys);
  return typeof value === 'string' && value !== '' ? value : null;
}

function objectAt(settings: Settings, keys: string): Readonly<Record<string, unknown>> {
  const value = valueAt(settings, keys);
  return isJsonObject(value) ? value : {};
}

/** The settings of EasyR1's `config=FILE`. */
async function readBase(named: string, starts: readonly string[]): Promise<Settings> {
  const found = await findFile(named, starts);
  const text = found === null ? null : await readIfFile(found.file);
  if (text !== null) return readSettings(text, named);
  throw new PageTraceError('file-not-found', t('The configuration {0} does not exist.', named), runThere());
}

function readSettings(text: string, name: string): Settings {
  const { value, error } = parseYamlValue(text);
  if (error !== null) {
    const { line, column } = new Positions(text).at(error.pos[0]);
    throw new PageTraceError(
      'bad-input',
      t('{0} is not valid YAML: {1}.', `${name}:${line}:${column}`, error.message),
      { hint: t('Correct the file.'), said: error.message },
    );
  }
  return isJsonObject(value) ? value : {};
}

/** A file by its path from the first of some folders that has it, with that folder; null if none has it. */
async function findFile(
  named: string,
  starts: readonly string[],
): Promise<{ readonly file: string; readonly cwd: string } | null> {
  for (const cwd of starts) {
    const file = path.resolve(cwd, named);
    if (await isFile(file)) return { file, cwd: path.isAbsolute(named) ? (starts[0] ?? cwd) : cwd };
  }
  return null;
}

function foldersAbove(folder: string): readonly string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}

/**
 * The text of a file; null if there is no regular file.
 * @throws PageTraceError `bad-input` for more than `MOST_BYTES`
 */
async function readIfFile(file: string): Promise<string | null> {
  // Reading a pipe might never end, and opening one would wait if it took the place of the file in between.
  if (!(await isFile(file))) return null;
  const handle = await fs.open(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK).catch(() => null);
  if (handle === null) return null;
  try {
    const opened = await handle.stat();
    if (!opened.isFile()) return null;
    if (opened.size > MOST_BYTES) {
      throw new PageTraceError('bad-input', t('{0} is too large for a configuration of a trainer.', file), {
        hint: t('Name a smaller file.'),
      });
    }
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}
