import { t } from '@vscode/l10n';
import { isNode, parseDocument } from 'yaml';
import type { Span } from '../../span.ts';
import { locatePromptSettings, type PromptFile } from '../promptFile.ts';
import { promptFinding } from './fileRules.ts';
import { Positions } from '../../positions.ts';
import type { PromptFinding } from './model.ts';
import { nearestName } from '../../nearestName.ts';
import { joinSentences } from './wording.ts';
import { isRuleCode, RULE_CODES } from './ruleCatalogue.ts';

const COMMENT = /\{#[-+]?\s*pagetrace-lint-disable(-next-line|-line)?\b([\s\S]*?)[-+]?#\}/g;

/**
 * The findings that are not turned off: by code in `off`, or in the file by `{# pagetrace-lint-disable code #}` for
 * the whole file, `-line` for its own line, and `-next-line` for the next one. Without a code, it applies to all rules.
 * Text after two hyphens gives the reason.
 */
export function notSwitchedOff(
  text: string,
  findings: readonly PromptFinding[],
  off: readonly string[],
): readonly PromptFinding[] {
  const everywhere = new Set(off);
  const onLines = new Map<number, Set<string>>();
  const positions = new Positions(text);
  for (const match of text.matchAll(COMMENT)) {
    const codes = codesOf(match).map(({ code }) => code);
    if (codes.length === 0) codes.push(ALL);
    if (match[1] === undefined) {
      for (const code of codes) everywhere.add(code);
      continue;
    }
    const line = positions.at(match.index + match[0].length).line + (match[1] === '-next-line' ? 1 : 0);
    const held = onLines.get(line) ?? new Set();
    for (const code of codes) held.add(code);
    onLines.set(line, held);
  }
  return findings.filter(({ code, span }) => {
    if (everywhere.has(code) || everywhere.has(ALL)) return false;
    const here = onLines.get(positions.at(span.start).line);
    return here === undefined || !(here.has(code) || here.has(ALL));
  });
}

const ALL = '*';

interface NamedRule {
  readonly code: string;
  readonly span: Span;
}

/** The rules that a comment names, with their places. */
function codesOf({ 0: comment, 2: names = '', index }: RegExpExecArray): readonly NamedRule[] {
  const from = index + comment.search(/-disable/) + comment.slice(comment.search(/-disable/)).indexOf(names);
  const said = names.split('--')[0] ?? '';
  return [...said.matchAll(/[^\s,]+/g)].map(({ 0: code, index: at }) => ({
    code,
    span: { start: from + at, end: from + at + code.length },
  }));
}

/**
 * Names in the settings and in comments of the file that are not names of rules, so that they turn nothing off.
 */
export function* unknownRules(text: string, { lintOff }: PromptFile): Iterable<PromptFinding> {
  const named = [...rulesOffInSettings(text, lintOff), ...[...text.matchAll(COMMENT)].flatMap(codesOf)];
  for (const { code, span } of named) {
    if (code === ALL || isRuleCode(code)) continue;
    const meant = nearestName(code, RULE_CODES);
    yield promptFinding(
      'front-matter',
      span,
      joinSentences(
        t('The lint has no rule `{0}`, so this turns nothing off.', code),
        meant === null ? null : t('Did you mean `{0}`?', meant),
      ),
      meant === null ? {} : { fixes: [{ title: t('Write {0}', meant), edits: [{ span, text: meant }] }] },
    );
  }
}

function rulesOffInSettings(text: string, codes: readonly string[]): readonly NamedRule[] {
  const place = locatePromptSettings(text);
  if (place === null || codes.length === 0) return [];
  const document = parseDocument(text.slice(place.yaml.start, place.yaml.end));
  return codes.map((code, index) => {
    const node = document.getIn(['lint', 'off', index], true);
    const [start, end] = (isNode(node) ? node.range : null) ?? [0, 0];
    return { code, span: { start: place.yaml.start + start, end: place.yaml.start + end } };
  });
}
