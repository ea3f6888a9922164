import { t } from '@vscode/l10n';
import { FILTERS, OTHER_FILTERS } from './filters.ts';
import type { FindingList } from './findings.ts';
import { ODD_SPACE } from './python.ts';
import type { PlacedToken, Tag } from './tokens.ts';

/** The tests that are rendered here. */
const TESTS = new Set(
  (
    'boolean callable odd even false true none string number integer iterable mapping sequence lower upper defined ' +
    'undefined'
  ).split(' '),
);
/** Tests of Jinja2 that are not rendered here. */
const OTHER_TESTS = new Set(
  'divisibleby eq equalto escaped filter float ge greaterthan gt in le lessthan lt ne sameas test'.split(' '),
);
/** Statements of Jinja2 that are not rendered here. */
export const OTHER_STATEMENTS: ReadonlySet<string> = new Set(
  'autoescape block extends from import include print raw with'.split(' '),
);
/** Names that Jinja2 defines and this renderer does not. */
const OTHER_GLOBALS = new Set(['cycler', 'dict', 'joiner', 'lipsum', 'self', 'super']);
const OTHER_LOOP = new Set(['changed', 'cycle', 'depth', 'depth0']);
const LOOP_ATTRIBUTES = new Set(
  'index index0 revindex revindex0 first last length previtem nextitem'.split(' '),
);

/**
 * Finds constructs that Jinja2 reads differently from the library, or does not read, regardless of the variables.
 * @param text the source of the tags
 * @param given the names of the variables
 */
