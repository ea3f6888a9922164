import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPreset } from '../../../asking/promptFiles.ts';
import { trainerOfFolder } from '../../../asking/trainerFolder.ts';
import { asPageTraceError, PageTraceError } from '../../../core/errors.ts';
import { lintPrompt } from '../../../core/prompts/lint/lintPrompt.ts';
import type { LintOptions, PromptLint } from '../../../core/prompts/lint/model.ts';
import { isRuleCode, RULE_CODES } from '../../../core/prompts/lint/ruleCatalogue.ts';
import { readPromptFile } from '../../../core/prompts/promptFile.ts';
import { isCompositePath } from '../../../core/rewards/model.ts';
import { TRAINERS } from '../../../core/rewards/trainers.ts';
import type { Severity } from '../../../core/span.ts';
import { wholeFile } from '../../../runs/reading/inputs.ts';
import { readWholeText } from '../../../runs/reading/wholeText.ts';
import { numberOption, readArguments, wordOption } from '../../arguments/arguments.ts';
import { packageFile } from '../../package/shippedFile.ts';
import { requireFiles } from '../../arguments/inputOptions.ts';
import { lintJson, lintLines, lintSummary, type LintedPrompt } from './lintReport.ts';
import { readFiles, requireApart, requireWritable } from '../../output/outputFile.ts';
import { Problems } from '../../terminal/problems.ts';
import { loadProfile } from '../../arguments/profileOption.ts';
import { loadNamedComposite } from '../../../runs/choosing/loadComposite.ts';
import { sarif } from './sarif.ts';
import { openSink } from '../../output/sink.ts';
import { CLEAN, FINDINGS, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { LINT_USAGE } from '../../arguments/verbUsage.ts';

const options = {
  reward: { type: 'string' },
  'as-trainer': { type: 'string' },
  'num-images': { type: 'string' },
  'model-length': { type: 'string' },
  off: { type: 'string', multiple: true },
  format: { type: 'string' },
  'fail-on': { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information'];

/**
 * `pagetrace lint`: checks prompt files against the reward that will score their responses.
 * @returns the exit status: findings if some have the severity that `--fail-on` names, or a worse one
 * @throws PageTraceError for wrong arguments, and for an output that cannot be written
 */
export async function lint(args: readonly string[], context: VerbContext): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  const { terminal, stdin } = context;
  if (values.help === true) {
    terminal.out(LINT_USAGE);
    return CLEAN;
  }
  const files = requireFiles('lint', positionals);
  const format = wordOption('format', values.format, ['text', 'json', 'sarif'], 'text');
  const failOn = wordOption('fail-on', values['fail-on'], [...SEVERITIES, 'never'], 'warning');
  const asked = await lintOptions(values);
  if (values.out !== undefined) {
    await requireWritable(values.out);
    await requireApart([values.out], readFiles(files, [values.reward]));
  }
  const unreadable = new Problems(terminal);
  const linted: LintedPrompt[] = [];
  for (const file of files) {
    try {
      const text = await readWholeText(promptPath(file), stdin);
      const name = path.basename(file).replace(/\.jinja$/i, '');
      const { reward } = readPromptFile(name, text).prompt;
      const composite =
        asked.reward === undefined && reward !== null && isCompositePath(reward)
          ? await loadNamedComposite(file, () => Promise.resolve(text), reward)
          : null;
      const usualTrainer = file === '-' || isPreset(file) ? null : await trainerOfFolder(file);
      const result = lintPrompt(text, { name, composite, usualTrainer, ...asked });
      linted.push({ file, text, result });
      if (asked.reward === undefined) reportReward(file, result, reward !== null, terminal.say);
    } catch (error) {
      const { message, hint } = asPageTraceError(error);
      const problem = hint === undefined ? message : `${message} ${hint}`;
      unreadable.add(wholeFile(file), problem);
      linted.push({ file, problem });
    }
  }
  const sink = openSink(values.out, terminal);
  sink.write(
    format === 'text'
      ? lintLines(linted)
      : `${JSON.stringify(format === 'json' ? lintJson(linted) : await sarif(linted), null, 2)}\n`,
  );
  await sink.close();
  if (format === 'text' || values.out !== undefined) terminal.say(lintSummary(linted));
  if (unreadable.count > 0) return UNUSABLE;
  return linted.some((each) => 'result' in each && hasCountedFinding(each.result.findings, failOn))
    ? FINDINGS
    : CLEAN;
}

/**
 * Reports which reward a prompt was checked against if neither an option nor the prompt names it: without a reward, a
 * prompt without findings may still be wrong.
 */
function reportReward(
  file: string,
  { reward, findings }: PromptLint,
  isNamed: boolean,
  say: (text: string) => void,
): void {
  if (isNamed || findings.some(({ code }) => code === 'reward-unclear' || code === 'jinja-construct')) return;
  say(
    reward === null
      ? `${file} is held against no reward, for nothing says which one scores it; name it with --reward.`
      : `${file} is held against ${reward.name}, as its dialect or its tags suggest; --reward names another.`,
  );
}

function hasCountedFinding(
  findings: readonly { readonly severity: Severity }[],
  failOn: Severity | 'never',
): boolean {
  const worst = failOn === 'never' ? -1 : SEVERITIES.indexOf(failOn);
  return findings.some(({ severity }) => SEVERITIES.indexOf(severity) <= worst);
}

async function lintOptions(values: {
  readonly reward?: string | undefined;
  readonly 'as-trainer'?: string | undefined;
  readonly 'num-images'?: string | undefined;
  readonly 'model-length'?: string | undefined;
  readonly off?: readonly string[] | undefined;
}): Promise<Omit<LintOptions, 'name'>> {
  const length = numberOption(
    'model-length',
    values['model-length'],
    { least: 1, most: 100_000_000, whole: true },
    null,
  );
  const numImages = (values['num-images'] ?? '')
    .split(',')
    .filter((text) => text.trim() !== '')
    .map((text) => numberOption('num-images', text, { least: 0, most: 1000, whole: true }, 0));
  const off = (values.off ?? []).flatMap((each) => each.split(',')).map((each) => each.trim());
  const unknown = off.find((code) => !isRuleCode(code));
  if (unknown !== undefined) {
    throw new PageTraceError('bad-input', `There is no rule "${unknown}" to switch off.`, {
      hint: `The rules are ${RULE_CODES.join(', ')}.`,
    });
  }
  const trainer = wordOption('as-trainer', values['as-trainer'], [...TRAINERS, 'none'], null);
  return {
    ...(trainer === null ? {} : { trainer: trainer === 'none' ? null : trainer }),
    ...(values.reward === undefined
      ? {}
      : { reward: values.reward === 'none' ? null : await loadProfile(values.reward) }),
    ...(numImages.length === 0 ? {} : { numImages }),
    ...(length === null ? {} : { modelLength: length }),
    off,
  };
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
