import { t } from '../t.ts';
import type { Finding, Span } from '../span.ts';
import type { Dialect } from './dialects/dialect.ts';
import { TOOL_TAG } from './dialects/tags.ts';
import { finding } from './findings.ts';
import type { TagToken } from './lexer.ts';

/** The span of a tag. */
export function toSpan(tag: Span): Span {
  return { start: tag.start, end: tag.end };
}

/** Findings about how a tag is written; `text` is the tag as written, and `strictness` is what the reward accepts. */
export function tagStyleFindings(tag: TagToken, text: string, strictness: Dialect['tags']): Finding[] {
  const findings: Finding[] = [];
  const slash = tag.kind === 'close' ? '/' : '';
  const plain = tag.name === TOOL_TAG && tag.hasAttributes ? `<${tag.name}` : `<${slash}${tag.name}>`;
  const span = toSpan(tag);
  if (tag.kind === 'partial') {
    findings.push(finding('unfinished-tag', span, t('The tag has no closing `>`; add it.')));
  }
  if (!text.startsWith(tag.name, text.search(/[a-z]/i))) {
    findings.push(
      strictness.caseCounts
        ? finding(
            'tag-case-unread',
            span,
            t('The tag is not lowercase, so the reward does not see it; write `{0}`.', plain),
          )
        : finding('tag-case', span, t('The tag is not lowercase; write `{0}`.', plain)),
    );
  }
  if (tag.spaced && strictness.spaceCounts) {
    findings.push(
      finding('tag-spacing', span, t('White space in the tag hides it from the reward; write `{0}`.', plain)),
    );
  }
  if (tag.hasAttributes && tag.name !== TOOL_TAG) {
    findings.push(
      finding('tag-attributes', span, t('Attributes hide the tag from the reward; write `{0}`.', plain)),
    );
  }
  if (tag.selfClosing) {
    const isTool = tag.name === TOOL_TAG;
    findings.push(
      finding(
        isTool ? 'self-closing-tool' : 'self-closing-tag',
        span,
        isTool
          ? t(
              'The tool call closes itself and has no observation; write the observation and `</tool>` after it.',
            )
          : t('The tag closes itself; write `<{0}>` and `</{0}>`.', tag.name),
      ),
    );
  }
  return findings;
}

/** The finding about a tag that only other dialects use. */
export function foreignTag(tag: TagToken, dialect: Dialect): Finding {
  const own = dialect.blocks.map((rule) => `<${rule.name}>`);
  if (dialect.tools !== null) own.push(`<${TOOL_TAG}>`);
  const message =
    own.length === 0
      ? t('<{0}> belongs to another dialect; {1} has no tags.', tag.name, dialect.name)
      : t('<{0}> belongs to another dialect; {1} has {2}.', tag.name, dialect.name, own.join(', '));
  return finding('foreign-tag', toSpan(tag), message, { tag: tag.name });
}

/** The finding about an opening tag of a block that is already open. */
export function doubledOpening(tag: TagToken): Finding {
  return finding(
    'doubled-opening',
    toSpan(tag),
    t('<{0}> is opened again before it is closed; remove this tag.', tag.name),
    { tag: tag.name },
  );
}

/** The finding about a closing tag that closes nothing; `isDoubled` if what it would close was closed before. */
export function strayClosing(tag: TagToken, isDoubled: boolean): Finding {
  if (tag.name === TOOL_TAG) {
    return finding('stray-tool-closing', toSpan(tag), t('This </tool> has no opening tag; remove it.'));
  }
  return isDoubled
    ? finding('doubled-closing', toSpan(tag), t('<{0}> is already closed; remove this tag.', tag.name), {
        tag: tag.name,
      })
    : finding(
        'closing-without-opening',
        toSpan(tag),
        t('</{0}> has no opening tag; remove it or write <{0}> before it.', tag.name),
        { tag: tag.name },
      );
}

/**
 * How the text shows that something has ended that was not closed: the end of the text or of the turn, the next tool
 * call, or another tag.
 */
export type EndSign = 'text' | 'turn' | 'call' | { readonly tag: string };

/** The finding about a tool call without a closing tag; `sign` shows that it has ended. */
export function toolNotClosed(open: Span, sign: EndSign): Finding {
  const advice = t('Write </tool> after its observation; otherwise the reward reads on to the next one.');
  return finding('tool-not-closed', open, `${callEnd(sign)} ${advice}`);
}

