import { appendAll } from '../appendAll.ts';
import { t } from '../t.ts';
import { DIGIT, SPACE, ignoringCase } from '../python/patterns.ts';
import { strip } from '../python/strip.ts';
import { imagesPhrase } from '../countPhrases.ts';
import type { Finding } from '../span.ts';
import type { Attributes } from './attributes.ts';
import type { Dialect, ToolForm, ToolRule } from './dialects/dialect.ts';
import { KNOWN_TOOLS } from './dialects/registry.ts';
import { finding } from './findings.ts';
import { foldName } from './nameCharacters.ts';
import type { Attribute, ImageReference, ParseContext, ToolCall } from './model.ts';

/** A tool call as it was written. */
export interface WrittenCall {
  readonly call: ToolCall;
  /** Text of the opening tag. */
  readonly tag: string;
  readonly attributes: Attributes;
  /** Text in the args that a person would read as an image but the reward does not. */
  readonly nearMisses: readonly ImageReference[];
}

const value = `["'][^"']+["']`;
const namedArgument = (name: string): string => `${ignoringCase(name)}=${value}`;
/** An opening tag that the tool stage's reward recognizes. */
const SEEN = new RegExp(
  `^<${ignoringCase('tool')}${SPACE}+${namedArgument('name')}${SPACE}+${namedArgument('args')}${SPACE}*>$`,
  'u',
);
/** The same pattern, with extra or missing white space. */
const NEARLY_SEEN = new RegExp(
  SEEN.source.replaceAll(`${SPACE}+`, `${SPACE}*`).replaceAll('=', `${SPACE}*=${SPACE}*`),
  'u',
);
const BEGINS_WITH_IMAGE = new RegExp(`^Image${SPACE}+${DIGIT}+${SPACE}*:`, 'u');

/** Findings about one tool call of a dialect that has tool calls, except about its place. */
export function toolFindings(written: WrittenCall, rule: ToolRule, context: ParseContext): Finding[] {
  const findings = attributeFindings(written);
  const { call } = written;
  const known = nameFinding(call, rule, context);
  if (known !== null) findings.push(known);
  findings.push(
    ...argsFindings(written, known?.code === 'unknown-tool' ? null : findToolForm(call.name, rule)),
  );
  if (call.args !== null)
    appendAll(findings, outOfRange(call.images, context.numImages, 'image-out-of-range'));
  if (call.observation === '') {
    findings.push(
      finding(
        'empty-observation',
        call.observationSpan.start < call.observationSpan.end ? call.observationSpan : call.open,
        t('The observation is empty; write what the tool saw between the tags.'),
      ),
    );
  }
  return findings;
}

/** Findings about images beyond those of the request, one for each number, at its first mention. */
export function outOfRange(
  references: readonly ImageReference[],
  numImages: number | null,
  code: 'image-out-of-range' | 'think-image-out-of-range',
): Finding[] {
  if (numImages === null) return [];
  const seen = new Set<number>();
  const findings: Finding[] = [];
  for (const { image, span } of references) {
    if (seen.has(image) || (image >= 1 && image <= numImages)) continue;
    seen.add(image);
    findings.push(finding(code, span, noSuchImage(image, numImages)));
  }
  return findings;
}

function noSuchImage(image: number, numImages: number): string {
  if (numImages === 0) {
    return t('Image {0} does not exist because the request has no images; remove the reference.', image);
  }
  if (numImages === 1) {
    return t('Image {0} does not exist because the request has only one image; write Image 1.', image);
  }
  return t(
    'Image {0} does not exist because the request has only {1}; write one of Image 1 to Image {2}.',
    image,
    imagesPhrase(numImages),
    numImages,
  );
}

/** Findings about text that a person would read as an image but the reward does not. */
export function nearMissFindings(nearMisses: readonly ImageReference[]): Finding[] {
  return nearMisses.map(({ image, span }) =>
    finding(
      'image-reference-unread',
      span,
      t(
        'The reward does not recognize this image; write `Image {0}` with one space before the number.',
        image,
      ),
    ),
  );
}

