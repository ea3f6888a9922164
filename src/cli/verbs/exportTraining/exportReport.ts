import type { ExportCounts } from '../../../core/training/exportTally.ts';
import type { LeftOutReason, TrainingKind } from '../../../core/training/model.ts';
import { VERDICTS } from '../runs/whereOption.ts';
import { countText, shortNumber, wholeText } from '../../output/numbers.ts';

/** What was exported, and how. */
export interface TrainingExport {
  readonly to: string;
  readonly title: string;
  readonly kind: TrainingKind;
  readonly out: string;
  readonly file: string;
  /** The filter that chose the samples; null for all of them. */
  readonly where: string | null;
  readonly profile: string | null;
  readonly prompt: string | null;
  readonly images: { readonly mode: string; readonly written: number };
  readonly counts: ExportCounts;
  /** Records and files that could not be read. */
  readonly unreadable: number;
  /** Records whose prompt is the question alone, because nothing says what was sent. */
  readonly questionsAlone: number;
}

/** Why samples are left out, after the number of them. */
const WHY: Readonly<Record<LeftOutReason, string>> = {
  filter: 'by --where',
  'no-prompt': 'without a prompt',
  'no-reference': 'without a reference answer',
  'no-reward': 'without a reward',
  'no-group': 'without a group',
  'no-pair': 'in groups that are paid alike',
  'not-best-or-worst': 'neither the best nor the worst of a group',
  duplicate: 'in the export already',
  'same-question': 'with a question that is in the export already',
  'image-missing': 'with an image that is not at hand',
  'image-count': 'with a prompt that has another number of images',
};

/** What records are that are not samples. */
const RECORDS: Readonly<Record<Exclude<TrainingKind, 'samples'>, readonly [one: string, many: string]>> = {
  pairs: ['pair', 'pairs'],
  questions: ['question', 'questions'],
};

/** What a person reads after an export, line by line. */
export function exportText(made: TrainingExport): readonly string[] {
  const { kind, out, counts, images, profile, questionsAlone, title } = made;
  const { groups, rewards } = counts;
  const left = Object.entries(counts.leftOut) as [LeftOutReason, number][];
  return [
    counts.written === 0
      ? `Nothing was exported from ${countText(counts.samples, 'sample', 'samples')}, and no folder was made.`
      : kind === 'samples'
        ? `Exported ${wholeText(counts.written)} of ${countText(counts.samples, 'sample', 'samples')} to ${out}: ${title}.`
        : `Exported ${countText(counts.written, ...RECORDS[kind])} from ${countText(counts.samples, 'sample', 'samples')} to ${out}: ${title}.`,
    ...(groups.count === 0
      ? []
      : [
          `They are from ${countText(groups.count, 'group', 'groups')}, with ${groups.least === groups.most ? groups.most : `${groups.least} to ${groups.most}`} of each.`,
        ]),
    ...(rewards === null
      ? []
      : [
          `Their rewards are ${shortNumber(rewards.least)} to ${shortNumber(rewards.most)}, ${shortNumber(rewards.mean)} on average.`,
        ]),
    ...(images.written === 0 ? [] : [`Page images: ${wholeText(images.written)}.`]),
    ...(left.length === 0
      ? []
      : [`Left out: ${left.map(([reason, count]) => `${wholeText(count)} ${WHY[reason]}`).join(', ')}.`]),
    ...(questionsAlone === 0
      ? []
      : [
          `The prompt of ${countText(questionsAlone, 'record', 'records')} is the question alone, because nothing says what was sent. Name the prompt with --prompt.`,
        ]),
    ...(counts.leftOut['no-reward'] === undefined
      ? []
      : [profile === null ? '--profile scores samples without a reward.' : VERDICTS]),
  ];
}

/** The JSON that media/schemas/export-training.schema.json describes. */
export function exportJson(made: TrainingExport): Readonly<Record<string, unknown>> {
  const { to, kind, file, where, profile, prompt, images, counts, unreadable, questionsAlone } = made;
  const { samples, written, leftOut, groups, rewards, sources } = counts;
  return {
    to,
    kind,
    file,
    where,
    profile,
    prompt,
    images: { mode: images.mode, written: images.written },
    samples,
    written,
    left_out: leftOut,
    unreadable,
    question_alone: questionsAlone,
    groups,
    rewards,
    sources,
  };
}
