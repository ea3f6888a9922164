import { PromptMapError } from '../../../asking/promptMapFile.ts';
import { asPageTraceError, PageTraceError } from '../../../core/errors.ts';
import { sentenceOf } from '../../../core/sentenceOf.ts';
import { isRuleCode, RULE_CODES } from '../../../core/prompts/lint/ruleCatalogue.ts';
import { isPythonReward } from '../../../core/prompts/promptMap.ts';
import { TRAINERS } from '../../../core/rewards/trainers.ts';
import type { Severity } from '../../../core/span.ts';
import { visibleText } from '../../../core/visibleText.ts';
import { isDatasetFile } from '../../../evaluation/dataset/checkDataset.ts';
import { wholeFile } from '../../../runs/reading/inputs.ts';
import { numberOption, readArguments, reportIdle, wordOption } from '../../arguments/arguments.ts';
import { UsageError } from '../../arguments/usageError.ts';
import { requireFiles } from '../../arguments/inputOptions.ts';
import { lintDatasets } from './lintDatasets.ts';
import { lintFile, type AskedLint } from './lintFile.ts';
import { lintPythonFile } from './lintPythonFile.ts';
import { findLintInputs, isPythonFile, type LintInput } from './promptFiles.ts';
import { lintJson, lintLines, lintSummary, type LintedPrompt } from './lintReport.ts';
import { readFiles, requireApart, requireWritable } from '../../output/outputFile.ts';
import { Problems } from '../../terminal/problems.ts';
import { loadProfile } from '../../arguments/profileOption.ts';
import { pythonFiles } from '../score/pythonOptions.ts';
import { ownRewardOptions, OwnRewards } from './ownRewards.ts';
import { sarif } from './sarif.ts';
import { writeOutput } from '../../output/sink.ts';
import { CLEAN, FINDINGS, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { LINT_USAGE } from '../../arguments/verbUsage.ts';

const options = {
  reward: { type: 'string' },
  'as-trainer': { type: 'string' },
  'num-images': { type: 'string' },
  'model-length': { type: 'string' },
  off: { type: 'string', multiple: true },
  format: { type: 'string' },
  'require-reward': { type: 'boolean' },
  ...ownRewardOptions,
  fix: { type: 'boolean' },
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
  const { terminal } = context;
  if (values.help === true) {
    terminal.out(LINT_USAGE);
    return CLEAN;
  }
  const named = requireFiles('lint', positionals);
  if (named.some(isDatasetFile)) return lintNamedDatasets(named, values, context);
  const inputs = await findLintInputs(named);
  const format = wordOption('format', values.format, ['text', 'json', 'sarif'], 'text');
  const failOn = wordOption('fail-on', values['fail-on'], [...SEVERITIES, 'never'], 'warning');
  const asked = await lintOptions(values);
  if (values.reward !== undefined && asked.python === null)
    reportIdle(values, `--reward ${values.reward}`, Object.keys(ownRewardOptions), terminal);
  if (values.out !== undefined) {
    await requireWritable(values.out);
    await requireApart(
      [values.out],
      readFiles(
        inputs.map(({ file }) => file),
        pythonFiles({ ...values, python: values.reward }),
      ),
    );
  }
  const problems = new Problems(terminal);
  const ofMaps = new Set<string>();
  const ownRewards = new OwnRewards(values, context);
  const linted: LintedPrompt[] = [];
  try {
    for (const input of inputs) {
      const some = await lintOrProblem(input, asked, ownRewards, context);
      for (const each of some) {
        if (!('problem' in each)) continue;
        if (!each.isOfMap) problems.add(wholeFile(input.file), each.problem);
        else if (!ofMaps.has(each.problem)) {
          ofMaps.add(each.problem);
          terminal.say(each.problem);
        }
      }
      linted.push(...some);
    }
  } finally {
    await ownRewards.close();
  }
  context.results?.whole(lintJson(linted));
  const report =
    format === 'text'
      ? visibleText(lintLines(linted))
      : `${JSON.stringify(format === 'json' ? lintJson(linted) : await sarif(linted), null, 2)}\n`;
  await writeOutput(values.out, report, terminal, context.interrupted);
  if (format === 'text' || values.out !== undefined) terminal.say(lintSummary(linted));
  if (linted.some((each) => 'problem' in each)) return UNUSABLE;
  return linted.some((each) => 'result' in each && hasCountedFinding(each.result.findings, failOn))
    ? FINDINGS
    : CLEAN;
}

/**
 * Checks files of questions, for which only some options are.
 * @throws PageTraceError for wrong arguments, and what `lintDatasets` throws
 */
async function lintNamedDatasets(
  named: readonly string[],
  values: { readonly [Name in keyof typeof options]?: unknown } & {
    readonly format?: string | undefined;
    readonly 'fail-on'?: string | undefined;
    readonly out?: string | undefined;
  },
  context: VerbContext,
): Promise<number> {
  const other = named.find((each) => !isDatasetFile(each));
  if (other !== undefined)
    throw new UsageError(`lint checks data sets or prompts, but not both at once: ${other} is no data set.`, {
      hint: 'Run it once for each.',
    });
  const ofPrompts = Object.keys(options).filter(
    (name) => !['format', 'fail-on', 'out', 'help'].includes(name),
  );
  reportIdle(values, 'a data set', ofPrompts, context.terminal);
  const format = wordOption('format', values.format, ['text', 'json'], 'text');
  const failOn = wordOption('fail-on', values['fail-on'], [...SEVERITIES, 'never'], 'warning');
  const worst = failOn === 'never' ? -1 : SEVERITIES.indexOf(failOn);
  if (values.out !== undefined) {
    await requireWritable(values.out);
    await requireApart([values.out], readFiles(named, []));
  }
  return lintDatasets(
    named,
    { format, counted: new Set(SEVERITIES.slice(0, worst + 1)), out: values.out },
    context,
  );
}

/**
 * The linted prompts of a file, or why it cannot be linted.
 * @throws PageTraceError `cancelled`
 */
async function lintOrProblem(
  input: LintInput,
  asked: AskedLint,
  ownRewards: OwnRewards,
  context: VerbContext,
): Promise<readonly LintedPrompt[]> {
  const { file } = input;
  try {
    return isPythonFile(file)
      ? await lintPythonFile(input, asked, ownRewards, context)
      : [await lintFile(file, asked, ownRewards, context)];
  } catch (error) {
    if (asPageTraceError(error).reason === 'cancelled') throw error;
    return [{ file, problem: sentenceOf(error), isOfMap: error instanceof PromptMapError }];
  }
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
  readonly 'require-reward'?: boolean | undefined;
  readonly fix?: boolean | undefined;
}): Promise<AskedLint> {
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
    throw new PageTraceError('bad-input', `There is no rule "${unknown}" to turn off.`, {
      hint: `The rules are ${RULE_CODES.join(', ')}.`,
    });
  }
  const trainer = wordOption('as-trainer', values['as-trainer'], [...TRAINERS, 'none'], null);
  return {
    ...(trainer === null ? {} : { trainer: trainer === 'none' ? null : trainer }),
    ...(await rewardOption(values.reward)),
    ...(numImages.length === 0 ? {} : { numImages }),
    ...(length === null ? {} : { modelLength: length }),
    requireReward: values['require-reward'] === true,
    fix: values.fix === true,
    off,
  };
}

/** The reward that `--reward` names: a profile, none, or a Python file. */
async function rewardOption(named: string | undefined): Promise<Pick<AskedLint, 'reward' | 'python'>> {
  if (named === undefined) return { python: null };
  if (isPythonReward(named)) return { python: named };
  return { python: null, reward: named === 'none' ? null : await loadProfile(named) };
}
