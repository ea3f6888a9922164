import { t } from '@vscode/l10n';
import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';
import type { FilterError, TextMatch } from './model.ts';

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/**
 * A test for a pattern (RE2's syntax), which takes time in proportion to the length of the text.
 * @throws {RE2JSException} if the pattern is wrong, which `patternFault` says before
 */
export function compilePattern({
  text,
  flags,
}: Pick<TextMatch, 'text' | 'flags'>): (text: string) => boolean {
  const bits = flags.split('').reduce((sum, flag) => sum | (FLAGS[flag] ?? 0), 0);
  const pattern = RE2JS.compile(text.normalize('NFC'), bits);
  return (searched) => pattern.test(searched);
}

/** What is wrong with a pattern, and where; null if nothing is. */
export function patternFault(match: TextMatch): FilterError | null {
  try {
    compilePattern(match);
    return null;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const isSyntax = error instanceof RE2JSSyntaxException;
    const part = isSyntax ? (error.getPattern() ?? '') : '';
    // After the slash.
    const start = match.span.start + 1;
    const at = match.text.indexOf(part);
    return {
      message: patternSentence(isSyntax ? error.getDescription() : '', part),
      span: part === '' || at === -1 ? match.span : { start: start + at, end: start + at + part.length },
      suggestion: null,
    };
  }
}

/** A sentence for a description of RE2's errors, which are a closed list. */
function patternSentence(description: string, part: string): string {
  switch (description) {
    case 'missing closing )':
      return t('The pattern lacks a closing parenthesis. For the sign itself, write \\(.');
    case 'unexpected )':
      return t('The pattern closes a parenthesis that was not opened. For the sign itself, write \\).');
    case 'missing closing ]':
      return t('The pattern lacks a closing bracket. For the sign itself, write \\[.');
    case 'missing argument to repetition operator':
      return t(
        'In the pattern, {0} repeats nothing. For the sign itself, write a backslash before it.',
        part,
      );
    case 'invalid nested repetition operator':
      return t('In the pattern, {0} repeats what is repeated already.', part);
    case 'invalid repeat count':
      return t(
        'In the pattern, {0} repeats too often: 1,000 times at most, nested repetitions included.',
        part,
      );
    case 'trailing backslash at end of expression':
      return t('The pattern ends in a backslash. For the sign itself, write two.');
    case 'invalid escape sequence':
      return t(
        'In the pattern, {0} has no meaning. References to groups are not possible in linear time.',
        part,
      );
    case 'invalid character class range':
      return t('In the pattern, {0} is not a range or class of characters.', part);
    case 'invalid or unsupported Perl syntax':
    case 'invalid named capture':
      return t(
        'The pattern has {0}, which is not supported: looking ahead or back is not possible in linear time.',
        part,
      );
    case 'duplicate capture group name':
      return t('The pattern has two groups of the name {0}.', part);
    default:
      return t('The pattern is too large or nested too deeply. Make it shorter.');
  }
}