function callEnd(sign: EndSign): string {
  switch (sign) {
    case 'text':
      return t('The text ends before the tool call is closed.');
    case 'turn':
      return t('The turn ends before the tool call is closed.');
    case 'call':
      return t('Another tool call begins before this one is closed.');
    default:
      return t('{0} comes before the tool call is closed.', sign.tag);
  }
}

/**
 * What is missing from a finished text: tool calls, and the blocks of the dialect that are not in `seen` (the opening
 * tag of each by name), with where they belong.
 */
export function missingParts(
  dialect: Dialect,
  seen: ReadonlyMap<string, Span>,
  toolCount: number,
  length: number,
): Finding[] {
  const findings: Finding[] = [];
  dialect.blocks.forEach((rule, index) => {
    if (rule.occurs === 'optional' || rule.occurs === 'any' || seen.has(rule.name)) return;
    const next = dialect.blocks.slice(index + 1).find((later) => seen.has(later.name));
    const at = (next === undefined ? undefined : seen.get(next.name)?.start) ?? length;
    findings.push(
      finding(
        'missing-block',
        { start: at, end: at },
        t('There is no <{0}> block; write one here.', rule.name),
        {
          tag: rule.name,
        },
      ),
    );
  });
  const container = seen.get(dialect.tools?.container ?? '');
  if (container !== undefined && toolCount === 0) {
    findings.push(
      finding(
        'no-tools',
        container,
        t('There is no tool call; write what was seen as `<tool name="..." args="...">` calls.'),
      ),
    );
  }
  return findings;
}

/** The finding about a tool call in the wrong place; null if its place is right. */
export function toolPlace(open: Span, dialect: Dialect, isInside: boolean): Finding | null {
  if (dialect.tools === null) {
    return finding(
      'tool-in-dialect-without-tools',
      open,
      t('{0} has no tool calls; describe what was seen in words.', dialect.name),
    );
  }
  if (isInside || dialect.tools.container === null) return null;
  return finding(
    'tool-outside-description',
    open,
    t('This tool call is outside <{0}>; move it inside.', dialect.tools.container),
  );
}

/** The finding about `tag`, which closes a block that was never opened. */
export function missingOpening(tag: TagToken): Finding {
  return finding(
    'missing-opening',
    toSpan(tag),
    t(
      '<{0}> is closed but was never opened. Write <{0}> before it. If the prompt already ends with <{0}>, turn that off.',
      tag.name,
    ),
    { tag: tag.name },
  );
}

/** The finding about a block without a closing tag; `sign` shows that it has ended. */
export function missingClosing(open: Span, name: string, sign: Exclude<EndSign, 'call'>): Finding {
  return finding('missing-closing', open, blockEnd(name, sign), { tag: name });
}

function blockEnd(name: string, sign: Exclude<EndSign, 'call'>): string {
  switch (sign) {
    case 'text':
      return t('<{0}> is not closed when the text ends; write </{0}> before that.', name);
    case 'turn':
      return t('<{0}> is not closed when the turn ends; write </{0}> before that.', name);
    default:
      return t('<{0}> is not closed when {1} follows; write </{0}> before {1}.', name, sign.tag);
  }
}

/** The finding about a second block with the same name. */
export function duplicateBlock(open: Span, name: string): Finding {
  return finding(
    'duplicate-block',
    open,
    t('There is a second <{0}> block, but the dialect asks for exactly one. Merge them.', name),
    { tag: name },
  );
}

/** The finding about a block that comes after `before` but should come before it. */
export function wrongOrder(open: Span, name: string, before: string): Finding {
  return finding('wrong-order', open, t('<{0}> comes after <{1}>; move it before <{1}>.', name, before), {
    tag: name,
    before,
  });
}

/** The finding about a tag of the dialect that running text only mentions. */
export function mentionedTag(tag: TagToken): Finding {
  const slash = tag.kind === 'close' ? '/' : '';
  return finding(
    'mentioned-tag',
    toSpan(tag),
    t(
      'The reward reads {0} as a tag, although the text only mentions it; leave out the angle brackets.',
      `<${slash}${tag.name}>`,
    ),
    { tag: tag.name },
  );
}
