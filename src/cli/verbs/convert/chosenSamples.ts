import type { FilterSubject } from '../../../core/filter/model.ts';
import { GroupNumbers } from '../../../core/summary/groupNumbers.ts';
import { DialectChoice } from '../../../runs/choosing/dialectChoice.ts';
import { sampleSubject } from '../../../runs/scoring/filterSubjects.ts';
import { readFacts } from '../../../runs/scoring/sampleFacts.ts';
import type { ScoredItem, ScoredSample } from '../../../runs/scoring/scorer.ts';
import { readColumns } from '../runs/readColumns.ts';
import type { WhereFilter } from '../runs/whereOption.ts';

/** Chooses the samples that match a filter. */
export class ChosenSamples {
  readonly #where: WhereFilter;
  readonly #compared: 'score' | 'reward';
  readonly #dialects = new DialectChoice();
  readonly #fields = new Set<string>();
  #groups: GroupNumbers | null = null;
  #row = 0;

  /** @param compared what groups compare */
  constructor(where: WhereFilter, compared: 'score' | 'reward') {
    this.#where = where;
    this.#compared = compared;
  }

  /** Reads all samples once before they are chosen, if the filter asks for their groups. */
  async prepare(portions: () => AsyncIterable<readonly ScoredItem[]>): Promise<void> {
    if (!this.#where.needsGroups) return;
    const columns = await readColumns(portions());
    this.#groups = new GroupNumbers(columns, { acrossSteps: false, compared: this.#compared });
  }

  /** Begins with the first sample again, for files that are read once more. */
  restart(): void {
    this.#row = 0;
  }

  /** Looks at the next samples, which show the dialect of a file. */
  look(items: readonly ScoredItem[]): void {
    this.#dialects.look(items);
  }

  /** Whether the next sample matches. */
  matches({ place, sample, score }: ScoredSample): boolean {
    const facts = readFacts(sample, this.#dialects.of(place.file, sample), score);
    for (const name of facts.fields.keys()) this.#fields.add(name);
    const row = this.#row++;
    const group = (field: string): number | string | null => this.#groups?.of(row, field) ?? null;
    const subject: FilterSubject = sampleSubject(sample, facts, { file: place.file, group });
    return this.#where.matches(subject);
  }

  /** Sentences about the fields of the filter that no sample had. */
  unseenFields(): readonly string[] {
    return this.#where.unseenFields([...this.#fields], this.#compared === 'reward');
  }
}
