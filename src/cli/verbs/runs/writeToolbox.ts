import fs from 'node:fs/promises';
import path from 'node:path';
import { asPageTraceError, PageTraceError } from '../../../core/errors.ts';
import { listNames, splitPlain } from '../../../core/toolPool/plainNames.ts';
import { replaceToolbox } from '../../../core/toolPool/replaceToolbox.ts';
import type { ToolboxTool } from '../../../core/toolPool/toolbox.ts';
import { writeToolboxPrompt } from '../../../core/toolPool/toolboxPrompt.ts';
import { replaceFile } from '../../../documents/replaceFile.ts';
import { NO_INPUT } from '../../../runs/reading/bytes.ts';
import { readWholeText } from '../../../runs/reading/wholeText.ts';
import { requireApart, requireWritable } from '../../output/outputFile.ts';
import { wholeText } from '../../output/numbers.ts';

const PROMPT = '.jinja';

/** The composite reward of a prompt that is written for other tools than those of a built-in reward. */
const rewardFileOf = (file: string): string => `${file.slice(0, -PROMPT.length)}.reward.json`;

/** What a command reads and writes beside a toolbox. */
export interface OtherFiles {
  readonly read: readonly string[];
  readonly out: string | undefined;
}

/**
 * Checks, before anything is read, that a prompt file can be written.
 * @throws PageTraceError `bad-input` for another kind of file, and for one that is read or written otherwise;
 * `file-unwritable`
 */
export async function requireToolboxFile(file: string, { read, out }: OtherFiles): Promise<void> {
  if (path.extname(file).toLowerCase() !== PROMPT)
    throw new PageTraceError('bad-input', `--toolbox ${file} is no prompt file.`, {
      hint: 'Name a file that ends in .jinja: a new one, or a prompt whose toolbox is replaced.',
    });
  await requireWritable(file);
  await requireApart([file], read, '--toolbox');
  if (out !== undefined) await requireApart([out], [file, rewardFileOf(file)]);
}

/**
 * Writes tools into a prompt file: a new one, or in place of the toolbox of the one that is there. Tools whose names are not
 * plain are left out.
 * @returns what was done, in sentences
 * @throws PageTraceError `bad-input` if no name is plain; `prompt-broken` for a prompt whose settings cannot be read;
 * `file-unreadable`, `file-unwritable`
 */
export async function writeToolbox(file: string, tools: readonly ToolboxTool[]): Promise<readonly string[]> {
  const { offered, leftOut } = splitPlain(tools);
  if (offered.length === 0)
    throw new PageTraceError(
      'bad-input',
      `No tool has a name that a prompt can offer, so ${file} was not written.`,
      { hint: PLAIN_NAMES },
    );
  const before = await readWholeText(file, NO_INPUT).catch((error: unknown) => {
    if (asPageTraceError(error).reason === 'file-not-found') return '';
    throw error;
  });
  const isEmpty = before.trim() === '';
  const done = isEmpty ? await writeNew(file, offered) : await change(file, before, offered);
  return [...done, ...leftOutSentences(leftOut), ...guessedSentences(file, offered)];
}

const PLAIN_NAMES =
  'Names have at most 100 characters: letters, digits, "_", "-", ".", ":", and single spaces between them.';

function leftOutSentences(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const tools = names.length === 1 ? '1 tool is' : `${wholeText(names.length)} tools are`;
  return [
    `${tools} left out of the toolbox, because a prompt cannot offer the name: ${listNames(names)}. ${PLAIN_NAMES}`,
  ];
}

function guessedSentences(file: string, tools: readonly ToolboxTool[]): readonly string[] {
  const guessed = tools.filter(({ source }) => source === 'name').map(({ name }) => name);
  if (guessed.length === 0) return [];
  return [
    `No definition describes ${listNames(guessed)}: complete what ${file} says of ${guessed.length === 1 ? 'it' : 'them'}.`,
  ];
}

async function writeNew(file: string, tools: readonly ToolboxTool[]): Promise<readonly string[]> {
  const rewardFile = rewardFileOf(file);
  const { prompt, reward } = writeToolboxPrompt(tools, `./${path.basename(rewardFile)}`);
  if (reward !== null) {
    const isThere = await fs.stat(rewardFile).then(
      () => true,
      () => false,
    );
    if (isThere)
      throw new PageTraceError('bad-input', `${rewardFile} exists, and would be replaced.`, {
        hint: 'Name another file with --toolbox, or remove that one.',
      });
    await replaceFile(rewardFile, reward);
  }
  await replaceFile(file, prompt);
  return [
    reward === null
      ? `${file} was written.`
      : `${file} was written, and ${rewardFile} with the reward that pays for its tools.`,
  ];
}

async function change(
  file: string,
  before: string,
  tools: readonly ToolboxTool[],
): Promise<readonly string[]> {
  const replaced = replaceToolbox(before, tools);
  if (replaced === null)
    throw new PageTraceError(
      'prompt-broken',
      `The settings of ${file} cannot be read, so its toolbox was not replaced.`,
      {
        hint: `pagetrace lint ${file} says what is wrong with them.`,
      },
    );
  await replaceFile(file, replaced.text);
  switch (replaced.named) {
    case 'listed':
      return [`The toolbox of ${file} was replaced, in its settings and in the list of its text.`];
    case 'printed':
      return [`The toolbox of ${file} was replaced; its text prints it.`];
    case 'nowhere':
      return [`The toolbox in the settings of ${file} was replaced. Its text names no tools: add them.`];
  }
}
