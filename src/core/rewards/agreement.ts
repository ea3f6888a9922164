import type { Score } from './model.ts';

/** The value of a field of another reward function; values other than numbers are shown but not compared. */
export type OtherValue = number | string | boolean | null;

/** What another reward function returned for the same response, or why it returned nothing. */
export type OtherScore =
  | {
      readonly ok: true;
      /** Null if the function does not apply to the response. */
      readonly overall: number | null;
      readonly fields: Readonly<Record<string, OtherValue>>;
    }
  | { readonly ok: false; readonly failure: string };

/** One field of two reward functions, compared. */
export interface AgreementField {
  readonly name: string;
  /** The other function's name for it, if it is different. */
  readonly otherName: string;
  /** Null if the built-in reward has no such field, or does not know it yet. */
  readonly builtIn: number | null;
  /** Undefined if the other function returned no such field. */
  readonly other: OtherValue | undefined;
  /** The other value minus the built-in one, in doubles; null if one of them is not a number, and NaN if one is NaN. */
  readonly difference: number | null;
}

/** The results of two reward functions for one response. */
export interface RewardAgreement {
  /** `overall` first, then the fields that both have, then those that only one of them has. */
  readonly fields: readonly AgreementField[];
  /** Why the other function returned nothing; null if it returned something. */
  readonly failure: string | null;
  /**
   * The least possible distance between them, at least 0: while the verdict is unknown, the distance to the nearest
   * value that the built-in reward can have. Infinite if one of them has no number; null if nothing is known.
   */
  readonly apart: number | null;
  /**
   * The verdict with which the built-in reward is nearer; null if the verdict is known, or if both are equally near.
   */
  readonly nearerIf: 'right' | 'wrong' | null;
}

/** What is compared of a built-in reward's score. */
type BuiltInScore = Pick<Score, 'raises' | 'overall' | 'ifWrong' | 'ifRight' | 'reported'>;

/** Compares what another reward function returned with a built-in reward's score. */
export function measureAgreement(score: BuiltInScore, other: OtherScore): RewardAgreement {
  const fields = other.ok
    ? agreementFields(score, other.overall, other.fields)
    : agreementFields(score, null, {});
  return { fields, failure: other.ok ? null : other.failure, ...distance(score, other) };
}

function agreementFields(
  { overall, reported }: BuiltInScore,
  otherOverall: number | null,
  others: Readonly<Record<string, OtherValue>>,
): readonly AgreementField[] {
  const fields: AgreementField[] = [field('overall', 'overall', overall, otherOverall ?? undefined)];
  const left = new Map(Object.entries(others));
  left.delete('overall');
  // verl reports its number as `score`, which is the overall reward.
  if (!('overall' in others)) left.delete('score');
  const alone: AgreementField[] = [];
  for (const [name, value] of Object.entries(reported)) {
    if (name === 'overall') continue;
    const otherName = left.has(name)
      ? name
      : [...left.keys()].find((each) => canonicalName(each) === canonicalName(name));
    (otherName === undefined ? alone : fields).push(
      field(name, otherName ?? name, value, otherName === undefined ? undefined : left.get(otherName)),
    );
    if (otherName !== undefined) left.delete(otherName);
  }
  return [...fields, ...alone, ...[...left].map(([name, value]) => field(name, name, null, value))];
}

function field(
  name: string,
  otherName: string,
  builtIn: number | null,
  other: OtherValue | undefined,
): AgreementField {
  const number = typeof other === 'boolean' ? Number(other) : other;
  const difference = typeof number === 'number' && builtIn !== null ? subtractNumbers(number, builtIn) : null;
  return { name, otherName, builtIn, other, difference };
}

/** The difference of two numbers; 0 for two equal infinities. */
function subtractNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/**
 * The canonical name of a field that papers and trainers report under several names: `accuracy`, `acc`, `answer_score`.
 */
