import { t } from '@vscode/l10n';
import { samplesPhrase } from '../core/countPhrases.ts';
import { ofNumber } from '../core/decimal.ts';
import { wholeNumber } from '../core/displayLocale.ts';
import type {
  AgreementField,
  RewardAgreement,
  AgreementRow,
  AgreementSummary,
} from '../core/rewards/agreement.ts';
import type { Default, RewardProfile, Score } from '../core/rewards/model.ts';
import { inlineCode } from '../core/inlineCode.ts';
import { escapeMarkdown, fact, sentenceMarkdown, tableRow } from '../language/markdown.ts';
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
  const parts = [`# ${t('Rewards of {0}', escapeMarkdown(name))}`, subject(compared)];
  if (comparison.failure !== null) {
    const place =
      failedAt === null
        ? ''
        : ` (${link(t('{0}, line {1}', fileName(failedAt.file), failedAt.line), failedAt.file, failedAt.line)})`;
    parts.push(
      `**${t('{0} has no score.', escapeMarkdown(file))}** ${sentenceMarkdown(comparison.failure)}${place} ${sentenceMarkdown(hint ?? '')}`.trim(),
    );
  }
  parts.push(verdictLine(score, comparison, profile, file));
  parts.push(
    [
      tableRow([t('Field'), escapeMarkdown(profile.title), escapeMarkdown(file), t('Difference')]),
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
  if (assumed.length > 0) parts.push(`## ${t('Assumed')}`, assumed.map((line) => `- ${line}`).join('\n'));
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
    `# ${t('Rewards over {0}', escapeMarkdown(name))}`,
    subject(run),
    summaryLine(summary, stopped),
    ...notes.map(sentenceMarkdown),
  ];
  if (unreadable.count > 0) {
    const rest = unreadable.count - unreadable.first.length;
    parts.push(
      unreadable.count === 1
        ? t('1 record could not be read:')
        : t('{0} records could not be read:', wholeNumber(unreadable.count)),
      [...unreadable.first.map(problemLine), ...(rest > 0 ? [t('and {0} more', wholeNumber(rest))] : [])]
        .map((line) => `- ${line}`)
        .join('\n'),
    );
  }
  if (worst.length > 0) {
    const different = summary.different + summary.failed + summary.unknown;
    parts.push(
      worst.length < different
        ? `## ${t('The {0} largest differences', worst.length)}`
        : `## ${t('Differences, largest first')}`,
      [
        tableRow([
          t('Where'),
          escapeMarkdown(profile.title),
          escapeMarkdown(file),
          t('Difference'),
          t('Other fields that differ'),
        ]),
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
      ? t('It gets only what the trainer passes.')
      : t('It gets everything that a record contains, which may be more than the trainer passes.');
  const called = t(
    '{0} of {1} (Python {2}) is compared with the reward {3}.',
    inlineCode(functionName),
    link(fileName(file), file, null),
    escapeMarkdown(version),
    `**${escapeMarkdown(profile.title)}**`,
  );
  const setUp = [
    ...(Object.keys(kwargs).length === 0 ? [] : [t('Arguments: {0}', inlineCode(JSON.stringify(kwargs)))]),
    t('Working directory: {0}', inlineCode(cwd)),
    ...notes.map(sentenceMarkdown),
  ];
  const sentences = [called, sentenceMarkdown(describeContract(loaded)), given].join(' ');
  return [sentences, setUp.map((line) => `- ${line}`).join('\n')].join('\n\n');
}

function verdictLine(
  { overall, raises }: Score,
  { apart, nearerIf }: RewardAgreement,
  profile: RewardProfile,
  file: string,
): string {
  if (raises !== null)
    return t(
      'The original code of {0} raises {1} here: {2}',
      escapeMarkdown(profile.title),
      inlineCode(raises.name),
      sentenceMarkdown(raises.reason),
    );
  if (overall !== null || apart === null || apart === Infinity) return '';
  const name = escapeMarkdown(file);
  const comparison =
    apart === 0 ? describeEqual(name, nearerIf) : describeApart(name, nearerIf, decimal(apart));
  return `${t('It is not known whether the answer is right.')} ${comparison}`;
}

/** A sentence about a Python reward that pays what the shown reward pays if the answer is `nearerIf`. */
function describeEqual(file: string, nearerIf: RewardAgreement['nearerIf']): string {
  if (nearerIf === null) return t('{0} pays the same with either verdict.', file);
  return nearerIf === 'right'
    ? t('{0} pays the same if the answer is right.', file)
    : t('{0} pays the same if the answer is wrong.', file);
}

/** A sentence about a Python reward that is closest to the shown reward if the answer is `nearerIf`. */
function describeApart(file: string, nearerIf: RewardAgreement['nearerIf'], apart: string): string {
  if (nearerIf === null) return t('{0} differs by {1} with either verdict.', file, apart);
  return nearerIf === 'right'
    ? t('{0} is closest if the answer is right, with a difference of {1}.', file, apart)
    : t('{0} is closest if the answer is wrong, with a difference of {1}.', file, apart);
}

function summaryLine(summary: AgreementSummary, stopped: boolean): string {
  const { samples, equal, different, failed, unknown, notApplicable, meanApart, mostApart } = summary;
  const parts = [
    t('{0} equal', equal),
    ...(different > 0
      ? [
          t(
            '{0} different (on average over all samples by {1}, at most by {2})',
            different,
            decimal(round(meanApart)),
            decimal(mostApart),
          ),
        ]
      : []),
    ...(failed > 0 ? [t('{0} without a number from one of the two', failed)] : []),
    ...(unknown > 0 ? [t('{0} with an unknown reward', unknown)] : []),
    ...(notApplicable > 0 ? [t('{0} to which the Python reward does not apply (None)', notApplicable)] : []),
  ];
  const count = samplesPhrase(samples);
  return `${fact(stopped ? t('{0} before it was stopped', count) : count, parts.join(', '))}.`;
}

function fieldRow(field: AgreementField, score: Score): string {
  const name =
    field.name === field.otherName
      ? inlineCode(field.name)
      : `${inlineCode(field.name)}, ${inlineCode(field.otherName)}`;
  const builtIn =
    field.name === 'overall' ? describeReward(score) : field.builtIn === null ? '' : decimal(field.builtIn);
  return tableRow([name, builtIn, formatValue(field.other), difference(field.difference)]);
}

function problemLine({ place, problem }: RunAgreementResult['unreadable']['first'][number]): string {
  return sentenceMarkdown(place.line === null ? problem : t('Line {0}: {1}', place.line, problem));
}

function runRow(
  { place, agreement: comparison }: AgreementRow<AgreementPlace>,
  { file, link }: AgreementRun,
): string {
  const [overall, ...others] = comparison.fields;
  const where = [
    place.line === null ? link(t('file'), file, null) : link(t('line {0}', place.line), file, place.line),
    ...(place.sample === null ? [] : [t('sample {0}', place.sample)]),
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
        : apartIf(decimal(apart), nearerIf);
  const cells = [
    where,
    overall?.builtIn == null ? '?' : decimal(overall.builtIn),
    failure === null ? formatValue(overall?.other) : sentenceMarkdown(failure),
    far,
    differing.join(', '),
  ];
  return tableRow(cells);
}

/** A difference, with the verdict that it depends on. */
function apartIf(apart: string, nearerIf: RewardAgreement['nearerIf']): string {
  if (nearerIf === null) return apart;
  return nearerIf === 'right' ? t('{0} if right', apart) : t('{0} if wrong', apart);
}

function formatValue(value: AgreementField['other']): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return decimal(value);
  const text = String(value);
  return inlineCode(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}

function difference(value: number | null): string {
  if (value === null) return '';
  if (value === 0) return t('same');
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
