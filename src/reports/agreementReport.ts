import { ofNumber } from '../core/decimal.ts';
import type {
  AgreementField,
  RewardAgreement,
  AgreementRow,
  AgreementSummary,
} from '../core/rewards/agreement.ts';
import type { Default, RewardProfile, Score } from '../core/rewards/model.ts';
import { inlineCode, escapeMarkdown, sentenceMarkdown } from '../language/markdown.ts';
import { describeReward } from '../language/trajectory/reward.ts';
import type { AgreementPlace, RunAgreementResult } from '../runs/agreement/runAgreement.ts';
import type { LoadedReward, UserRewardPlace } from '../userRewards/model.ts';
import { describeContract } from '../userRewards/notes.ts';

/** What a report compares. */
export interface AgreementSubject {
  /** The name of the trajectory or the file. */
  readonly name: string;
  readonly profile: RewardProfile;
  readonly loaded: LoadedReward;
  /** The keys that were passed to the reward. */
  readonly passed: 'trainer' | 'everything';
  /** A place in a file of this machine as Markdown; the line counts from 1, null for the file. */
  readonly link: (words: string, file: string, line: number | null) => string;
}

/** One trajectory's comparison. */
export interface TrajectoryAgreement extends AgreementSubject {
  readonly score: Score;
  readonly agreement: RewardAgreement;
  /** The defaults that replaced what the trajectory does not have. */
  readonly defaults: readonly Default[];
  /** What to do about a reward without a score, and where the problem is. */
  readonly hint: string | null;
  readonly failedAt: UserRewardPlace | null;
}

