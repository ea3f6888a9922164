import { isYear } from '../layout/cellText.ts';
import type { Head } from '../layout/model.ts';
import { fold } from './fold.ts';
import { tokenKeys } from './tokens.ts';
import { scaleOf, unitOf } from './units.ts';

/**
 * A label of a page's tables as it is compared, in keys of tokens: as it is, and without what is in brackets, a
 * footnote's number, and a unit.
 */
export type LabelForms = readonly (readonly string[])[];

/** The number of a footnote behind a label. */
const MARK = /(?<=\p{L}\s?)\d{1,2}$/u;

/** What makes a label have several forms. */
const HAS_FORMS = /[(*†‡,]|\d$/;

/** Words that stand beside a unit: `in EUR`, `per day`. */
const BESIDE_UNITS: ReadonlySet<string> = new Set(['in', 'per', 'je', 'pro', 'of', 'en']);
/** What says that a label's values are counted. */
const COUNTS: ReadonlySet<string> = new Set(['no', 'nr', 'n', 'number', 'count', 'anzahl']);

/** `g/dl`, `km/h`. */
const RATIO = /^\p{L}{1,4}\/\p{L}{1,4}$/u;

/** The forms in which a text may name a label; none if the label has no words. */
export function formsOf(text: string): LabelForms {
  if (!HAS_FORMS.test(text)) {
    const keys = tokenKeys(text);
    return keys.length > 0 ? [keys] : [];
  }
  const bare = text.replaceAll(/\([^()]{0,80}\)|[*†‡]/gu, ' ');
  const unmarked = bare.replace(MARK, '');
  const forms = [...new Set([text, bare, unmarked, withoutUnit(bare)])];
  return forms.map(tokenKeys).filter((keys) => keys.length > 0);
}

/**
 * The forms of what a head says, one by one: its year and its other words can be named apart (`Result` above `2023`).
 * Each is also compared without lines that are only units (`2024` above `EUR million`).
 */
export function formsOfHead({ text, lines }: Pick<Head, 'text' | 'lines'>): readonly LabelForms[] {
  const named = lines.map((line) => line.text).filter((line) => !isUnit(line));
  if (named.length === 0 || lines.length === 1) return [formsOf(text)];
  const years = named.filter(isYear);
  const others = named.filter((line) => !isYear(line));
  const whole =
    named.length === lines.length ? formsOf(text) : [...formsOf(text), ...formsOf(named.join(' '))];
  return years.length === 0 || others.length === 0
    ? [whole]
    : [whole, ...years.map(formsOf), formsOf(others.join(' '))];
}

/** A label without the unit behind its last comma: `Hemoglobin, g/dl`. */
function withoutUnit(label: string): string {
  const comma = label.lastIndexOf(',');
  return comma > 0 && isUnit(label.slice(comma + 1)) ? label.slice(0, comma) : label;
}

function isUnit(text: string): boolean {
  const words = fold(text)
    .text.split(/[\s().,[\]]+/u)
    .filter((word) => word !== '');
  const units = words.filter(
    (word) => unitOf(word) !== null || scaleOf(word) > 0 || RATIO.test(word) || COUNTS.has(word),
  );
  return units.length > 0 && words.every((word) => units.includes(word) || BESIDE_UNITS.has(word));
}
