import { IS_TRUNCATED, isCutOff } from '../cutOff.ts';
import { compilePattern } from './pattern.ts';
import { areSame, containsText, fitsWildcards, isNamed, numberOfText, sameAs } from './compareTexts.ts';
import { isAdvantage, COUNT_FIELDS, kindOfField } from './fields.ts';
import type { Comparison, FilterAtom, FilterSubject, RowState, TextMatch } from './model.ts';
import { compareNumbers, compileNumberAtom } from './numberAtom.ts';

type AtomTest = (subject: FilterSubject) => boolean;

const tests = new WeakMap<FilterAtom, AtomTest>();

/**
 * Whether an atom holds for a row. What is missing and what is NaN follows the table in docs/filters.md. The first call
 * for an atom compiles it.
 */
export function testAtom(atom: FilterAtom, subject: FilterSubject): boolean {
  let test = tests.get(atom);
  if (test === undefined) tests.set(atom, (test = compileAtom(atom)));
  return test(subject);
}

function compileAtom(atom: FilterAtom): AtomTest {
  const names = atom.fields.map(({ name }) => name);
  const [name = '', other = ''] = names;
  switch (atom.kind) {
    case 'number':
    case 'range': {
      const test = compileNumberAtom(atom);
      return (subject) => {
        const value = numberIn(subject, name);
        return test?.(value ?? 0, value === null) ?? false;
      };
    }
    case 'fields':
      return (subject) =>
        compareValues(
          valueIn(subject, name, atom.scope),
          atom.comparison,
          valueIn(subject, other, atom.scope),
        );
    case 'text': {
      const matches = matcherFor(atom.match, name);
      if (atom.isNegated)
        return (subject) => {
          const text = textIn(subject, name);
          return text !== null && !matches(text);
        };
      return (subject) =>
        names.some((each) => {
          const text = textIn(subject, each);
          return text !== null && matches(text);
        });
    }
    case 'list': {
      const matches = matcherOf(atom.match);
      return (subject) => {
        const list = listIn(subject, name);
        return list !== null && list.some(matches) !== atom.isNegated;
      };
    }
    case 'presence':
      return (subject) => isThere(subject, name) === atom.isPresent;
    case 'state':
      return (subject) => stateTest(atom.state)(subject) !== atom.isNegated;
  }
}

/** A test for a text; a file may also be named by the end of its path. */
function matcherFor(match: TextMatch, field: string): (text: string) => boolean {
  const matches = matcherOf(match);
  if (field !== 'file' || match.how === 'pattern') return matches;
  return (path) => {
    const plain = path.replaceAll('\\', '/');
    for (let at = 0; ; at += 1) {
      if (matches(plain.slice(at))) return true;
      at = plain.indexOf('/', at);
      if (at === -1) return false;
    }
  };
}

function matcherOf(match: TextMatch): (text: string) => boolean {
  switch (match.how) {
    case 'contains':
      return containsText(match.text);
    case 'same':
      return sameAs(match.text);
    case 'name':
      return isNamed(match.text);
    case 'wildcard':
      return fitsWildcards(match.text);
    case 'pattern': {
      const test = compilePattern(match);
      return (text) => test(text.normalize('NFC'));
    }
  }
}

/** The number of a field; null if it is missing. The number of a text is what the text says. */
function numberIn(subject: FilterSubject, name: string): number | null {
  const kind = kindOfField(name);
  if (kind === 'part') {
    const text = subject.text(name);
    return text === null ? null : numberOfText(text);
  }
  if (kind === 'group' || isAdvantage(name)) {
    const value = subject.group(name.replace(/^group\./, ''));
    return typeof value === 'number' ? value : null;
  }
  if (name === 'tools') return subject.tools().length;
  if (name === 'findings') return subject.findings().length;
  if (name === 'claims') return subject.claims()?.length ?? null;
  return subject.number(name) ?? null;
}

function textIn(subject: FilterSubject, name: string): string | null {
  if (name !== 'group') return subject.text(name);
  const value = subject.group('name');
  return value === null ? null : String(value);
}

/** The names in a list; null for claims that are not known. */
function listIn(subject: FilterSubject, name: string): readonly string[] | null {
  if (name === 'tool') return subject.tools();
  return name === 'finding' ? subject.findings() : subject.claims();
}

/** A field that is compared with another: its number, or else its text where texts are at hand. */
function valueIn(subject: FilterSubject, name: string, scope: FilterAtom['scope']): number | string | null {
  if (kindOfField(name) === 'part') return subject.text(name);
  return numberIn(subject, name) ?? (scope === 'text' ? textIn(subject, name) : null);
}

function compareValues(
  left: number | string | null,
  comparison: Comparison,
  right: number | string | null,
): boolean {
  if (left === null || right === null) return false;
  const leftNumber = typeof left === 'number' ? left : numberOfText(left);
  const rightNumber = typeof right === 'number' ? right : numberOfText(right);
  if (leftNumber !== null && rightNumber !== null) return compareNumbers(leftNumber, comparison, rightNumber);
  if (comparison === '=') return areSame(String(left), String(right));
  return comparison === '!=' && !areSame(String(left), String(right));
}

function isThere(subject: FilterSubject, name: string): boolean {
  switch (kindOfField(name)) {
    case 'list':
      return (listIn(subject, name)?.length ?? 0) > 0;
    case 'part':
    case 'name':
      return textIn(subject, name) !== null;
    case 'any':
      return numberIn(subject, name) !== null || subject.text(name) !== null;
    default: {
      const number = numberIn(subject, name);
      return number !== null && (number > 0 || !COUNT_FIELDS.includes(name));
    }
  }
}

function stateTest(state: RowState): AtomTest {
  switch (state) {
    case 'failed':
      return (subject) => subject.text('problem') === 'failed';
    case 'broken':
      return (subject) => ![null, 'failed'].includes(subject.text('problem'));
    case 'truncated':
      return (subject) => isCutOff(subject.text('finish') ?? '', subject.number(IS_TRUNCATED));
    case 'right':
    case 'wrong':
      return (subject) => subject.text('verdict') === state;
  }
}