/** The report on one trajectory, as Markdown. */
export function trajectoryReport(compared: TrajectoryAgreement): string {
  const { name, profile, loaded, score, agreement: comparison, defaults, hint, failedAt, link } = compared;
  const file = fileName(loaded.file);
  const parts = [`# Rewards of ${escapeMarkdown(name)}`, subject(compared)];
  if (comparison.failure !== null) {
    const place =
      failedAt === null
        ? ''
        : ` (${link(`${fileName(failedAt.file)}, line ${failedAt.line}`, failedAt.file, failedAt.line)})`;
    parts.push(
      `**${escapeMarkdown(file)} has no score.** ${sentenceMarkdown(comparison.failure)}${place} ${sentenceMarkdown(hint ?? '')}`.trim(),
    );
  }
  parts.push(verdictLine(score, comparison, profile, file));
  parts.push(
    [
      `| Field | ${escapeMarkdown(profile.title)} | ${escapeMarkdown(file)} | Difference |`,
      '| --- | --- | --- | --- |',
      ...comparison.fields.map((field) => fieldRow(field, score)),
    ].join('\n'),
  );
  const assumed = [
    ...score.defaults.map(
      (each) =>
        `${escapeMarkdown(profile.title)}: ${inlineCode(each.key)} ${inlineCode(each.value)}. ${sentenceMarkdown(each.reason)}`,
    ),
    ...defaults.map(
      (each) =>
        `${escapeMarkdown(file)}: ${inlineCode(each.key)} ${inlineCode(each.value)}. ${sentenceMarkdown(each.reason)}`,
    ),
  ];
  if (assumed.length > 0) parts.push('## Assumed', assumed.map((line) => `- ${line}`).join('\n'));
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** A run's comparison. */
export interface AgreementRun extends AgreementSubject, RunAgreementResult {
  /** The file of the run, absolute. */
  readonly file: string;
}

/** The report on a run, as Markdown, largest differences first. */
export function runReport(run: AgreementRun): string {
  const { name, profile, loaded, summary, worst, unreadable, stopped, notes } = run;
  const file = fileName(loaded.file);
  const parts = [
    `# Rewards over ${escapeMarkdown(name)}`,
    subject(run),
    summaryLine(summary, stopped),
    ...notes.map(sentenceMarkdown),
  ];
  if (unreadable.count > 0) {
    const rest = unreadable.count - unreadable.first.length;
    parts.push(
      `${unreadable.count === 1 ? 'One record' : `${unreadable.count} records`} could not be read:`,
      [...unreadable.first.map(problemLine), ...(rest > 0 ? [`and ${rest} more`] : [])]
        .map((line) => `- ${line}`)
        .join('\n'),
    );
  }
  if (worst.length > 0) {
    const different = summary.different + summary.failed + summary.unknown;
    parts.push(
      worst.length < different
        ? `## The ${worst.length} largest differences`
        : '## Differences, largest first',
      [
        `| Where | ${escapeMarkdown(profile.title)} | ${escapeMarkdown(file)} | Difference | Other fields that differ |`,
        '| --- | --- | --- | --- | --- |',
        ...worst.map((row) => runRow(row, run)),
      ].join('\n'),
    );
  }
  return `${parts.join('\n\n')}\n`;
}

function subject({ profile, loaded, passed, link }: AgreementSubject): string {
  const { functionName, file, version, kwargs, cwd, notes } = loaded;
  const given =
    passed === 'trainer'
      ? 'It gets what the trainer passes, and nothing else.'
      : 'It gets everything that a record contains, which may be more than the trainer passes.';
  const called = `${inlineCode(functionName)} of ${link(fileName(file), file, null)} (Python ${version}) beside the reward **${escapeMarkdown(profile.title)}**. ${sentenceMarkdown(describeContract(loaded))} ${given}`;
  const setUp = [
    ...(Object.keys(kwargs).length === 0 ? [] : [`Arguments: ${inlineCode(JSON.stringify(kwargs))}`]),
    `Working directory: ${inlineCode(cwd)}`,
    ...notes.map(sentenceMarkdown),
  ];
  return [called, setUp.map((line) => `- ${line}`).join('\n')].join('\n\n');
}

function verdictLine(
  { overall, raises }: Score,
  { apart, nearerIf }: RewardAgreement,
  profile: RewardProfile,
  file: string,
): string {
  if (raises !== null)
    return `The original code of ${escapeMarkdown(profile.title)} raises ${inlineCode(raises.name)} here: ${sentenceMarkdown(raises.reason)}`;
  if (overall !== null || apart === null || apart === Infinity) return '';
  const verdict = nearerIf === null ? 'with either verdict' : `if the answer is ${nearerIf}`;
  return apart === 0
    ? `It is not known whether the answer is right. ${escapeMarkdown(file)} pays the same ${verdict}.`
    : `It is not known whether the answer is right. ${escapeMarkdown(file)} is closest ${verdict}, with a difference of ${decimal(apart)}.`;
}

function summaryLine(summary: AgreementSummary, stopped: boolean): string {
  const { samples, equal, different, failed, unknown, notApplicable, meanApart, mostApart } = summary;
  const parts = [
    `${equal} equal`,
    ...(different > 0
      ? [
          `${different} different (on average over all samples by ${decimal(round(meanApart))}, at most by ${decimal(mostApart)})`,
        ]
      : []),
    ...(failed > 0 ? [`${failed} without a number from one of the two`] : []),
    ...(unknown > 0 ? [`${unknown} whose reward is not known`] : []),
    ...(notApplicable > 0 ? [`${notApplicable} to which the Python reward does not apply (None)`] : []),
  ];
  const count = samples === 1 ? 'One sample' : `${samples} samples`;
  return `**${count}${stopped ? ' until it was stopped' : ''}:** ${parts.join(', ')}.`;
}

function fieldRow(field: AgreementField, score: Score): string {
  const name =
    field.name === field.otherName
      ? inlineCode(field.name)
      : `${inlineCode(field.name)}, ${inlineCode(field.otherName)}`;
  const builtIn =
    field.name === 'overall' ? describeReward(score) : field.builtIn === null ? '' : decimal(field.builtIn);
  return `| ${[name, builtIn, formatValue(field.other), difference(field.difference)].join(' | ')} |`;
}

function problemLine({ place, problem }: RunAgreementResult['unreadable']['first'][number]): string {
  return sentenceMarkdown(place.line === null ? problem : `Line ${place.line}: ${problem}`);
}

function runRow(
  { place, agreement: comparison }: AgreementRow<AgreementPlace>,
  { file, link }: AgreementRun,
): string {
  const [overall, ...others] = comparison.fields;
  const where = [
    place.line === null ? link('file', file, null) : link(`line ${place.line}`, file, place.line),
    ...(place.sample === null ? [] : [`sample ${place.sample}`]),
    ...(place.id === null ? [] : [escapeMarkdown(place.id)]),
  ].join(', ');
  const differing = others
    .filter((field) => field.difference !== null && field.difference !== 0)
    .map((field) => `${inlineCode(field.name)} ${difference(field.difference)}`);
  const { apart, nearerIf, failure } = comparison;
  const far =
    overall?.difference != null
      ? difference(overall.difference)
      : apart === null || apart === Infinity
        ? ''
        : `${decimal(apart)}${nearerIf === null ? '' : ` if ${nearerIf}`}`;
  const cells = [
    where,
    overall?.builtIn == null ? '?' : decimal(overall.builtIn),
    failure === null ? formatValue(overall?.other) : sentenceMarkdown(failure),
    far,
    differing.join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}

function formatValue(value: AgreementField['other']): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return decimal(value);
  const text = String(value);
  return inlineCode(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}

function difference(value: number | null): string {
  if (value === null) return '';
  if (value === 0) return 'same';
  return value > 0 ? `+${decimal(value)}` : decimal(value);
}

/** A number with all its digits. */
function decimal(value: number): string {
  return (Number.isFinite(value) ? ofNumber(value) : String(value)).replace(/^-/, '−');
}

/** A mean, whose last digits mean nothing. */
function round(mean: number): number {
  return Number(mean.toPrecision(6));
}

/** The last part of an absolute path of this machine; a backslash is a separator unless a slash comes first. */
function fileName(file: string): string {
  const separators = file.startsWith('/') ? ['/'] : ['/', '\\'];
  return file.slice(Math.max(...separators.map((separator) => file.lastIndexOf(separator))) + 1);
}
