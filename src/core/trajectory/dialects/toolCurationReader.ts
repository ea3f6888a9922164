import { t } from '../../t.ts';
import type { Finding, Span } from '../../span.ts';
import { finding } from '../findings.ts';
import type { ParseContext, ToolCall } from '../model.ts';
import type { Part, ToolDefinition } from '../partModel.ts';
import { DEFINE } from './toolCuration.ts';
import { PlainReader, trimmedSpan } from './reader.ts';
import type { Content, Reading } from './reader.ts';

const SEPARATOR = '||';
const NAME = /^[A-Za-z_]\w*$/;
const FORM = '`DEFINE_TOOL: name || args || description`';

/** Reads tool definitions, and tracks which tools may be used. */
export class CurationReader extends PlainReader {
  /** Tools that the prompt offers; null if not known, because without a toolbox the prompt's text may list them. */
  readonly #pool: ReadonlySet<string> | null;
  readonly #defined = new Map<string, ToolDefinition>();
  readonly #used = new Set<string>();
  #calls = 0;
  #end: Span | null = null;
  #isAfterEnd = false;

  constructor({ tools }: ParseContext) {
    super();
    this.#pool = tools === null || tools.length === 0 ? null : new Set(tools);
  }

  override read(content: Content, count: number): Reading {
    if (content.kind !== 'line') return super.read(content, count);
    const { span, speaker, open } = content;
    if (content.name === 'END_OF_TOOLS')
      return { parts: [{ kind: 'tools-end', span, speaker, open }], findings: [] };
    const part = readDefinition(content);
    return { parts: [part], findings: definitionFindings(part) };
  }

  override close(content: Content, parts: readonly Part[]): readonly Finding[] {
    const findings = this.#afterEnd(content.span);
    for (const part of parts) {
      if (part.kind === 'tools-end') this.#end ??= part.span;
      if (part.kind === 'tool-definition') findings.push(...this.#define(part));
    }
    return findings;
  }

  override call({ name, nameSpan, span }: ToolCall): readonly Finding[] {
    const findings = this.#afterEnd(span);
    this.#calls++;
    this.#used.add(name);
    const isKnown = this.#pool === null || this.#pool.has(name) || this.#defined.has(name);
    if (nameSpan !== null && !isKnown) {
      findings.push(
        finding(
          'tool-not-defined',
          nameSpan,
          t(
            'The tool `{0}` is not in the pool, and no line defines it; write {1} before its first call.',
            name,
            FORM,
          ),
          { tool: name },
        ),
      );
    }
    return findings;
  }

  override end(length: number): readonly Finding[] {
    const findings: Finding[] = [];
    for (const [name, { nameSpan }] of this.#defined) {
      if (this.#used.has(name)) continue;
      findings.push(
        finding(
          'definition-unused',
          nameSpan,
          t('`{0}` is defined but not used; use it or remove it.', name),
        ),
      );
    }
    const at = { start: length, end: length };
    if (this.#calls === 0) {
      findings.push(
        finding(
          'no-tool-use',
          this.#end ?? at,
          t(
            'No tool is used; write what was seen as `<tool name="..." args="...">` calls before END_OF_TOOLS.',
          ),
        ),
      );
    }
    if (this.#end === null) {
      findings.push(
        finding(
          'missing-end-of-tools',
          at,
          t('The list does not end; write END_OF_TOOLS on a line of its own.'),
        ),
      );
    }
    return findings;
  }

  #define(part: ToolDefinition): Finding[] {
    const { name, nameSpan } = part;
    if (name === '') return [];
    const findings: Finding[] = [];
    const isInPool = this.#pool?.has(name) === true;
    if (this.#defined.has(name) || isInPool) {
      findings.push(
        finding(
          'definition-doubled',
          nameSpan,
          isInPool
            ? t(
                '`{0}` is already in the pool; use it without a definition, or give this tool another name.',
                name,
              )
            : t(
                '`{0}` is already defined; use it without a second definition, or give this tool another name.',
                name,
              ),
        ),
      );
    } else {
      this.#defined.set(name, part);
    }
    if (this.#calls > 0) {
      findings.push(
        finding(
          'definition-late',
          part.span,
          t('All definitions must come before the first tool call; move this line up.'),
        ),
      );
    }
    return findings;
  }

  #afterEnd(span: Span): Finding[] {
    if (this.#end === null || this.#isAfterEnd) return [];
    this.#isAfterEnd = true;
    return [
      finding(
        'text-after-tools',
        span,
        t('Nothing is read after END_OF_TOOLS; move this before it or remove it.'),
      ),
    ];
  }
}

/** The fields of a DEFINE_TOOL line, each with its span. */
function readDefinition({ text, start, span, speaker, open }: Content): ToolDefinition {
  const fields: Span[] = [];
  let at = DEFINE.exec(text)?.[0].length ?? 0;
  // A description may contain the separator, so only the first two separators split the line.
  while (fields.length < 2) {
    const to = text.indexOf(SEPARATOR, at);
    if (to < 0) break;
    fields.push(trimmedSpan({ text: text.slice(at, to), start: start + at }));
    at = to + SEPARATOR.length;
  }
  fields.push(trimmedSpan({ text: text.slice(at), start: start + at }));
  const fieldText = (field: Span | undefined): string | null =>
    field === undefined ? null : text.slice(field.start - start, field.end - start);
  const [name, args, description] = fields;
  return {
    kind: 'tool-definition',
    span,
    speaker,
    open,
    name: fieldText(name) ?? '',
    nameSpan: name ?? { start: span.end, end: span.end },
    args: fieldText(args),
    argsSpan: args ?? null,
    description: fieldText(description),
    descriptionSpan: description ?? null,
  };
}

function definitionFindings({ span, name, nameSpan, args, description }: ToolDefinition): Finding[] {
  const malformed = (at: Span, message: string): Finding[] => [finding('definition-malformed', at, message)];
  if (name === '') return malformed(span, t('The definition has no name; write {0}.', FORM));
  if (!NAME.test(name)) {
    return malformed(nameSpan, t('The name is not one word of letters, digits, and _; write {0}.', FORM));
  }
  if (args === null) {
    return malformed(span, t('The definition has neither args nor a description; write {0}.', FORM));
  }
  if (args === '') return malformed(span, t('The definition has no args; write {0}.', FORM));
  return description === null || description === ''
    ? malformed(span, t('The definition has no description; write {0}.', FORM))
    : [];
}
