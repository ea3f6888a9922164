import { countClaimMarks, type MarkCount } from '../../core/grounding/claimCounts.ts';
import type { ClaimMark } from '../../core/grounding/model.ts';
import type { ClaimsFound } from '../../core/grounding/shares.ts';
import { claimNumbers, type ClaimNumber } from '../../core/summary/sampleFacts.ts';
import { GrowingArray } from './growingArray.ts';
import { NumberTable } from './numberTable.ts';

/** What is known of the claims of a row. `missing`: its documents are not at hand, or cannot be searched. */
const STATES = ['open', 'missing', 'found'] as const;
type ClaimState = (typeof STATES)[number];

/** The marks of the claims of a row, which many rows have in common. */
interface MarkList {
  readonly counts: readonly MarkCount[];
  readonly marks: readonly ClaimMark[];
}

/** The claims of rows whose pages were searched. */
export class ClaimColumns {
  readonly #states = new GrowingArray((size) => new Uint8Array(size));
  /** The different lists of marks, each once, by what identifies it, and by its number. */
  readonly #ids = new Map<string, number>();
  readonly #lists: MarkList[] = [];
  readonly #listOf = new GrowingArray((size) => new Uint32Array(size));
  /** The number of `claims`, the share that is `grounded`, and how they meet the places that show the answer. */
  readonly numbers = new NumberTable();
  /** Whether the pages were searched, or are being searched. */
  isSearched = false;
  #found = 0;
  #missing = 0;

  /** The rows whose claims are known. */
  get found(): number {
    return this.#found;
  }

  /** The rows whose documents are not at hand. */
  get missing(): number {
    return this.#missing;
  }

  state(row: number): ClaimState {
    return STATES[this.#states.at(row)] ?? 'open';
  }

  /** Sets what was found for a row; null if its documents are not at hand. */
  set(row: number, claims: ClaimsFound | null): void {
    this.clear(row);
    if (claims === null) {
      this.#setState(row, 'missing');
      return;
    }
    this.#setState(row, 'found');
    this.#listOf.set(row, this.#idOf(claims.marks));
    for (const [name, value] of claimNumbers(claims)) this.numbers.column(name).set(row, value);
  }

  /** Forgets what is known of a row. */
  clear(row: number): void {
    if (this.state(row) === 'open') return;
    this.#setState(row, 'open');
    this.numbers.clear(row);
  }

  /** The marks of the claims of a row, problems first; null if they are not known. */
  marksOf(row: number): readonly ClaimMark[] | null {
    return this.#listAt(row)?.marks ?? null;
  }

  /** How often each mark occurs among the claims of a row, problems first; null if they are not known. */
  countsOf(row: number): readonly MarkCount[] | null {
    return this.#listAt(row)?.counts ?? null;
  }

  /** One of these numbers of a row; null if it is not known. */
  number(name: string, row: number): number | null {
    return this.numbers.find(name)?.at(row) ?? null;
  }

  /** All of these numbers of a row. */
  numbersOf(row: number): readonly ClaimNumber[] {
    return this.numbers.names.flatMap((name): readonly ClaimNumber[] => {
      const value = this.number(name, row);
      return value === null ? [] : [[name, value]];
    });
  }

  #listAt(row: number): MarkList | null {
    return this.state(row) === 'found' ? (this.#lists[this.#listOf.at(row)] ?? null) : null;
  }

  #idOf(marks: readonly ClaimMark[]): number {
    const counts = countClaimMarks(marks);
    const key = JSON.stringify(counts);
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.#lists.length;
      this.#ids.set(key, id);
      this.#lists.push({
        counts,
        marks: counts.flatMap(({ mark, count }) => Array<ClaimMark>(count).fill(mark)),
      });
    }
    return id;
  }

  #setState(row: number, state: ClaimState): void {
    const before = this.state(row);
    this.#found += Number(state === 'found') - Number(before === 'found');
    this.#missing += Number(state === 'missing') - Number(before === 'missing');
    this.#states.set(row, STATES.indexOf(state));
  }
}
