import { t } from '@vscode/l10n';
import { joinChoices } from '../joinList.ts';
import { nearestName } from '../nearestName.ts';
import type { Span } from '../span.ts';

import type { FilterError } from './model.ts';
import { quoteText } from './quoteText.ts';

/** A longer text is not read as a filter: a mistake, such as a whole response in the box, would take seconds. */
export const LONGEST_FILTER = 4000;

/** The fault of a text that is too long for a filter. */
export function tooLong(text: string): FilterError {
  return {
    message: t('A filter has at most {0} characters, and this one has {1}.', LONGEST_FILTER, text.length),
    span: { start: LONGEST_FILTER, end: text.length },
    suggestion: null,
  };
}

/**
 * The fault that the grammar reports by its code.
 * @param span of the fault in the text of the filter
 */
export function grammarFault(code: string, text: string, span: Span): FilterError {
  const written = text.slice(span.start, span.end);
  const fault = (message: string, suggestion: string | null = null): FilterError => ({
    message,
    span,
    suggestion,
  });
  const apart = (word: string): string => (/\S$/.test(text.slice(0, span.start)) ? ` ${word}` : word);
  const writeSign = (sign: string): FilterError => fault(t('For {0}, write {1}.', written, sign), sign);
  switch (code) {
    case 'unopened-parenthesis':
      return fault(t('This closing parenthesis has no opening one.'), '');
    case 'unclosed-parenthesis':
      return fault(t('The closing parenthesis is missing.'));
    case 'missing-condition-inside':
      return fault(t('A condition is missing between the parentheses, such as reward<0.2.'));
    case 'missing-condition-before':
      return fault(
        t('A condition is missing before {0}. To search for the word, put it in quotes.', written),
      );
    case 'missing-condition-after':
      return fault(t('A condition is missing after {0}. To search for the word, put it in quotes.', written));
    case 'missing-field':
      return fault(t('A field is missing before {0}, such as reward.', written));
    case 'missing-operator':
      return fault(t('A sign and a value are missing after the name in backticks, such as <0.2.'));
    case 'missing-value':
      return fault(
        written === ':' || written === '=' || written === '!='
          ? t('A number, a text, or a pattern is missing after {0}.', written)
          : t('A number or a field is missing after {0}.', written),
      );
    case 'unclosed-quote':
      return fault(t('The closing quote is missing.'));
    case 'unclosed-name':
      return fault(t('The closing backtick is missing.'));
    case 'unclosed-pattern':
      return fault(
        t('The closing slash of the pattern is missing. To search for a slash, put the text in quotes.'),
      );
    case 'empty-pattern':
      return fault(
        t('The pattern between the slashes is empty. To search for slashes, put the text in quotes.'),
      );
    case 'unknown-flag':
      return fault(
        t(
          'After the closing slash of a pattern only the letters i, m and s may follow, each once. A slash inside a pattern is written \\/.',
        ),
      );
    case 'unknown-escape':
      return fault(
        t('{0} means nothing in quotes. For a backslash, write two.', written),
        `\\\\${written.slice(1)}`,
      );
    case 'quote-text':
      return fault(
        t('{0} is not a field. To search for a text with such signs, put it in quotes.', written),
        quoteText(written),
      );
    case 'write-and':
      return fault(t('For {0}, write and.', written), apart('and '));
    case 'write-or':
      return fault(t('For {0}, write or.', written), apart('or '));
    case 'write-not':
      return fault(t('For {0}, write not.', written), 'not ');
    case 'write-equal':
      return writeSign('=');
    case 'write-not-equal':
      return writeSign('!=');
    case 'write-at-least':
      return writeSign('>=');
    case 'write-at-most':
      return writeSign('<=');
    case 'write-contains':
      return fault(t('For {0}, write : and a text, or a pattern between slashes.', written), ':');
    case 'number-first': {
      const turned = fieldFirst(written);
      return fault(t('The field comes before the number: write {0}.', turned), turned);
    }
    case 'call':
      return fault(sayCall(written));
    case 'too-deep':
      return fault(t('Parentheses and not may be nested at most 100 deep.'));
    default:
      return fault(t('The filter cannot be read from here on.'));
  }
}

const OPPOSITES: Readonly<Record<string, string>> = {
  '<': '>',
  '<=': '>=',
  '\u2264': '>=',
  '>': '<',
  '>=': '<=',
  '\u2265': '<=',
};

/** The conditions of a number before a field, and of another one after it. */
function fieldFirst(written: string): string {
  const [number = '', sign = '', field = '', ...last] = written.replace(/\s/g, '').split(/([<>=!≠≤≥]+)/);
  const first = `${field}${OPPOSITES[sign] ?? sign}${number}`;
  return last.length === 0 ? first : `${first} ${field}${last.join('')}`;
}

/** What to write for a call of a function, if it is of a field. */
function sayCall(written: string): string {
  const [, field, method = ''] = /^(?:(.+?)\.(?:str\.)?)?([^.]+)$/.exec(written) ?? [];
  const example = field === undefined ? null : exampleOf(method.toLowerCase(), field);
  return example === null
    ? t('A filter has no functions such as {0}. To search for the text, put it in quotes.', method)
    : t('A filter has no functions such as {0}. Write, for example, {1}.', method, example);
}

function exampleOf(method: string, field: string): string | null {
  switch (method) {
    case 'isna':
    case 'isnull':
      return `missing:${field}`;
    case 'notna':
    case 'notnull':
      return `has:${field}`;
    case 'isin':
      return [1, 2].map((value) => `${field}=${value}`).join(' or ');
    case 'between':
      return `${field}:1..5`;
    case 'contains':
    case 'includes':
      return `${field}:cash`;
    case 'startswith':
      return `${field}:/^cash/`;
    case 'endswith':
      return `${field}:/flow$/`;
    case 'match':
    case 'fullmatch':
    case 'search':
    case 'test':
      return `${field}:/cash.*flow/`;
    default:
      return null;
  }
}

/** The fault of a value that a field cannot have: it is none of the `known` ones. */
export function unknownValue(
  field: string,
  written: string,
  known: readonly string[],
  span: Span,
): FilterError {
  const suggestion = nearestName(written, known);
  return {
    message:
      suggestion === null
        ? t('After {0} comes {1}, not {2}.', field, joinChoices(known), written)
        : t('{0} is unknown after {1}. Did you mean {2}?', written, field, suggestion),
    span,
    suggestion,
  };
}
