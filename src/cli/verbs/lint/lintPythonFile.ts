import { PageTraceError } from '../../../core/errors.ts';
import { lintPython } from '../../../core/prompts/lint/lintPython.ts';
import { readWholeText } from '../../../runs/reading/wholeText.ts';
import type { VerbContext } from '../../terminal/verb.ts';
import { reportReward, usualSettings, type AskedLint } from './lintFile.ts';
import type { LintedPrompt } from './lintReport.ts';
import { nameOf, type OwnRewards } from './ownRewards.ts';
import type { LintInput } from './promptFiles.ts';

/**
 * Lints the prompts in the strings of a Python file. One that was found in a folder need not have any, and is not
 * repaired.
 * @throws PageTraceError for a file that cannot be read, has no prompt or is to be repaired, and for a map file that
 * cannot be used
 */
export async function lintPythonFile(
  { file, isFound }: LintInput,
  { fix, python, ...asked }: AskedLint,
  ownRewards: OwnRewards,
  { terminal, stdin, interrupted, mayRead }: VerbContext,
): Promise<readonly LintedPrompt[]> {
  if (fix && !isFound) {
    throw new PageTraceError('bad-input', '--fix does not repair prompts in Python files.', {
      hint: `Leave --fix out for ${file}, or save its prompt as a .jinja file.`,
    });
  }
  const text = await readWholeText(file, stdin, { signal: interrupted });
  const needsReward = python === null && asked.reward === undefined;
  const settings = await usualSettings(file, needsReward, mayRead).catch((error: unknown) => {
    if (isFound && lintPython(text, { name: file, ...asked }).length === 0) return null;
    throw error;
  });
  if (settings === null) return [];
  const { mapped, ...usual } = settings;
  const own = python ?? mapped;
  const options = { name: file, ...usual, ...asked };
  const prompts = lintPython(
    text,
    own === null ? options : { ...options, ownReward: { name: nameOf(own), scoreOf: null } },
  );
  if (prompts.length === 0) {
    if (isFound) return [];
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
