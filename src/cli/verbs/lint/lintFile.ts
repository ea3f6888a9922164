import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPreset } from '../../../asking/promptFiles.ts';
import { findMappedSettings } from '../../../asking/promptMapFile.ts';
import { replaceFile } from '../../../documents/replaceFile.ts';
import { trainerOfFolder } from '../../../asking/trainerFolder.ts';
import { PageTraceError } from '../../../core/errors.ts';
import { fixPrompt } from '../../../core/prompts/lint/fixPrompt.ts';
import { lintPrompt } from '../../../core/prompts/lint/lintPrompt.ts';
import type { LintOptions, PromptLint } from '../../../core/prompts/lint/model.ts';
import { isPythonReward } from '../../../core/prompts/promptMap.ts';
import { readPromptFile } from '../../../core/prompts/promptFile.ts';
import { isCompositePath, type RewardProfile } from '../../../core/rewards/model.ts';
import { loadNamedComposite } from '../../../runs/choosing/loadComposite.ts';
import { readWholeText } from '../../../runs/reading/wholeText.ts';
import { loadProfile } from '../../arguments/profileOption.ts';
import { splitFunction } from '../../../userRewards/userReward.ts';
import { packageFile } from '../../package/shippedFile.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { VerbContext } from '../../terminal/verb.ts';
import type { LintedPrompt } from './lintReport.ts';
import { nameOf, type OwnRewards } from './ownRewards.ts';

/** What the command line asks for. */
export interface AskedLint extends Omit<LintOptions, 'name'> {
  /** The Python file of the reward, as `FILE.py` or `FILE.py:function`; null for none. */
  readonly python: string | null;
  /** Whether files are repaired. */
  readonly fix: boolean;
}

/**
 * Lints a prompt with what the options, its own settings, the map file and its folder say about its reward and trainer,
 * and repairs its file if that is asked for.
 * @throws PageTraceError for a file that cannot be read or written, and for a map file or reward that cannot be used
 */
export async function lintFile(
  file: string,
  { fix, python, ...asked }: AskedLint,
  ownRewards: OwnRewards,
  { terminal, stdin, interrupted, mayRead }: VerbContext,
): Promise<LintedPrompt> {
  const isFile = file !== '-' && (!isPreset(file) || fs.existsSync(file));
  if (fix && !(isFile && isRegularFile(file))) {
    throw new PageTraceError('bad-input', '--fix repairs files only.', {
      hint: 'Name the file of a prompt, or leave --fix out.',
    });
  }
  const text = await readWholeText(promptPath(file), stdin, { signal: interrupted });
  const name = path.basename(file).replace(/\.jinja$/i, '');
  const { prompt, ownReward: named } = readPromptFile(name, text);
  const { reward } = prompt;
  const isNamed = python !== null || asked.reward !== undefined;
  const composite =
    !isNamed && reward !== null && isCompositePath(reward)
      ? await loadNamedComposite(file, () => Promise.resolve(text), reward, mayRead)
      : null;
  const needsReward = !isNamed && reward === null && named === null;
  const { mapped, ...usual } = isFile
    ? await usualSettings(file, needsReward, mayRead)
    : { mapped: null, usualTrainer: null };
  // Where Python is not run, opening it says so.
  const nameReward = (reward: string) =>
    mayRead === undefined ? ownRewardOf(file, reward, terminal) : reward;
  const own = python ?? (isNamed || named === null ? mapped : await nameReward(named));
  const options: LintOptions = {
    name,
    composite,
    ...usual,
    ...asked,
    ...(own === null ? {} : { ownReward: { name: nameOf(own), scoreOf: null } }),
  };
  const {
    text: fixed,
    made,
    lint: unscored,
  } = fix ? fixPrompt(text, options) : { text, made: [], lint: lintPrompt(text, options) };
  if (fixed !== text) {
    await writePrompt(file, fixed);
    terminal.say(
      `${file}: made ${made.length === 1 ? 'one repair' : `${made.length} repairs`}: ${made.join('; ')}.`,
    );
  }
  if (own !== null) {
    const passed = unscored.trainer === null ? 'everything' : 'trainer';
    const ownReward = await ownRewards.score(own, unscored.trials, passed);
    return {
      file,
      text: fixed,
      rewardName: ownReward.name,
      result: lintPrompt(fixed, { ...options, ownReward }),
    };
  }
  if (needsReward && !('usualReward' in usual)) reportReward(file, unscored, terminal);
  return { file, text: fixed, rewardName: unscored.reward?.name ?? null, result: unscored };
}