/** A finding about the tool's name as the reward reads it: case and spelling count. */
function nameFinding(call: ToolCall, rule: ToolRule, context: ParseContext): Finding | null {
  if (call.nameSpan === null) {
    return finding(
      'tool-without-name',
      call.open,
      t('The tool call has no name; write `<tool name="..." args="...">`.'),
    );
  }
  // If the dialect has no toolbox of its own, its reader decides which tools may be used.
  if (rule.toolbox.length === 0) return null;
  const offered = context.tools ?? rule.toolbox.map((tool) => tool.name);
  if (offered.includes(call.name)) return null;
  if (findAccepted(call.name, rule) !== undefined) {
    if (context.tools === null) return null;
    return finding(
      'tool-not-offered',
      call.nameSpan,
      t(
        "The reward accepts `{0}`, but the prompt does not offer it; add it to the prompt's toolbox or use another tool.",
        call.name,
      ),
      { tool: call.name },
    );
  }
  const plain = plainName(call.name);
  const meant = offered.find((name) => plainName(name) === plain);
  const message =
    meant === undefined
      ? t('There is no tool `{0}`; use one of these: {1}.', call.name, offered.join(', '))
      : t('There is no tool `{0}`; write `{1}`, because case and spelling count.', call.name, meant);
  return finding('unknown-tool', call.nameSpan, message, { tool: call.name });
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

function findAccepted(name: string, rule: ToolRule): ToolForm | undefined {
  const isNamed = (tool: ToolForm): boolean => tool.name === name;
  return rule.toolbox.find(isNamed) ?? rule.alsoAllowed.find(isNamed);
}

/** The form of the tool `name`; null for a tool that only the prompt defines. */
export function findToolForm(name: string, rule: ToolRule): ToolForm | null {
  return findAccepted(name, rule) ?? KNOWN_TOOLS.get(name) ?? null;
}

function argsFindings({ call, nearMisses }: WrittenCall, form: ToolForm | null): Finding[] {
  const wanted = form?.args ?? 'image';
  if (call.args === null || call.argsSpan === null) {
    return [
      finding(
        'tool-without-args',
        call.open,
        wanted === 'values'
          ? t('The tool call has no args; write the values in `args="..."`.')
          : t('The tool call has no args; write `args="Image k: <where>"`.'),
        { args: wanted },
      ),
    ];
  }
  const args = strip(call.args);
  const span = call.args === '' ? call.open : call.argsSpan;
  if (args === '') {
    const message =
      wanted === 'values'
        ? t('The args are empty; write the values.')
        : t('The args are empty; write `Image k: <where>`.');
    return [finding('empty-args', span, message, { args: wanted })];
  }
  if (form?.args !== 'image') return [];
  if (call.images.length === 0) {
    if (nearMisses.length > 0) return nearMissFindings(nearMisses);
    return [
      finding('args-without-image', span, t('The args do not name an image; begin them with `Image k:`.')),
    ];
  }
  if (BEGINS_WITH_IMAGE.test(args)) return [];
  return [
    finding(
      'args-image-not-first',
      span,
      t(
        'The args should begin with `Image {0}:`, including the capital letter and the colon.',
        call.images[0]?.image ?? 1,
      ),
    ),
  ];
}

function attributeFindings({ call, tag, attributes }: WrittenCall): Finding[] {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  attributes.list.forEach((attribute, index) => {
    const name = foldName(attribute.name);
    const fault = attributes.faults[index] ?? null;
    if (name !== 'name' && name !== 'args') {
      findings.push(
        finding(
          'unknown-attribute',
          attribute.nameSpan,
          t('The attribute `{0}` is unknown and hides the call from the reward; remove it.', attribute.name),
          { attribute: attribute.name },
        ),
      );
    } else if (seen.has(name)) {
      findings.push(
        finding('repeated-attribute', attribute.nameSpan, t('`{0}` occurs twice; keep one of them.', name), {
          attribute: name,
        }),
      );
    } else if (name === 'name' && seen.has('args')) {
      findings.push(
        finding(
          'attribute-order',
          attribute.nameSpan,
          t('The reward expects name before args; put name first.'),
        ),
      );
    }
    seen.add(name);
    if (fault !== null) findings.push(faultFinding(attribute, fault));
    if (fault === null || fault === 'mismatched-quotes') findings.push(...quoteFinding(attribute));
  });
  if (attributes.junk) {
    findings.push(
      finding(
        'unknown-attribute',
        call.open,
        t(
          'The tag contains something other than name and args, which hides the call from the reward; remove it.',
        ),
        { attribute: null },
      ),
    );
  }
  const isExplained =
    findings.some(({ severity }) => severity === 'error') ||
    !call.name ||
    call.args === null ||
    call.args === '';
  if (isExplained || !tag.endsWith('>') || SEEN.test(tag)) return findings;
  findings.push(
    NEARLY_SEEN.test(tag)
      ? finding(
          'attribute-spacing',
          call.open,
          t(
            'The reward does not see this call; write `name="..." args="..."` with one space between them and none around `=`.',
          ),
        )
      : finding(
          'tool-tag-unread',
          call.open,
          t('The reward does not see this call; write it as `<tool name="..." args="...">`.'),
        ),
  );
  return findings;
}

function faultFinding(attribute: Attribute, fault: NonNullable<Attributes['faults'][number]>): Finding {
  const { name, valueSpan } = attribute;
  switch (fault) {
    case 'mismatched-quotes':
      return finding(
        'mismatched-quotes',
        valueSpan,
        t(
          'The value of {0} begins with one kind of quote and ends with the other; use the same for both.',
          name,
        ),
        { attribute: name },
      );
    case 'unclosed-quote':
      return finding(
        'unclosed-quote',
        valueSpan,
        t('The value of {0} has no closing quote, so the reward does not see the call; add the quote.', name),
        { attribute: name },
      );
    case 'unquoted':
      return finding(
        'unquoted-attribute',
        valueSpan,
        t('The value of {0} has no quotes, so the reward does not see the call; put it in quotes.', name),
        { attribute: name },
      );
  }
}

function quoteFinding({ name, value: text, valueSpan }: Attribute): Finding[] {
  const at = text.search(/["']/);
  if (at < 0) return [];
  const start = valueSpan.start + at;
  return [
    finding(
      'quote-in-attribute',
      { start, end: start + 1 },
      t(
        'The value of {0} contains a quote, so the reward does not see the call; remove quotes and apostrophes.',
        name,
      ),
      { attribute: name },
    ),
  ];
}

/** The finding about the first call beyond the dialect's maximum; null for other calls. */
export function tooManyFinding(call: ToolCall, count: number, dialect: Dialect): Finding | null {
  const most = dialect.tools?.most ?? Infinity;
  if (count !== most + 1) return null;
  return finding(
    'too-many-tools',
    call.open,
    t(
      'This is tool call {0}, but the reward makes a deduction for more than {1}. Merge or remove calls.',
      count,
      most,
    ),
  );
}
