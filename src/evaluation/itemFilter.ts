import { t } from '@vscode/l10n';
import type { DatasetItem } from '../core/datasets/model.ts';
import { PageTraceError } from '../core/errors.ts';
import { numberOfText } from '../core/filter/compareTexts.ts';
import { kindOfField, recordKeyOf } from '../core/filter/fields.ts';
import type { Filter, FilterAtom, FilterSubject } from '../core/filter/model.ts';
import { testAtom } from '../core/filter/testAtom.ts';

/** What a question has under a field. */
type Value = string | number | boolean;

/** Fields that mean the same in a data set as in a run. Any other that means something in a run needs an answer. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set(['question', 'reference', 'id', 'group']);

/**
 * A filter over the questions of a data set: over what is known of them before they are answered. Of several values under
 * a field, such as tags, one that fits is enough.
 */
export class ItemFilter {
  readonly #filter: Filter;
  /** Fields of the filter that no question has had so far. */
  readonly #unseen: Set<string>;

  /** @throws PageTraceError `bad-input` for a filter that asks for what only an answer has */
  constructor(filter: Filter) {
    this.#filter = filter;
    for (const atom of filter.atoms) requireKnown(atom);
    // That a field is missing everywhere is what `missing` asks for.
    this.#unseen = new Set(
      filter.atoms.flatMap((atom) =>
        atom.kind === 'presence' ? [] : namesOf(atom).filter(isNamedByRecords),
      ),
    );
  }

  /** Whether a question matches. */
  matches(item: DatasetItem): boolean {
    for (const name of this.#unseen) if (valuesOf(item, name).length > 0) this.#unseen.delete(name);
    const { atoms } = this.#filter;
    return this.#filter.test((index) => {
      const atom = atoms[index];
      return atom !== undefined && holds(atom, item);
    });
  }

  /** Fields that none of the questions had that were tested: they may be misspelled. */
  get unseen(): readonly string[] {
    return [...this.#unseen];
  }
}

const namesOf = ({ fields }: FilterAtom): readonly string[] => fields.map(({ name }) => name);

const isNamedByRecords = (name: string): boolean => kindOfField(name) === 'any';

/** @throws PageTraceError for a condition about what only an answer has */
function requireKnown(atom: FilterAtom): void {
  if (atom.kind === 'state') throw unknownYet(`is:${atom.state}`);
  // A text without a field is searched in what there is of question, response and answer.
  if (atom.kind === 'text' && atom.fields.length > 1) return;
  const unknown = namesOf(atom).find((name) => !isNamedByRecords(name) && !KNOWN_FIELDS.has(name));
  if (unknown !== undefined) throw unknownYet(unknown);
}

const unknownYet = (field: string): PageTraceError =>
  new PageTraceError('bad-input', t('{0} is not known before a question is answered.', field), {
    hint: t(
      'Filter by question, reference, id, document, pages, tags, buckets or other keys of the data set; a key that has such a name is written record.{0}.',
      field,
    ),
  });

/** Whether an atom holds for a question: for one of its values, or if it is negated, for all of them. */
function holds(atom: FilterAtom, item: DatasetItem): boolean {
  const isNegated = atom.kind === 'text' && atom.isNegated;
  const fits = (subject: FilterSubject): boolean => testAtom(atom, subject);
  const subjects = [...subjectsOf(namesOf(atom), item)];
  return isNegated ? subjects.every(fits) : subjects.some(fits);
}

/** The question with each combination of the values of some fields. */
function* subjectsOf(
  [name, ...more]: readonly string[],
  item: DatasetItem,
  chosen: ReadonlyMap<string, Value> = new Map(),
): Generator<FilterSubject> {
  if (name === undefined) {
    yield subjectOf(chosen);
    return;
  }
  const values = valuesOf(item, name);
  if (values.length === 0) yield* subjectsOf(more, item, chosen);
  for (const value of values) yield* subjectsOf(more, item, new Map([...chosen, [name, value]]));
}

/** What a filter may ask of the chosen values. */
function subjectOf(chosen: ReadonlyMap<string, Value>): FilterSubject {
  return {
    number: (field) => {
      const value = chosen.get(field);
      return typeof value === 'string' ? numberOfText(value) : value === undefined ? null : Number(value);
    },
    text: (field) => {
      const value = chosen.get(field);
      return value === undefined ? null : String(value);
    },
    tools: () => [],
    findings: () => [],
    claims: () => null,
    group: () => chosen.get('group')?.toString() ?? null,
  };
}

/** What a question has under a field; empty if it is missing. */
function valuesOf(item: DatasetItem, field: string): readonly Value[] {
  switch (field) {
    case 'question':
      return [item.question];
    case 'reference':
      return item.references;
    case 'id':
    case 'group':
      return [item.id];
    case 'document':
    case 'documents':
      return item.documents.map(({ path }) => path);
    case 'pages':
      return item.documents.flatMap(({ pages }) => pages ?? []);
    case 'gold_pages':
      return (item.goldPages ?? []).map(({ page }) => page);
    case 'tags':
      return item.tags;
    default: {
      const key = recordKeyOf(field);
      if (key !== null) return plainValues(item.record[key]);
      if (!isNamedByRecords(field)) return [];
      return (
        (Object.hasOwn(item.buckets, field) ? item.buckets[field] : undefined) ??
        plainValues(item.record[field])
      );
    }
  }
}

/** A text, number, true or false, or a list of these; empty for anything else. */
function plainValues(value: unknown): readonly Value[] {
  return [value].flat().filter((each) => ['string', 'number', 'boolean'].includes(typeof each)) as Value[];
}
