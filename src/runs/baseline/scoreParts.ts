import { isJsonObject, type JsonObject } from '../../core/records/fieldPath.ts';
import type { ScoredSample } from '../scoring/scorer.ts';
import { areSameScores } from '../statistics/recordedScores.ts';

/** A number; a text such as the name of the profile or of an exception; null if it is not known. */
export type PartValue = number | string | null;

/** What a scoring says about one sample, by name: `profile`, `overall`, the other reported fields, `python.overall`, ... */
export type ScoreParts = Readonly<Record<string, PartValue>>;

/** A part that two scorings see differently. */
export interface PartChange {
  readonly name: string;
  readonly from: PartValue;
  readonly to: PartValue;
}

/** The parts of a score. */
export function partsOfScore({ score, user }: Pick<ScoredSample, 'score' | 'user'>): ScoreParts {
  const parts: Record<string, PartValue> = {};
  if (score !== null) {
    const { profile, overall, reported, raises, ifWrong, ifRight } = score;
    parts['profile'] = profile;
    if (raises !== null) parts['overall'] = `raises ${raises.name}`;
    else {
      Object.assign(parts, { overall }, reported);
      if (overall === null) Object.assign(parts, { if_wrong: ifWrong, if_right: ifRight });
    }
  }
  if (user !== null) {
    parts['python.overall'] = user.ok ? user.overall : 'failed';
    for (const [name, value] of Object.entries(user.ok ? user.fields : {}))
      if (typeof value === 'number') parts[`python.${name}`] = value;
  }
  return parts;
}

/** Keys of a row that are not parts of its score. */
const NOT_PARTS: ReadonlySet<string> = new Set([
  'file',
  'line',
  'sample',
  'id',
  'step',
  'recorded',
  'baseline',
  'defaults',
  'needs',
  'difference',
  'components',
  'adjustments',
  'notes',
  'reason',
  'raises',
  'python',
]);

/** The parts of a score that `pagetrace score --format jsonl` has written as a row. */
export function partsOfRow(row: JsonObject): ScoreParts {
  const parts: Record<string, PartValue> = {};
  const raises = row['raises'];
  if (typeof raises === 'string') parts['overall'] = `raises ${raises}`;
  for (const [name, value] of Object.entries(row)) {
    if (NOT_PARTS.has(name)) continue;
    if (name.startsWith('if_') && row['overall'] !== null) continue;
    const read = readPart(value);
    if (read !== undefined) parts[name] = read;
  }
  const python = row['python'];
  if (!isJsonObject(python)) return parts;
  parts['python.overall'] = 'failed';
  for (const [name, value] of Object.entries(python)) {
    const read = readPart(value);
    if (typeof read === 'number') parts[`python.${name}`] = read;
  }
  return parts;
}

function readPart(value: unknown): PartValue | undefined {
  if (value === null || typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  return /^(?:NaN|-?Infinity)$/.test(value) ? Number(value) : value;
}

/** The name of the part that is the reward itself: that of the person's own function if there is one. */
function rewardName(parts: ScoreParts): string {
  return 'python.overall' in parts ? 'python.overall' : 'overall';
}

/**
 * Compares two scorings of one sample: the reward first, then every other part that both have.
 * @returns which way the reward went (a reward that is not known any more counts as lower, since it may be), and the
 * parts that differ
 */
export function compareParts(
  before: ScoreParts,
  now: ScoreParts,
): { readonly change: 'same' | 'lower' | 'higher' | 'changed'; readonly parts: readonly PartChange[] } {
  const nowName = 'python.overall' in before || !('overall' in now) ? rewardName(now) : 'overall';
  const beforeName = nowName in before ? nowName : rewardName(before);
  const from = before[beforeName] ?? null;
  const to = now[nowName] ?? null;
  const parts: PartChange[] = areSameParts(from, to) ? [] : [{ name: nowName, from, to }];
  for (const [name, value] of Object.entries(now)) {
    const earlier = before[name];
    if (name === nowName || earlier === undefined || areSameParts(earlier, value)) continue;
    parts.push({ name, from: earlier, to: value });
  }
  if (parts.length === 0) return { change: 'same', parts };
  return { change: directionOf(from, to) ?? rangeDirection(parts) ?? 'changed', parts };
}

function areSameParts(one: PartValue, other: PartValue): boolean {
  return typeof one === 'number' && typeof other === 'number' ? areSameScores(one, other) : one === other;
}

function directionOf(from: PartValue, to: PartValue): 'lower' | 'higher' | null {
  if (areSameParts(from, to)) return null;
  if (typeof from === 'number') return typeof to === 'number' && to > from ? 'higher' : 'lower';
  return typeof from === 'string' && typeof to === 'number' ? 'higher' : null;
}

/** The direction of a reward that depends on the verdict: lower if it is for either verdict. */
function rangeDirection(parts: readonly PartChange[]): 'lower' | 'higher' | null {
  const ends = parts
    .filter(({ name }) => name === 'if_wrong' || name === 'if_right')
    .map(({ from, to }) => directionOf(from, to));
  return ends.includes('lower') ? 'lower' : (ends.find((end) => end !== null) ?? null);
}
