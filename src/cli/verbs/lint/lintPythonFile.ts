import { PageTraceError } from '../../../core/errors.ts';
import { lintPython } from '../../../core/prompts/lint/lintPython.ts';
import { readWholeText } from '../../../runs/reading/wholeText.ts';
import type { VerbContext } from '../../terminal/verb.ts';
import { reportReward, usualSettings, type AskedLint } from './lintFile.ts';
import type { LintedPrompt } from './lintReport.ts';
import { nameOf, type OwnRewards } from './ownRewards.ts';

/** Whether a file is Python source by its name. */
export const isPythonFile = (file: string): boolean => /\.pyi?$/i.test(file);

/**
 * Lints the prompts in the strings of a Python file.
 * @throws PageTraceError for a file that cannot be read or has no prompt, for --fix, and for a map file that cannot be
 * used
 */
export async function lintPythonFile(
  file: string,
  { fix, python, ...asked }: AskedLint,
  ownRewards: OwnRewards,
  { terminal, stdin }: VerbContext,
): Promise<readonly LintedPrompt[]> {
  if (fix) {
    throw new PageTraceError('bad-input', '--fix does not repair prompts in Python files.', {
      hint: `Leave --fix out for ${file}, or save its prompt as a .jinja file.`,
    });
  }
  const text = await readWholeText(file, stdin);
  const needsReward = python === null && asked.reward === undefined;
  const { mapped, ...usual } = await usualSettings(file, needsReward);
  const own = python ?? mapped;
  const options = { name: file, ...usual, ...asked };
  const prompts = lintPython(
    text,
    own === null ? options : { ...options, ownReward: { name: nameOf(own), scoreOf: null } },
  );
  if (prompts.length === 0) {
    throw new PageTraceError('bad-input', 'No prompt was found: none of its strings asks for tags.', {
      hint: 'Save the prompt as a .jinja file with {{ content }} where the question belongs, and lint that file.',
    });
  }
  if (own !== null) {
    const trials = prompts.flatMap(({ result }) => result.trials);
    const ownReward = await ownRewards.score(own, trials, asked.trainer ? 'trainer' : 'everything');
    return lintPython(text, { ...options, ownReward }).map(({ name, result }) => ({
      file,
      text,
      rewardName: ownReward.name,
      result,
      constant: name,
    }));
  }
  const isNamed = !needsReward || 'usualReward' in usual;
  for (const { name, result } of prompts) if (!isNamed) reportReward(`${name} in ${file}`, result, terminal);
  return prompts.map(({ name, result }) => ({
    file,
    text,
    rewardName: result.reward?.name ?? null,
    result,
    constant: name,
  }));
}