/**
 * The Python reward that the settings of a prompt name.
 * @throws PageTraceError `bad-input` for a file outside of the current folder, which only an option may have run
 */
async function ownRewardOf(prompt: string, named: string, { say }: Terminal): Promise<string> {
  const reward = path.resolve(prompt === '-' ? '.' : path.dirname(prompt), named);
  const shown = nameOf(reward);
  if (shown === reward || !(await isInCurrentFolder(splitFunction(reward).file))) {
    throw new PageTraceError(
      'bad-input',
      `The settings of ${prompt} name the reward ${reward}, which is outside of the current folder.`,
      { hint: `To run it, name it with --reward ${reward}` },
    );
  }
  say(`${prompt} is scored by ${shown}, which its settings name.`);
  return reward;
}

/** Whether a file is below the current folder, also where links on its path lead. */
async function isInCurrentFolder(file: string): Promise<boolean> {
  const [folder, real] = await Promise.all([
    fs.promises.realpath('.'),
    fs.promises.realpath(file).catch(() => file),
  ]);
  return nameOf(real, folder) !== real;
}

/** What the map file and the folder of a prompt say about it; `mapped` is the Python file of its reward. */
export async function usualSettings(
  file: string,
  needsReward: boolean,
  mayRead?: (file: string) => Promise<boolean>,
): Promise<Pick<LintOptions, 'usualReward' | 'usualTrainer'> & { readonly mapped: string | null }> {
  const settings = await findMappedSettings(file, mayRead);
  const trainer = settings?.trainer ?? (await trainerOfFolder(file, mayRead));
  const reward = needsReward ? (settings?.reward ?? null) : null;
  const isPython = reward !== null && isPythonReward(reward);
  if (reward !== null && isCompositePath(reward) && mayRead !== undefined && !(await mayRead(reward)))
    throw new PageTraceError('untrusted', `The reward profile ${reward} may not be read from here.`, {
      hint: 'Name another one.',
    });
  return {
    ...(reward === null || isPython ? {} : { usualReward: await loadReward(reward) }),
    usualTrainer: trainer === 'none' ? null : trainer,
    mapped: isPython ? reward : null,
  };
}

const loadReward = async (name: string): Promise<RewardProfile | null> =>
  name === 'none' ? null : loadProfile(name);

/** Writes the text of a prompt file, with the byte order mark that the file has. */
async function writePrompt(file: string, text: string): Promise<void> {
  const [first, second, third] = fs.readFileSync(file);
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new PageTraceError('file-unwritable', `${file} is UTF-16, and --fix writes UTF-8.`, {
      hint: 'Save it as UTF-8, which trainers read.',
    });
  }
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf;
  await replaceFile(file, `${isMarked ? '\uFEFF' : ''}${text}`);
}

/**
 * Reports which reward a prompt was checked against if nothing names it: without a reward, a prompt without findings may
 * still be wrong.
 */
export function reportReward(prompt: string, { reward, findings }: PromptLint, { say }: Terminal): void {
  if (findings.some(({ code }) => code === 'reward-unclear' || code === 'jinja-construct')) return;
  say(
    reward === null
      ? `${prompt} is checked against no reward, because nothing names one. Name it with --reward, in the prompt's settings or in pagetrace.prompts.json.`
      : `${prompt} is checked against ${reward.name}, according to its dialect or tags. --reward names another one.`,
  );
}

/** Whether there is a regular file, or nothing yet, at a path. */
function isRegularFile(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() !== false;
}

/** The path of a prompt: a file, or otherwise the preset of that name. */
function promptPath(file: string): string {
  if (file === '-' || !isPreset(file) || fs.existsSync(file)) return file;
  const preset = packageFile(`media/prompts/${file}.jinja`);
  if (!fs.existsSync(preset)) {
    throw new PageTraceError('file-not-found', `The preset ${file} is missing.`, {
      hint: 'Install pagetrace again.',
    });
  }
  return fileURLToPath(preset);
}
