import { t } from '@vscode/l10n';
import { isNode } from 'yaml';
import { parseYaml, YamlNodes } from '../../records/yamlDocument.ts';
import type { Span } from '../../span.ts';
import { locatePromptSettings, type PromptFile } from '../promptFile.ts';
import { promptFinding } from './fileRules.ts';
import { Positions } from '../../positions.ts';
import type { PromptFinding } from './model.ts';
import { nearestName } from '../../nearestName.ts';
import { joinSentences } from './wording.ts';
import { isRuleCode, RULE_CODES } from './ruleCatalogue.ts';

const OPENING = /\{#[-+]?\s*pagetrace-lint-disable(-next-line|-line)?\b/g;

/** A comment that turns rules off. */
interface Comment {
  /** The lines to which it applies; the whole file if it does not say. */
  readonly lines: '-next-line' | '-line' | null;
  /** What it says about rules, without the marks of the comment. */
  readonly said: Span;
  readonly end: number;
}

/** The comments of a file that turn rules off; one that is not closed is none. */
function commentsOf(text: string): readonly Comment[] {
  const comments: Comment[] = [];
  let done = 0;
  for (const { 0: opening, 1: lines, index } of text.matchAll(OPENING)) {
    if (index < done) continue;
    const start = index + opening.length;
    const close = text.indexOf('#}', start);
    if (close < 0) break;
    done = close + 2;
    const isTrimmed = close > start && /[-+]/.test(text.charAt(close - 1));
    comments.push({
      lines: lines === '-next-line' || lines === '-line' ? lines : null,
      said: { start, end: isTrimmed ? close - 1 : close },
      end: done,
    });
  }
  return comments;
}

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
  for (const comment of commentsOf(text)) {
    const codes = codesOf(text, comment).map(({ code }) => code);
    if (codes.length === 0) codes.push(ALL);
    if (comment.lines === null) {
      for (const code of codes) everywhere.add(code);
      continue;
    }
    const line = positions.at(comment.end).line + (comment.lines === '-next-line' ? 1 : 0);
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
function codesOf(text: string, { said: { start, end } }: Comment): readonly NamedRule[] {
  const names = text.slice(start, end).split('--', 1)[0] ?? '';
  return [...names.matchAll(/[^\s,]+/g)].map(({ 0: code, index: at }) => ({
    code,
    span: { start: start + at, end: start + at + code.length },
  }));
}

/**
 * Names in the settings and in comments of the file that are not names of rules, so that they turn nothing off.
 */
export function* unknownRules(text: string, { lintOff }: PromptFile): Iterable<PromptFinding> {
  const named = [
    ...rulesOffInSettings(text, lintOff),
    ...commentsOf(text).flatMap((each) => codesOf(text, each)),
  ];
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
  const { document } = parseYaml(text.slice(place.yaml.start, place.yaml.end));
  const nodes = new YamlNodes(document);
  return codes.map((code, index) => {
    const node = nodes.at(['lint', 'off', index]);
    const [start, end] = (isNode(node) ? node.range : null) ?? [0, 0];
    return { code, span: { start: place.yaml.start + start, end: place.yaml.start + end } };
  });
}
