import { PageTraceError } from '../../../core/errors.ts';
import { checkMarks } from '../../../core/filter/checkFilter.ts';
import { decideFilter } from '../../../core/filter/decideFilter.ts';
import { kindOfField, PART_FIELDS } from '../../../core/filter/fields.ts';
import type { Filter, FilterAtom, FilterError, FilterSubject } from '../../../core/filter/model.ts';
import { parseFilter } from '../../../core/filter/parseFilter.ts';
import { testAtom } from '../../../core/filter/testAtom.ts';
import { CLAIM_MARKS } from '../../../core/grounding/model.ts';
import { nearestName } from '../../../core/nearestName.ts';

/** The most characters of a filter that a message repeats. */
const MOST_QUOTED = 60;

/** What to do about samples that a profile could not score. */
export const VERDICTS = 'The profile may need a verdict of each answer; pagetrace judge gives them.';

/** The filter of `--where` (docs/filters.md). */
export class WhereFilter {
  readonly #filter: Filter;
  /** Fields of the filter that a run need not have, and that no sample has had so far. */
  readonly #unseen: Set<string>;

  /**
   * @param claims whether the pages are searched for the claims of samples, or would be with `--ground`, or never are
   * @throws PageTraceError `bad-input` for a text that is no filter, and for one that needs what the verb does not read
   */
  constructor(text: string, claims: 'searched' | 'with-ground' | 'never') {
    this.#filter = readWhere(text);
    const { atoms } = this.#filter;
    const asked = atoms.find(({ scope }) => scope === 'claims');
    if (asked !== undefined && claims !== 'searched') {
      const words = `--where asks for claims (${shortened(text.slice(asked.span.start, asked.span.end))})`;
      throw claims === 'never'
        ? new PageTraceError('bad-input', `${words}, which are not looked for here.`, {
            hint: 'pagetrace runs --ground looks for them on the pages.',
          })
        : new PageTraceError('bad-input', `${words}, which are looked for on the pages with --ground.`, {
            hint: 'Add --ground, and --documents for the folder with the documents.',
          });
    }
    const [wrong] = checkMarks(atoms, CLAIM_MARKS);
    if (wrong !== undefined) throw unreadable(text, wrong);
    this.#unseen = new Set(atoms.flatMap(askedFields));
  }

  /** Whether it asks for the group of a sample, which is known after all samples are read. */
  get needsGroups(): boolean {
    return this.#filter.atoms.some(({ scope }) => scope === 'group');
  }

  /** Whether a sample may match whose claims are not known. */
  mayMatch(subject: FilterSubject): boolean {
    const { atoms, tree } = this.#filter;
    const holds = (index: number): boolean | null => {
      const atom = atoms[index];
      return atom === undefined || atom.scope === 'claims' ? null : testAtom(atom, subject);
    };
    return decideFilter(tree, holds) !== false;
  }

  /** Whether a sample matches. */
  matches(subject: FilterSubject): boolean {
    for (const name of this.#unseen)
      if ((subject.number(name) ?? null) !== null || subject.text(name) !== null) this.#unseen.delete(name);
    const { atoms } = this.#filter;
    return this.#filter.test((index) => {
      const atom = atoms[index];
      return atom !== undefined && testAtom(atom, subject);
    });
  }

  /**
   * Sentences about the fields that no sample had, after all samples were tested.
   * @param known the numbers of the run
   * @param isScored whether a profile scored them
   */
  unseenFields(known: readonly string[], isScored: boolean): readonly string[] {
    return [...this.#unseen].map((name) => {
      if (name === 'reward' || name.startsWith('reward.'))
        return `No sample has ${name}, which --where asks for. ${isScored ? VERDICTS : '--profile scores them.'}`;
      const nearest = kindOfField(name) === 'any' ? nearestName(name, known) : null;
      return nearest === null
        ? `No sample has the field ${name}, which --where asks for.`
        : `No sample has the field ${name}, which --where asks for. Did you mean ${nearest}?`;
    });
  }
}

/**
 * The filter that `--where` gives.
 * @param named what messages call it
 * @throws PageTraceError `bad-input` for a text that is no filter
 */
export function readWhere(text: string, named = '--where'): Filter {
  const result = parseFilter(text);
  if (result.ok) return result.filter;
  throw unreadable(text, result.error, named);
}

/** The beginning of a part of a filter, which may be a whole response that was pasted by mistake. */
function shortened(written: string): string {
  const characters = Array.from(written);
  return characters.length <= MOST_QUOTED ? written : `${characters.slice(0, MOST_QUOTED).join('')}…`;
}

function unreadable(
  text: string,
  { message, span, suggestion }: FilterError,
  named = '--where',
): PageTraceError {
  const written = shortened(text.slice(span.start, span.end));
  const place = `character ${span.start + 1}${written === '' ? '' : ` ("${written}")`}`;
  return new PageTraceError('bad-input', `${named} cannot be read at ${place}: ${message}`, {
    hint:
      suggestion === null || suggestion === ''
        ? 'docs/filters.md describes filters, with examples.'
        : `Write ${suggestion.trim()} there.`,
  });
}

/** Fields of every run that all its samples may lack. Those of groups, lists and claims are missing for other reasons. */
const OPTIONAL: ReadonlySet<string> = new Set([
  ...PART_FIELDS,
  'id',
  'finish',
  'verdict',
  'step',
  'score',
  'reward',
  'length',
]);

/** The fields of a condition that should be somewhere in the run for it to have a meaning. */
function askedFields({ kind, fields }: FilterAtom): readonly string[] {
  // A text without a field is searched in what there is of question, response and answer.
  const isSearch = kind === 'text' && fields.length > 1;
  if (kind === 'state' || isSearch) return [];
  const names = fields.map(({ name }) => name);
  // That a field is missing everywhere is what `missing` asks for; a name that no run has may be a mistake.
  return names.filter(
    (name) =>
      kindOfField(name) === 'any' ||
      (kind !== 'presence' && (OPTIONAL.has(name) || name.startsWith('reward.'))),
  );
}