export function checkTags(
  text: string,
  tags: readonly Tag[],
  given: ReadonlySet<string>,
  findings: FindingList,
): void {
  const assigned = new Set(given);
  for (const tag of tags) {
    if (tag.kind !== 'statement') continue;
    for (const { token } of tag.tokens) if (token.type === 'Identifier') assigned.add(token.value);
  }
  const strips = /\{[{%#]-|-[}%#]\}/.test(text);
  for (const tag of tags) {
    if (tag.kind === 'text' || tag.kind === 'comment') {
      const odd =
        strips && tag.kind === 'text' ? ODD_SPACE.exec(text.slice(tag.span.start, tag.span.end)) : null;
      if (odd) {
        const start = tag.span.start + odd.index;
        findings.add(
          'different',
          { start, end: start + 1 },
          t(
            'Jinja2 and PageTrace strip different characters here: only one of them treats this one as white space.',
          ),
        );
      }
      continue;
    }
    if (tag.kind === 'statement') checkStatement(tag, findings);
    checkGaps(text, tag, findings);
    if (text.startsWith('{{+', tag.span.start))
      findings.add(
        'different',
        tag.span,
        t('Jinja2 reads this + as a mark of the tag. Put a space before it.'),
      );
    checkTokens(text, tag.tokens, { given, assigned }, findings);
  }
}

/** Reports characters between tokens that only JavaScript treats as white space. */
function checkGaps(text: string, tag: Tag, findings: FindingList): void {
  let at = tag.span.start;
  for (const { start, end } of [
    ...tag.tokens.map(({ span }) => span),
    { start: tag.span.end, end: tag.span.end },
  ]) {
    const odd = ODD_SPACE.exec(text.slice(at, start));
    if (odd) {
      const place = { start: at + odd.index, end: at + odd.index + 1 };
      findings.add('fails', place, t('Jinja2 does not accept this character inside a tag. Remove it.'));
    }
    at = end;
  }
}

function checkStatement(tag: Tag, findings: FindingList): void {
  const name = tag.tokens[0]?.token.value;
  if (name === 'if' || name === 'elif') {
    let depth = 0;
    for (const { token, span } of tag.tokens.slice(1)) {
      if (token.type.startsWith('Open')) depth++;
      else if (token.type.startsWith('Close')) depth--;
      else if (depth === 0 && token.type === 'Identifier' && token.value === 'if')
        findings.add(
          'fails',
          span,
          t('Jinja2 does not accept a conditional expression as a condition. Put parentheses around it.'),
        );
    }
  }
  if (name === 'break' || name === 'continue') {
    findings.add(
      'fails',
      tag.span,
      t('Jinja2 reads the tag "{0}" only with an extension. Write the loop with a condition.', name),
    );
  }
}

interface Names {
  readonly given: ReadonlySet<string>;
  readonly assigned: ReadonlySet<string>;
}

function checkTokens(
  text: string,
  tokens: readonly PlacedToken[],
  names: Names,
  findings: FindingList,
): void {
  const brackets: { open: string; colons: number }[] = [];
  tokens.forEach(({ token, span }, index) => {
    const previous = tokens[index - 1];
    const next = tokens[index + 1];
    if (/^Open(?:Paren|SquareBracket|CurlyBracket)$/.test(token.type))
      brackets.push({ open: token.type, colons: 0 });
    else if (/^Close(?:Paren|SquareBracket|CurlyBracket)$/.test(token.type)) brackets.pop();
    const bracket = brackets.at(-1);
    if (token.type === 'Colon' && bracket?.open === 'OpenSquareBracket') {
      bracket.colons++;
      if (bracket.colons > 2)
        findings.add('fails', span, t('A slice has at most two colons. Remove the others.'));
    }
    if (bracket && previous && endsOperand(previous) && beginsOperand(previous, { token, span })) {
      findings.add('fails', span, t('Jinja2 stops here: a comma or an operator is missing before this.'));
    }
    if (
      token.type === 'NumericLiteral' &&
      (/^[+-]?0\d/.test(token.value) || !Number.isSafeInteger(Math.trunc(Number(token.value))))
    ) {
      findings.add(
        'different',
        span,
        t(
          'Jinja2 reads this number differently than PageTrace. Write it without leading zeros and below 9 quadrillion.',
        ),
      );
    }
    if (
      /^[+-]\d/.test(token.value) &&
      token.type === 'NumericLiteral' &&
      /^(?:Dot|OpenSquareBracket)$/.test(next?.token.type ?? '')
    )
      findings.add(
        'different',
        span,
        t('Jinja2 applies the sign after the dot or bracket. Put parentheses around the number.'),
      );
    if (token.type === 'StringLiteral' && /\\u[dD][89a-fA-F]/.test(text.slice(span.start, span.end))) {
      findings.add(
        'different',
        span,
        t(
          'Python reads each half of a surrogate pair as a character of its own. Write the character itself.',
        ),
      );
    }
    if (token.type === 'Pipe') checkFilter(next, findings);
    if (token.type === 'Identifier' && token.value === 'is' && index > 0 && previous?.token.type !== 'Dot') {
      const after = next?.token.value === 'not' ? tokens[index + 2] : next;
      checkTest(after, findings);
      const following = tokens[index + (after === next ? 2 : 3)];
      if (following?.token.type === 'Identifier' && !['and', 'else', 'or'].includes(following.token.value))
        findings.add(
          'fails',
          following.span,
          t('Jinja2 reads this word as an argument of the test before it. Put parentheses around the test.'),
        );
    }
    if (token.type !== 'Identifier') return;
    const member = previous?.token.type === 'Dot';
    if (member && tokens[index - 2]?.token.value === 'loop' && OTHER_LOOP.has(token.value)) {
      findings.add(
        'unsupported',
        span,
        t('PageTrace does not render loop.{0}. Use loop.index instead.', token.value),
      );
    } else if (member && tokens[index - 2]?.token.value === 'loop' && !LOOP_ATTRIBUTES.has(token.value)) {
      findings.add('different', span, t('A loop has no "{0}".', token.value));
    }
    if (member || previous?.token.type === 'Pipe' || next?.token.type === 'Equals') return;
    if (OTHER_GLOBALS.has(token.value) && !names.assigned.has(token.value)) {
      findings.add(
        'unsupported',
        span,
        t('Jinja2 has "{0}", but PageTrace does not render it.', token.value),
      );
    } else if (token.value === 'namespace' && names.given.has(token.value)) {
      findings.add('different', span, t('A variable of this name hides namespace().'));
    }
  });
}

function checkFilter(name: PlacedToken | undefined, findings: FindingList): void {
  if (!name) return;
  const { token, span } = name;
  if (token.type !== 'Identifier')
    findings.add('fails', span, t('Jinja2 expects the name of a filter here.'));
  else if (OTHER_FILTERS.has(token.value))
    findings.add(
      'unsupported',
      span,
      t('Jinja2 has the filter "{0}", but PageTrace does not render it.', token.value),
    );
  else if (!Object.hasOwn(FILTERS, token.value))
    findings.add(
      'fails',
      span,
      t('Jinja2 has no filter "{0}". Remove it, or correct its name.', token.value),
    );
}

function checkTest(name: PlacedToken | undefined, findings: FindingList): void {
  if (!name) return;
  const { token, span } = name;
  if (token.type !== 'Identifier') findings.add('fails', span, t('Jinja2 expects the name of a test here.'));
  else if (OTHER_TESTS.has(token.value))
    findings.add(
      'unsupported',
      span,
      t('Jinja2 has the test "{0}", but PageTrace does not render it.', token.value),
    );
  else if (!TESTS.has(token.value))
    findings.add('fails', span, t('Jinja2 has no test "{0}". Remove it, or correct its name.', token.value));
}

const WORDS = new Set(['and', 'or', 'not', 'in', 'is', 'if', 'else']);

function endsOperand({ token }: PlacedToken): boolean {
  if (token.type === 'Identifier') return !WORDS.has(token.value);
  return [
    'NumericLiteral',
    'StringLiteral',
    'CloseParen',
    'CloseSquareBracket',
    'CloseCurlyBracket',
  ].includes(token.type);
}

function beginsOperand(previous: PlacedToken, { token }: PlacedToken): boolean {
  if (token.type === 'Identifier') return !WORDS.has(token.value);
  // Two adjacent strings are one string, as in Python.
  if (token.type === 'StringLiteral') return previous.token.type !== 'StringLiteral';
  return token.type === 'NumericLiteral' || token.type === 'OpenCurlyBracket';
}
