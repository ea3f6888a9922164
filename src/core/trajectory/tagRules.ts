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
    findings.push(finding('unfinished-tag', span, 'The tag breaks off before its `>`; finish it.'));
  }
  if (!text.startsWith(tag.name, text.search(/[a-z]/i))) {
    findings.push(
      strictness.caseCounts
        ? finding(
            'tag-case-unread',
            span,
            `The tag is not in lower case, so that the reward does not see it; write \`${plain}\`.`,
          )
        : finding('tag-case', span, `The tag is not in lower case; write \`${plain}\`.`),
    );
  }
  if (tag.spaced && strictness.spaceCounts) {
    findings.push(
      finding('tag-spacing', span, `White space in the tag hides it from the reward; write \`${plain}\`.`),
    );
  }
  if (tag.hasAttributes && tag.name !== TOOL_TAG) {
    findings.push(
      finding('tag-attributes', span, `Attributes hide the tag from the reward; write \`${plain}\`.`),
    );
  }
  if (tag.selfClosing) {
    const isTool = tag.name === TOOL_TAG;
    findings.push(
      finding(
        isTool ? 'self-closing-tool' : 'self-closing-tag',
        span,
        isTool
          ? 'The tool call closes itself and so has no observation; write the observation and `</tool>` behind it.'
          : `The tag closes itself; write \`<${tag.name}>\` and \`</${tag.name}>\`.`,
      ),
    );
  }
  return findings;
}

/** The finding about a tag that only other dialects use. */
export function foreignTag(tag: TagToken, dialect: Dialect): Finding {
  const own = dialect.blocks.map((rule) => `<${rule.name}>`);
  if (dialect.tools !== null) own.push(`<${TOOL_TAG}>`);
  const names = own.length === 0 ? 'no tags' : own.join(', ');
  return finding(
    'foreign-tag',
    toSpan(tag),
    `<${tag.name}> belongs to another dialect; ${dialect.name} has ${names}.`,
    { tag: tag.name },
  );
}

/** The finding about an opening tag of a block that is already open. */
export function doubledOpening(tag: TagToken): Finding {
  return finding(
    'doubled-opening',
    toSpan(tag),
    `<${tag.name}> is opened again before it is closed; remove this tag.`,
    { tag: tag.name },
  );
}

/** The finding about a closing tag that closes nothing; `isDoubled` if what it would close was closed before. */
export function strayClosing(tag: TagToken, isDoubled: boolean): Finding {
  if (tag.name === TOOL_TAG) {
    return finding('stray-tool-closing', toSpan(tag), 'This </tool> closes nothing; remove it.');
  }
  return isDoubled
    ? finding('doubled-closing', toSpan(tag), `</${tag.name}> stands once too often; remove it.`, {
        tag: tag.name,
      })
    : finding(
        'closing-without-opening',
        toSpan(tag),
        `</${tag.name}> closes nothing; remove it or open it before.`,
        { tag: tag.name },
      );
}

/** The finding about a tool call without a closing tag; `why` explains how the text shows that it has ended. */
export function toolNotClosed(open: Span, why: string): Finding {
  return finding(
    'tool-not-closed',
    open,
    `The tool call is not closed and ${why}; write </tool> behind its observation, because the reward reads on to the next one.`,
  );
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
      finding('missing-block', { start: at, end: at }, `There is no <${rule.name}> block; write one here.`, {
        tag: rule.name,
      }),
    );
  });
  const container = seen.get(dialect.tools?.container ?? '');
  if (container !== undefined && toolCount === 0) {
    findings.push(
      finding(
        'no-tools',
        container,
        'There is no tool call; write what was seen as `<tool name="..." args="...">` calls.',
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
      `${dialect.name} has no tool calls; write what was seen in words.`,
    );
  }
  if (isInside || dialect.tools.container === null) return null;
  return finding(
    'tool-outside-description',
    open,
    `This tool call stands outside of <${dialect.tools.container}>; move it there.`,
  );
}

/** The finding about `tag`, which closes a block that was never opened. */
export function missingOpening(tag: TagToken): Finding {
  return finding(
    'missing-opening',
    toSpan(tag),
    `<${tag.name}> is closed but was never opened. Write <${tag.name}> before it; where the prompt ends with it already, turn that off.`,
    { tag: tag.name },
  );
}

/** The finding about a part without a closing tag; `why` explains how the text shows that it has ended. */
export function missingClosing(open: Span, name: string, why: string): Finding {
  return finding(
    'missing-closing',
    open,
    `<${name}> is not closed and ${why}; write </${name}> before that.`,
    { tag: name },
  );
}

/** The finding about a second block with the same name. */
export function duplicateBlock(open: Span, name: string): Finding {
  return finding(
    'duplicate-block',
    open,
    `There is a second <${name}> block; the dialect asks for exactly one. Merge them.`,
    { tag: name },
  );
}

/** The finding about a block that comes after `before` but should come before it. */
export function wrongOrder(open: Span, name: string, before: string): Finding {
  return finding('wrong-order', open, `<${name}> stands behind <${before}>; move it before.`, {
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
    `The reward takes <${slash}${tag.name}> for a tag, though the text only names it; leave out the angle brackets.`,
    { tag: tag.name },
  );
}