function canonicalName(name: string): string {
  const plain = name.toLowerCase().replace(/_(?:score|reward)$/, '');
  return plain === 'acc' || plain === 'answer' ? 'accuracy' : plain;
}

function distance(
  { overall, ifWrong, ifRight, raises }: BuiltInScore,
  other: OtherScore,
): Pick<RewardAgreement, 'apart' | 'nearerIf'> {
  if (raises !== null) return { apart: other.ok ? Infinity : 0, nearerIf: null };
  if (!other.ok) return { apart: Infinity, nearerIf: null };
  const { overall: paid } = other;
  if (paid === null) return { apart: null, nearerIf: null };
  const from = (builtIn: number): number => {
    const size = Math.abs(subtractNumbers(paid, builtIn));
    return Number.isNaN(size) ? Infinity : size;
  };
  if (overall !== null) return { apart: from(overall), nearerIf: null };
  if (ifWrong === null || ifRight === null) return { apart: null, nearerIf: null };
  const [wrong, right] = [from(ifWrong), from(ifRight)];
  return {
    apart: Math.min(wrong, right),
    nearerIf: wrong === right ? null : right < wrong ? 'right' : 'wrong',
  };
}

/** The comparison of one sample of a run. */
export interface AgreementRow<Place> {
  readonly place: Place;
  readonly agreement: RewardAgreement;
}

/** Statistics of the comparison of a run. */
export interface AgreementSummary {
  readonly samples: number;
  /** Equal to the last digit; if the verdict is unknown, equal for one of the two verdicts. */
  readonly equal: number;
  readonly different: number;
  /** How often the other function has no score, or one that is not a number. */
  readonly failed: number;
  /** How often the built-in reward cannot be known. */
  readonly unknown: number;
  /** How often the other function does not apply to the response. */
  readonly notApplicable: number;
  /** The mean of the finite distances; 0 if there are none. */
  readonly meanApart: number;
  readonly mostApart: number;
}

/** Compares a run in one pass: keeps its largest differences and counts the rest, in bounded memory. */
export class RunAgreement<Place> {
  readonly #most: number;
  #rows: AgreementRow<Place>[] = [];
  #samples = 0;
  #equal = 0;
  #failed = 0;
  #unknown = 0;
  #notApplicable = 0;
  #finite = 0;
  #sum = 0;
  #mostApart = 0;

  /** @param most how many of the largest differences are kept */
  constructor(most: number) {
    this.#most = most;
  }

  add(place: Place, comparison: RewardAgreement): void {
    const { apart } = comparison;
    this.#samples += 1;
    if (apart === null) this.#unknown += 1;
    else if (apart === Infinity) this.#failed += 1;
    else {
      if (apart === 0) this.#equal += 1;
      this.#finite += 1;
      this.#sum += apart;
      this.#mostApart = Math.max(this.#mostApart, apart);
    }
    if (apart === null || apart === 0) return;
    this.#rows.push({ place, agreement: comparison });
    if (this.#rows.length >= 2 * this.#most) this.#rows = this.worst().slice();
  }

  /** Counts a sample to which the other function does not apply. */
  addNotApplicable(): void {
    this.#samples += 1;
    this.#notApplicable += 1;
  }

  /** The differences that were kept, largest first; equal ones in the order of the run. */
  worst(): readonly AgreementRow<Place>[] {
    return this.#rows
      .toSorted((a, b) => {
        const [first, second] = [a.agreement.apart ?? 0, b.agreement.apart ?? 0];
        return first === second ? 0 : second - first;
      })
      .slice(0, this.#most);
  }

  summary(): AgreementSummary {
    return {
      samples: this.#samples,
      equal: this.#equal,
      different: this.#finite - this.#equal,
      failed: this.#failed,
      unknown: this.#unknown,
      notApplicable: this.#notApplicable,
      meanApart: this.#finite === 0 ? 0 : this.#sum / this.#finite,
      mostApart: this.#mostApart,
    };
  }
}
