import { t } from '@vscode/l10n';
import type { Span } from '../span.ts';
import { kindOfField } from './fields.ts';
import type { GrammarNode, WrittenValue } from './grammarNodes.ts';
import type { FilterError } from './model.ts';
import { formatName } from './quoteText.ts';
import { NUMBER, rewriteOperation, type Operand } from './rewriteOperation.ts';

type Combined = Extract<GrammarNode, { readonly type: 'and' | 'or' }>;
type Search = Extract<GrammarNode, { readonly type: 'search' }>;

/**
 * Where conditions are written as SQL, pandas and other languages have them, and what to write: they would otherwise be
 * read as words to search for. What precedes a word decides, so that ordinary words can be searched for. Null if there
 * are none.
 */
export function otherLanguage({ type, of }: Combined, text: string): FilterError | null {
  for (const index of of.keys()) {
    const error =
      type === 'or'
        ? numberAlone(of, index)
        : (operation(of, index, text) ?? sign(of, index) ?? clause(of, index, text));
    if (error !== null) return error;
  }
  return null;
}

/** `score in (1, 2)`, `response not like x`, `step between 1 and 5`, `score is null`. */
function operation(row: readonly GrammarNode[], index: number, text: string): FilterError | null {
  const field = searchIn(row[index]);
  const keyword = searchIn(row[index + 1]);
  if (field === null || keyword?.value.type !== 'word' || !isOperand(field.value)) return null;
  const operands: Operand[] = row.slice(index + 2, index + 4).flatMap((node) => {
    const search = searchIn(node);
    return search === null ? [] : [{ value: search.value, isNegated: node.type === 'not' }];
  });
  const found = rewriteOperation(field.value, keyword.value, operands, text);
  if (found === null) return null;
  const span = { start: field.span.start, end: found.end };
  const isNegated = row[index + 1]?.type === 'not';
  const written = isNegated ? found.negated : found.written;
  const isWhole = text.slice(0, span.start).trim() === '' && text.slice(span.end).trim() === '';
  const suggestion = !isWhole && / (?:and|or) /.test(written) ? `(${written})` : written;
  const named = `${isNegated ? 'not ' : ''}${keyword.value.text}`;
  return {
    message: t('Instead of {0}, write {1}. To search for the words, put them in quotes.', named, suggestion),
    span,
    suggestion,
  };
}

/** Signs for `and` and `or`. A map: a word such as `valueOf` is no sign. */
const SIGNS: ReadonlyMap<string, 'and' | 'or'> = new Map([
  ['&', 'and'],
  ['|', 'or'],
  [',', 'and'],
  [';', 'and'],
]);

/** `score>1 & step<3`, `(score>1) | (step<3)`, `kind=chart, score>1`. */
function sign(row: readonly GrammarNode[], index: number): FilterError | null {
  const node = row[index];
  const next = row[index + 1];
  const word = wordIn(node);
  if (word !== null) {
    const instead = SIGNS.get(word.text);
    return instead !== undefined && (isComparison(row[index - 1]) || isComparison(next))
      ? signFault(word.text, instead, word.span)
      : null;
  }
  if (node?.type !== 'condition' || node.value.type !== 'word' || !isComparison(next)) return null;
  const last = node.value.text.slice(-1);
  const { end } = node.value.span;
  return last === ',' || last === ';' ? signFault(last, ' and', { start: end - 1, end }) : null;
}

function signFault(written: string, suggestion: string, span: Span): FilterError {
  const message = t(
    'For "{0}", write {1}. To search for the sign, put it in quotes.',
    written,
    suggestion.trim(),
  );
  return { message, span, suggestion };
}

/** `where score>1`, `score>1 order by step`, `score>1 limit 10`. */
function clause(row: readonly GrammarNode[], index: number, text: string): FilterError | null {
  const word = wordIn(row[index]);
  if (word === null) return null;
  const name = word.text.toLowerCase();
  const first = wordIn(row[0]);
  if (
    name === 'where' &&
    isComparison(row[index + 1]) &&
    (first === word || first?.text.toLowerCase() === 'select')
  )
    return clauseFault(text, { start: first.span.start, end: word.span.end });
  const next = wordIn(row[index + 1]);
  if (next === null || !row.slice(0, index).some(isComparison)) return null;
  if ((name === 'order' || name === 'group') && next.text.toLowerCase() === 'by') {
    const rest = row.slice(index).map(wordIn);
    const end = rest.findIndex((each) => each === null);
    const last = rest.at(end === -1 ? -1 : end - 1) ?? next;
    return clauseFault(text, { start: word.span.start, end: last.span.end });
  }
  return name === 'limit' && NUMBER.test(next.text)
    ? clauseFault(text, { start: word.span.start, end: next.span.end })
    : null;
}

function clauseFault(text: string, span: Span): FilterError {
  const message = t(
    'A filter has conditions only: leave out {0}. To search for the words, put them in quotes.',
    text.slice(span.start, span.end),
  );
  return { message, span, suggestion: '' };
}

/** `step=9 or 10`. */
function numberAlone(row: readonly GrammarNode[], index: number): FilterError | null {
  const before = edgeOf(row[index], -1);
  const after = edgeOf(row[index + 1], 0);
  if (before?.type !== 'condition' || before.value.type !== 'number') return null;
  if (after?.type !== 'search' || after.value.type !== 'word' || !NUMBER.test(after.value.text)) return null;
  const { span, text } = after.value;
  const suggestion = `${formatName(before.field.name)}${before.sign}${text}`;
  const message = t('After or, write {0}. To search for the number, put it in quotes.', suggestion);
  return { message, span, suggestion };
}

/** The condition at the beginning or end of a row without parentheses. */
function edgeOf(node: GrammarNode | undefined, at: 0 | -1): GrammarNode | undefined {
  return node?.type === 'and' ? node.of.at(at) : node;
}

/** A text that is searched, or is not. */
function searchIn(node: GrammarNode | undefined): Search | null {
  if (node?.type === 'not') return searchIn(node.of);
  return node?.type === 'search' ? node : null;
}

function isOperand(value: WrittenValue): boolean {
  return value.type === 'word' || (value.type === 'text' && kindOfField(value.text) !== 'any');
}

function isComparison(node: GrammarNode | undefined): boolean {
  return node !== undefined && searchIn(node) === null;
}

function wordIn(node: GrammarNode | undefined): WrittenValue | null {
  return node?.type === 'search' && node.value.type === 'word' ? node.value : null;
}
