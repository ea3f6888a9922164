import { COUNT_FIELDS, kindOfField, LIST_FIELDS, SEARCHED_FIELDS } from './fields.ts';
import type { Filter, FilterAtom, FilterTree, TextMatch } from './model.ts';
import { formatName, formatWord, quoteName, quoteText } from './quoteText.ts';

/** Names with `*` that need no quotes. */
const WILDCARDS = /^[^\s()"'`/<>=:\ufeff][^\s()"\ufeff]*$/u;

/** The text of a filter in one form: every `and` is written, and parentheses only where they are needed. */
export function formatFilter({ atoms, tree }: Filter): string {
  return tree === null ? '' : formatTree(tree, atoms);
}

function formatTree(tree: FilterTree, atoms: readonly FilterAtom[]): string {
  const inParentheses = (of: FilterTree): string => `(${formatTree(of, atoms)})`;
  switch (tree.kind) {
    case 'atom': {
      const atom = atoms[tree.atom];
      return atom === undefined ? '' : formatAtom(atom);
    }
    case 'not':
      return [
        'not',
        tree.of.kind === 'and' || tree.of.kind === 'or' ? inParentheses(tree.of) : formatTree(tree.of, atoms),
      ].join(' ');
    case 'and':
    case 'or':
      return tree.of
        .map((each) =>
          each.kind === tree.kind || each.kind === 'or' ? inParentheses(each) : formatTree(each, atoms),
        )
        .join(` ${tree.kind} `);
  }
}

function formatAtom(atom: FilterAtom): string {
  const [field, other] = atom.fields.map(({ name }) => name);
  const name = formatName(field ?? '');
  switch (atom.kind) {
    case 'number':
      return `${name}${atom.comparison}${formatNumber(atom.value)}`;
    case 'range':
      return `${name}:${Number.isFinite(atom.from) ? atom.from : ''}..${Number.isFinite(atom.to) ? atom.to : ''}`;
    case 'fields':
      return `${name}${atom.comparison}${quoteName(other ?? '')}`;
    case 'text':
    case 'list': {
      if (atom.fields.length === SEARCHED_FIELDS.length) return formatMatch(atom.match);
      const sign = atom.isNegated ? '!=' : signBefore(atom.match, field ?? '');
      return `${name}${sign}${formatMatch(atom.match)}`;
    }
    case 'presence':
      return `${atom.isPresent ? 'has' : 'missing'}:${formatName(field ?? '')}`;
    case 'state':
      return `is${atom.isNegated ? '!=' : ':'}${atom.state}`;
  }
}

function signBefore(match: TextMatch, field: string): string {
  const kind = kindOfField(field);
  return match.how === 'same' && (kind === 'part' || kind === 'any') ? '=' : ':';
}

function formatNumber(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
  return value > 0 ? 'inf' : '-inf';
}

function formatMatch(match: TextMatch): string {
  if (match.how === 'pattern') return `/${match.text}/${match.flags}`;
  if (match.how === 'wildcard' && WILDCARDS.test(match.text)) return match.text;
  return match.how === 'same' && isField(match.text) ? quoteText(match.text) : formatWord(match.text);
}

/** Whether a word after `=` may be read as a field. */
function isField(word: string): boolean {
  return kindOfField(word) !== 'any' || LIST_FIELDS.includes(word) || COUNT_FIELDS.includes(word);
}
