import { claimMark } from '../../../src/core/grounding/claimMark.ts';
import { claimSentence } from '../../../src/core/grounding/claimWords.ts';
import type { Finding, Span } from '../../../src/core/span.ts';
import type { AdvantageSpan } from '../../../src/core/groups/scopedAdvantages.ts';
import type { ListView } from '../../../src/core/trajectory/listView.ts';
import type { Token, ToolCall } from '../../../src/core/trajectory/model.ts';
import { advantageLook, advantageTitle } from './advantageWords.ts';
import type { IndexedClaim } from './claimIndex.ts';
import type { ParsedText } from './parsedText.ts';
import { lastAt } from './stepIndex.ts';

/** A piece of text with the same look throughout. */
export interface Segment {
  readonly text: string;
  /** Class names, separated by spaces; empty for plain text. */
  readonly look: string;
  readonly title: string;
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly look: string;
  readonly title?: string;
}

/** What is shown on a text. */
export interface Overlay {
  readonly findings: readonly Finding[];
  readonly claims: readonly IndexedClaim[];
  /** The claims that speak of the word that is selected on a page, by their indices in the grounding. */
  readonly mentioned: ReadonlySet<number>;
  readonly selected: Span | null;
  /** The advantages of pieces of the text; none if they are not shown. */
  readonly advantages: readonly AdvantageSpan[];
}

const IMAGE = /\bimage[ \t]+\d{1,4}(?!\d)/gi;

/**
 * The text of `span` in segments: tags, tool names, args, and image references according to the parser's tokens,
 * overlaid with findings, claims, and the selection. Together, the segments are the exact text.
 */
export function highlight(
  parsed: ParsedText,
  span: Span,
  { findings, claims, mentioned, selected, advantages }: Overlay,
): readonly Segment[] {
  const over: Range[] = findings
    .filter((finding) => finding.span.start < span.end && span.start < finding.span.end)
    .map(({ span: { start, end }, severity, message }) => ({
      start,
      end,
      look: `found-${severity}`,
      title: message,
    }));
  for (const { claim, index } of claims) {
    const look = ['mark', claimMark(claim), ...(mentioned.has(index) ? ['mentioned'] : [])].join(' ');
    over.push({ ...claim.span, look, title: claimSentence(claim) });
  }
  if (selected !== null && selected.start < span.end && span.start < selected.end)
    over.push({ ...selected, look: 'selected' });
  for (const piece of advantages)
    if (piece.start < span.end && span.start < piece.end)
      over.push({
        start: piece.start,
        end: piece.end,
        look: advantageLook(piece),
        title: advantageTitle(piece),
      });
  const segments: Segment[] = [];
  for (const base of baseRanges(parsed, span)) {
    const touching = over.filter(({ start, end }) => start < base.end && base.start < end);
    const cuts = [base.start, base.end];
    for (const { start, end } of touching) {
      if (start > base.start) cuts.push(start);
      if (end < base.end) cuts.push(end);
    }
    cuts.sort((a, b) => a - b);
    for (let index = 0; index + 1 < cuts.length; index++) {
      const start = cuts[index] ?? 0;
      const end = cuts[index + 1] ?? 0;
      if (start === end) continue;
      const here = touching.filter((range) => range.start < end && start < range.end);
      segments.push({
        text: parsed.text.slice(start, end),
        look: [base.look, ...here.map(({ look }) => look)].filter((look) => look !== '').join(' '),
        title: here.map(({ title }) => title ?? '').find((title) => title !== '') ?? '',
      });
    }
  }
  return segments;
}

function baseRanges(parsed: ParsedText, span: Span): Range[] {
  const ranges: Range[] = [];
  const put = (start: number, end: number, look: string): void => {
    const from = Math.max(start, span.start);
    const to = Math.min(end, span.end);
    if (from < to) ranges.push({ start: from, end: to, look });
  };
  const { tokens } = parsed;
  let covered = span.start;
  for (let index = lastAt(tokens, span.start); index < tokens.length; index++) {
    const token = tokens.item(index);
    if (token === undefined || token.span.start >= span.end) break;
    covered = token.span.end;
    switch (token.kind) {
      case 'text':
        putText(parsed, token.span, span, put);
        break;
      case 'open-tag':
        putOpenTag(parsed, token, put);
        break;
      case 'close-tag':
        put(token.span.start, token.span.end, tagLook(parsed, token.span));
        break;
      case 'fence':
      case 'turn-mark':
        put(token.span.start, token.span.end, 'fence');
        break;
      case 'partial-tag':
        put(token.span.start, token.span.end, 'tag partial');
        break;
    }
  }
  // The text that no token covers yet.
  put(Math.max(covered, span.start), span.end, '');
  return ranges;
}

type Put = (start: number, end: number, look: string) => void;

function putText(parsed: ParsedText, token: Span, span: Span, put: Put): void {
  const start = Math.max(token.start, span.start);
  const end = Math.min(token.end, span.end);
  const text = parsed.text.slice(start, end);
  let from = 0;
  for (const match of text.matchAll(IMAGE)) {
    put(start + from, start + match.index, '');
    from = match.index + match[0].length;
    put(start + match.index, start + from, 'image-reference');
  }
  put(start + from, end, '');
}

function putOpenTag(parsed: ParsedText, token: Token, put: Put): void {
  const look = tagLook(parsed, token.span);
  const tool = toolAt(parsed.tools, token.span.start);
  let from = token.span.start;
  for (const { nameSpan, valueSpan, name } of tool?.attributes ?? []) {
    if (nameSpan.start < from || valueSpan.end > token.span.end) continue;
    put(from, nameSpan.start, look);
    put(nameSpan.start, nameSpan.end, 'attribute');
    put(nameSpan.end, valueSpan.start, 'punctuation');
    put(valueSpan.start, valueSpan.end, name.toLowerCase() === 'name' ? 'tool-name' : 'value');
    from = valueSpan.end;
  }
  put(from, token.span.end, look);
}

function tagLook(parsed: ParsedText, { start, end }: Span): string {
  const name = /^<\/?\s*([a-z]+)/i.exec(parsed.text.slice(start, Math.min(end, start + 40)))?.[1] ?? '';
  return `tag tag-${name.toLowerCase()}`;
}

function toolAt(tools: ListView<ToolCall>, start: number): ToolCall | null {
  const found = tools.item(lastAt(tools, start));
  return found?.open.start === start ? found : null;
}
