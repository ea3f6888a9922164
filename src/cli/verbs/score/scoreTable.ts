import type { Score } from '../../../core/rewards/model.ts';
import { shortNumber } from '../../output/numbers.ts';
import { placeName } from '../../terminal/problems.ts';
import { assumedDefaults, countDeductions } from '../../../core/rewards/scoreFacts.ts';
import type { ScoredSample } from '../../../runs/scoring/scorer.ts';
import type { UserScore } from '../../../userRewards/model.ts';

/** The least width, in characters, of the column with a sample's place. */
const PLACE = 24;

/**
 * Scores as lines of a table. The lines are created one by one, because a file may have millions. A new heading is
 * printed when the fields change.
 */
export class ScoreTable {
  readonly #explain: boolean;
  #fields: readonly string[] = [];
  #profile = '';
  #place = PLACE;
  /** Whether there is a column for the scores that the records hold. */
  #isRecorded = false;

  constructor(explain: boolean) {
    this.#explain = explain;
  }

  /** The lines of a score, each with its line feed. */
  lines(scored: ScoredSample): string {
    const { sample, score, user } = scored;
    const place = placeName(scored.place);
    const profile = score?.profile ?? 'Python';
    let text = '';
    this.#place = Math.max(this.#place, place.length);
    if (profile !== this.#profile || (sample.score !== null && !this.#isRecorded)) {
      this.#profile = profile;
      this.#fields = score === null ? [] : fieldsOf(score);
      this.#isRecorded = sample.score !== null;
      const python = user === null ? [] : ['python'];
      const recorded = this.#isRecorded ? ['recorded'] : [];
      text += `${this.#row(profile, [...this.#fields, ...python, ...recorded])}\n`;
    }
    const cells = [
      ...(score === null ? [] : paidCells(score, this.#fields)),
      ...(user === null ? [] : [userCell(user)]),
      ...(this.#isRecorded ? [sample.score === null ? '-' : shortNumber(sample.score)] : []),
    ];
    text += `${this.#row(place, cells, score === null ? '' : remark(score))}\n`;
    if (!this.#explain || score === null) return text;
    return (
      text +
      explanationLines(score)
        .map((line) => `    ${line}\n`)
        .join('')
    );
  }

  #row(place: string, cells: readonly string[], remarks = ''): string {
    const columns = cells.map((cell, index) => cell.padStart(Math.max(this.#fields[index]?.length ?? 0, 10)));
    return [place.padEnd(this.#place), ...columns, remarks].join('  ').trimEnd();
  }
}

function userCell(user: UserScore): string {
  if (!user.ok) return 'failed';
  return user.notApplicable ? 'None' : shortNumber(user.overall);
}

function fieldsOf({ reported }: Score): readonly string[] {
  const fields = Object.keys(reported);
  return fields.includes('overall') ? fields : ['overall', ...fields];
}

function paidCells(score: Score, fields: readonly string[]): readonly string[] {
  if (score.raises !== null) return fields.map((_, index) => (index === 0 ? 'raises' : '-'));
  return fields.map((field) => {
    const value = field === 'overall' ? score.overall : score.reported[field];
    if (value !== null && value !== undefined) return shortNumber(value);
    if (field !== 'overall' || score.ifWrong === null || score.ifRight === null) return '?';
    return `${shortNumber(score.ifWrong)}|${shortNumber(score.ifRight)}`;
  });
}

function remark(score: Score): string {
  if (score.raises !== null) return score.raises.name;
  const count = countDeductions(score);
  return [
    ...(count === 0 ? [] : [`${count} ${count === 1 ? 'deduction' : 'deductions'}`]),
    ...assumedDefaults(score.defaults).map(({ key, value }) => `${key} taken as ${value}`),
  ].join('; ');
}

function explanationLines(score: Score): readonly string[] {
  const lines = score.components.flatMap(({ title, paid, most, entries }) => [
    `${title}: ${paid ?? '?'} of ${most}`,
    ...entries.map((entry) => `  ${entry.paid} ${entry.reason}`),
  ]);
  return [
    ...(score.raises === null ? [] : [score.raises.reason]),
    ...lines,
    ...score.adjustments.map((entry) => `${entry.paid} ${entry.reason}`),
    ...score.defaults.map(({ reason }) => `default: ${reason}`),
    ...score.notes.map(({ message }) => `note: ${message}`),
  ];
}
