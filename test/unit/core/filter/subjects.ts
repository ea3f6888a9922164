import type { Filter, FilterAtom, FilterSubject } from '../../../../src/core/filter/model.ts';
import { parseFilter } from '../../../../src/core/filter/parseFilter.ts';
import { testAtom } from '../../../../src/core/filter/testAtom.ts';

/** What is known of a row; the rest is missing. */
interface Row {
  readonly numbers?: Readonly<Record<string, number>>;
  readonly texts?: Readonly<Record<string, string>>;
  readonly tools?: readonly string[];
  readonly findings?: readonly string[];
  readonly claims?: readonly string[];
  readonly group?: Readonly<Record<string, number | string>>;
}

/** A row as filters ask about it. */
export function subjectOf({ numbers, texts, tools, findings, claims, group }: Row): FilterSubject {
  return {
    number: (field) => numbers?.[field],
    text: (field) => texts?.[field] ?? null,
    tools: () => tools ?? [],
    findings: () => findings ?? [],
    claims: () => claims ?? null,
    group: (field) => group?.[field] ?? null,
  };
}

/** The filter of a text that must be one. */
export function readable(text: string): Filter {
  const result = parseFilter(text);
  if (!result.ok) throw new Error(`${text}: ${result.error.message}`);
  return result.filter;
}

/** The only atom of a filter. */
export function readAtom(text: string): FilterAtom {
  const [atom, ...others] = readable(text).atoms;
  if (atom === undefined || others.length > 0) throw new Error(`${text} has not one condition.`);
  return atom;
}

/** Whether a row matches a filter. */
export function matches(text: string, subject: FilterSubject): boolean {
  const filter = readable(text);
  return filter.test((index) => {
    const atom = filter.atoms[index];
    return atom !== undefined && testAtom(atom, subject);
  });
}
