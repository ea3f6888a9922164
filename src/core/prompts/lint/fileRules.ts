import { t } from '@vscode/l10n';
import { imagesPhrase } from '../../countPhrases.ts';
import type { Rendered } from '../jinja/render.ts';
import { locatePromptSettings, type PromptFile } from '../promptFile.ts';
import { emptyBecause, type Filled } from './filled.ts';
import { DEFAULT_SAMPLING } from '../../records/sampling.ts';
import { PAPER_BUDGET } from '../../geometry/pixelBudget.ts';
import { TRAINER_TITLES, type Trainer } from '../../rewards/trainers.ts';
import type { Span } from '../../span.ts';
import { SpanIndex } from '../../spanIndex.ts';
import type { PromptFinding, PromptFix } from './model.ts';
import { RULES, type RuleCode } from './ruleCatalogue.ts';
import { lastNotAbove } from '../../binarySearch.ts';
import { nearestName } from '../../nearestName.ts';
import { estimateTokens } from './tokens.ts';

/** A prompt rendered for a number of images, before its text is read. */
export interface RenderedFor {
  readonly numImages: number;
  readonly rendered: Rendered;
}

/** Whether a template could be rendered, so that text that is missing from the rendering is missing from the prompt. */
export function isRendered({ rendered }: RenderedFor): boolean {
  const isCut = rendered.text.trim() === '' && rendered.findings.length > 0;
  return !isCut && !rendered.findings.some(({ kind }) => kind === 'syntax');
}

/** A finding with the severity that its rule has. */
export function promptFinding(
  code: RuleCode,
  span: Span,
  message: string,
  more: Partial<Pick<PromptFinding, 'severity' | 'related' | 'fixes' | 'loss'>> = {},
): PromptFinding {
  return { code, severity: RULES[code].severity, span, message, related: [], fixes: [], loss: null, ...more };
}

/** Findings about the file and its template, regardless of the rendered prompt. Spans are in the file. */
export function* fileFindings(
  file: PromptFile,
  renderings: readonly RenderedFor[],
  modelLength: number | null,
  filled: Filled,
): Iterable<PromptFinding> {
  for (const { severity, span, message } of file.problems)
    yield promptFinding('front-matter', span, message, { severity });
  const at = (span: Span): Span => ({
    start: span.start + file.templateStart,
    end: span.end + file.templateStart,
  });
  const unfilled = [
    ...unfilledNames(file, renderings, filled, at),
    ...formatFields(file, filled, at),
    ...formatPositions(file, at),
  ];
  yield* unfilled;
  const jinja = new Map<string, PromptFinding>();
  const unfilledStarts = new Set(unfilled.map(({ span }) => span.start));
  const doubled = new DoubledBraces(file.prompt.template, at);
  for (const { rendered } of renderings) {
    for (const finding of rendered.findings) {
      const span = at(finding.span);
      // The finding about the undefined name already covers an error that it causes.
      if (finding.isOfUndefined && unfilledStarts.has(span.start)) continue;
      jinja.set(
        `${finding.span.start} ${finding.message}`,
        doubled.around(finding.span) ?? promptFinding('jinja-construct', span, finding.message),
      );
    }
  }
  yield* jinja.values();
  const isRead = renderings.every(isRendered);
  const isAsked = renderings.some(
    ({ rendered }) => rendered.used.has(ASKED) || (filled.has('question') && rendered.used.has('question')),
  );
  const asksOtherwise = unfilled.some(({ fixes }) =>
    fixes.some(({ edits }) => edits.some(({ text }) => text === CONTENT || text === ASKED)),
  );
  // Settings that are never closed leave no template.
  const isUnread = file.prompt.template === '' && file.problems.some(({ severity }) => severity === 'error');
  if (isRead && !isAsked && !asksOtherwise && !isUnread) yield questionMissing(file);
  yield* roomFaults(file, renderings, modelLength);
}

/** Braces that Python's `str.format` prints as single ones: around JSON, or in LaTeX. */
const DOUBLED = /\{\{(\s*(?:["'][^"'\n]*["']\s*:[^{}]*)?)\}\}/g;

/** Whether a template has doubled braces around JSON, as templates for `str.format` do. */
const isDoubled = (template: string): boolean =>
  [...template.matchAll(DOUBLED)].some(({ 1: inside = '' }) => inside.trim() !== '');

/** The doubled braces of a template, which `str.format` would print as single ones. */
class DoubledBraces {
  readonly #spans: readonly Span[];
  readonly #starts: readonly number[];
  readonly #fixes: readonly PromptFix[];
  readonly #at: (span: Span) => Span;

  constructor(template: string, at: (span: Span) => Span) {
    const all = [...template.matchAll(DOUBLED)];
    this.#at = at;
    this.#spans = all.map(({ index, 0: found }) => ({ start: index, end: index + found.length }));
    this.#starts = this.#spans.map(({ start }) => start);
    const edits = all.map(({ index, 0: found, 1: inside = '' }) => ({
      span: at({ start: index, end: index + found.length }),
      text: `{${inside}}`,
    }));
    this.#fixes = [{ title: t('Write single braces'), edits }];
  }

  /** The finding about doubled braces in which a span begins, if Jinja cannot read them; null for anything else. */
  around({ start }: Span): PromptFinding | null {
    const last = lastNotAbove(this.#starts, start);
    // Braces may begin where others end.
    const here = [this.#spans[last - 1], this.#spans[last]].find(
      (span) => span !== undefined && start <= span.end,
    );
    if (here === undefined) return null;
    return promptFinding(
      'jinja-construct',
      this.#at(here),
      t(
        'Doubled braces belong to Python’s `str.format`; Jinja reads them as an expression. Write single ones.',
      ),
      { fixes: this.#fixes },
    );
  }
}

/** The name of the variable that holds the question. */
const ASKED = 'content';
const CONTENT = `{{ ${ASKED} }}`;

function* unfilledNames(
  { prompt }: PromptFile,
  renderings: readonly RenderedFor[],
  filled: Filled,
  at: (span: Span) => Span,
): Iterable<PromptFinding> {
  const places = new Map<string, { readonly name: string; readonly span: Span }>();
  for (const { rendered } of renderings)
    for (const { name, span } of rendered.unfilled) places.set(`${name} ${span.start}`, { name, span });
  const printed = new Set([...places.values()].map(({ name }) => name));
  const reads = tagsThatRead(prompt.template);
  for (const { rendered } of renderings) {
    for (const name of rendered.used) {
      if (printed.has(name) || CONSTANTS.has(name) || filled.has(name)) continue;
      const span = reads.get(name);
      if (span !== undefined) places.set(name, { name, span });
    }
  }
  for (const { name, span } of places.values()) {
    const meant = meantName(name, filled);
    const isName = prompt.template.slice(span.start, span.end) === name;
    const fixes: PromptFix[] =
      meant === null || !isName
        ? []
        : [{ title: t('Write {0}', meant), edits: [{ span: at(span), text: meant }] }];
    yield promptFinding('variable-unfilled', at(span), emptyBecause(filled, name), { fixes });
  }
}

/** The variable that a template probably means by `name`; null if that is not certain. */
function meantName(name: string, filled: Filled): string | null {
  if (QUESTION.test(name)) return ASKED;
  const variables = [ASKED, 'question', 'num_images', 'toolbox'].filter((each) => filled.has(each));
  if (IMAGES.has(name.toLowerCase())) return variables.find((each) => each === 'num_images') ?? null;
  return nearestName(name, variables);
}

const CONSTANTS = new Set(
  'true false none True False None range loop namespace dict lipsum cycler joiner caller self super varargs kwargs'.split(
    ' ',
  ),
);

/** What a statement sets, captured. */
const SETS =
  /^\{%[-+]?\s*(?:for\b((?:(?!\bin\b)[^%])*)|set\b([^=%]*)|(?:macro|call|import|from|block)\b([^%]*))/;
/** A name that a template checks for being defined, captured. */
const GUARDED = /\b(\w+)\s+is\s+(?:not\s+)?(?:defined|undefined)|\b(\w+)\s*\|\s*d(?:efault)?\b/g;

/** The statements of a template that are closed, with their marks. */
function* statements(template: string): Iterable<{ readonly tag: string; readonly index: number }> {
  let index = template.indexOf('{%');
  while (index >= 0) {
    const end = template.indexOf('%}', index + 2);
    if (end < 0) return;
    yield { tag: template.slice(index, end + 2), index };
    index = template.indexOf('{%', end + 2);
  }
}

/**
 * For each name that a loop or condition reads, and that the template neither sets nor checks for being defined, the
 * first tag that reads it.
 */
function tagsThatRead(template: string): ReadonlyMap<string, Span> {
  const reads = new Map<string, Span>();
  const set = new Set([...template.matchAll(GUARDED)].flatMap(([, tested, filtered]) => [tested, filtered]));
  for (const { tag, index } of statements(template)) {
    const [, ...targets] = SETS.exec(tag) ?? [];
    for (const name of targets.join(' ').match(/\w+/g) ?? []) set.add(name);
    for (const [name] of tag.matchAll(/(?<![.\w"'])[A-Za-z_]\w*/g))
      if (!reads.has(name)) reads.set(name, { start: index, end: index + tag.length });
  }
  return new Map([...reads].filter(([name]) => !set.has(name)));
}

/** Names in single braces, as Python's `str.format` fills them, that mean a variable of prompts. */
const FIELD =
  /(?<![{\\$%\w])(?<![:=,[]\s{0,3}["'])(?:\$?\{\s*(question|query|content|problem|user_question|user_query|instruction|input|num_images|n_images|num_pages|image_count|number_of_images|context|options|choices|tools|toolbox|tool_list|document|documents|pages|caption|passage|passages)\s*\}|%\((\w+)\)[sdrf](?!\w))(?!\})/gi;
/**
 * Any name in single braces: if a text for `str.format` has one name that means a variable, all others are names too.
 */
const ANY_FIELD = /(?<![{}\\$%^\w])\{([A-Za-z_]\w*)\}(?!\})/g;
/** A position in single braces. In LaTeX, such braces follow a sign or a letter. */
const POSITION = /(?<=^|[\s:("'>*])\{(\d)\}(?![{^_}])/gm;
/** Names that prompts use for the question. */
const QUESTION =
  /^(?:user_|input_|the_)?(?:question|query|content|problem|instruction|prompt|input|request)(?:_(?:text|str|string|content|statement))?$/i;
const IMAGES = new Set(['num_images', 'n_images', 'num_pages', 'image_count', 'number_of_images']);

function* formatFields(
  { prompt }: PromptFile,
  filled: Filled,
  at: (span: Span) => Span,
): Iterable<PromptFinding> {
  const { template } = prompt;
  const tags = jinjaTags(template);
  const fields = [...template.matchAll(FIELD)].filter(
    ({ 2: byPercent, index }) => byPercent === undefined || !tags.hasAt(index),
  );
  const isFormat = fields.some(({ 0: field }) => field.startsWith('{')) || isDoubled(template);
  const others = isFormat ? [...template.matchAll(ANY_FIELD)] : [];
  const all = new Map([...others, ...fields].map((match) => [match.index, match]));
  for (const { 0: field, 1: byBraces, 2: byPercent, index } of all.values()) {
    const name = byBraces ?? byPercent ?? '';
    const span = at({ start: index, end: index + field.length });
    const meant = QUESTION.test(name) || IMAGES.has(name.toLowerCase()) ? meantName(name, filled) : null;
    const text = meant === null ? null : `{{ ${meant} }}`;
    const fixes: PromptFix[] =
      text === null ? [] : [{ title: t('Write {0}', text), edits: [{ span, text }] }];
    yield promptFinding(
      'variable-unfilled',
      span,
      text === null
        ? t(
            'Jinja does not fill `{0}`, so the model reads it as it is. Write variables in double braces.',
            field,
          )
        : t('Jinja does not fill `{0}`, so the model reads it as it is. Write `{1}`.', field, text),
      { fixes },
    );
  }
}

/** Positions in braces, if they count from 0 as `str.format` does. */
function* formatPositions(
  { prompt: { template } }: PromptFile,
  at: (span: Span) => Span,
): Iterable<PromptFinding> {
  const found = [...template.matchAll(POSITION)];
  if (found.length === 0) return;
  const [tags, inFormulas] = [jinjaTags(template), formulas(template)];
  const positions = found.filter(({ index }) => !tags.hasAt(index) && !inFormulas.hasAt(index));
  if (!positions.some(([, digit]) => digit === '0')) return;
  for (const { 0: said, index } of positions)
    yield promptFinding(
      'variable-unfilled',
      at({ start: index, end: index + said.length }),
      t(
        'Jinja does not fill `{0}`, so the model reads it as it is. Write variables in double braces, by their names.',
        said,
      ),
    );
}

/** The expressions and statements of a template; one that is not closed extends to the end. */
function jinjaTags(template: string): SpanIndex {
  const spans: Span[] = [];
  for (const [open, close] of [
    ['{{', '}}'],
    ['{%', '%}'],
  ] as const) {
    let start = template.indexOf(open);
    while (start >= 0) {
      const end = template.indexOf(close, start);
      spans.push({ start: start + 1, end: end < 0 ? template.length : end + close.length });
      start = end < 0 ? -1 : template.indexOf(open, end + close.length);
    }
  }
  return new SpanIndex(spans);
}

/** What is between two dollar signs on a line of a template, up to the end of the line if there is only one. */
function formulas(template: string): SpanIndex {
  return new SpanIndex(
    [...template.matchAll(/\$[^$\n]*(?:\$|$)/gm)].map(({ 0: formula, index }) => ({
      start: index + 1,
      end: index + Math.max(2, formula.length),
    })),
  );
}

/**
 * The front matter of a prompt whose trainer sends the file as it is: the model would read the settings. The repair
 * makes a Jinja comment of it.
 */
export function* frontMatterSent(text: string, trainer: Trainer): Iterable<PromptFinding> {
  const settings = locatePromptSettings(text);
  if (settings?.kind !== 'front-matter') return;
  const { yaml, bodyStart } = settings;
  const open = { start: text.startsWith('\uFEFF') ? 1 : 0, end: yaml.start };
  const isInComment = text.slice(yaml.start, yaml.end).includes('#}');
  const fixes: readonly PromptFix[] = [
    {
      title: t('Turn the front matter into a Jinja comment'),
      edits: [
        { span: open, text: '{# pagetrace:\n' },
        { span: { start: yaml.end, end: bodyStart }, text: '-#}\n' },
      ],
    },
  ];
  yield promptFinding(
    'front-matter-sent',
    { start: open.start, end: open.start + 3 },
    trainer === 'easyr1'
      ? t(
          '{0} renders the whole file, so the model reads this front matter. Write the settings in a Jinja comment: {# pagetrace: ... -#}',
          TRAINER_TITLES[trainer],
        )
      : t(
          '{0} sends what the script that prepares its data reads from this file, including the front matter. Write the settings in a Jinja comment: {# pagetrace: ... -#}',
          TRAINER_TITLES[trainer],
        ),
    { fixes: isInComment ? [] : fixes },
  );
}

function questionMissing({ prompt, templateStart }: PromptFile): PromptFinding {
  const end = templateStart + prompt.template.length;
  const lastLine = prompt.template.lastIndexOf('\n') + 1;
  const span = { start: templateStart + lastLine, end };
  return promptFinding(
    'question-missing',
    span,
    t('The template never prints the question. Put {{ content }} where it belongs.'),
    {
      fixes: [
        {
          title: t('Ask the question at the end'),
          edits: [{ span: { start: end, end }, text: `\n\nQuestion: ${CONTENT}` }],
        },
      ],
    },
  );
}

/** Pixels for each token of an image (Qwen2-VL and Qwen2.5-VL: 28 x 28). */
const PIXELS_A_TOKEN = 784;

function* roomFaults(
  { prompt, templateStart }: PromptFile,
  renderings: readonly RenderedFor[],
  known: number | null,
): Iterable<PromptFinding> {
  const length = known ?? prompt.modelLength;
  if (length === null) return;
  const answer = prompt.sampling.max_tokens ?? DEFAULT_SAMPLING.max_tokens;
  const image = Math.ceil((prompt.pixels ?? PAPER_BUDGET).maxPixels / PIXELS_A_TOKEN);
  for (const { numImages, rendered } of renderings) {
    const text = estimateTokens(rendered.text);
    const images = image * numImages;
    if (text + images + answer <= length) continue;
    const left = Math.max(0, length - text - images);
    const lineEnd = prompt.template.indexOf('\n');
    yield promptFinding(
      'no-room',
      { start: templateStart, end: templateStart + (lineEnd < 0 ? prompt.template.length : lineEnd) },
      t(
        'With {0}, the prompt takes up about {1} of the model’s {2} tokens (text {3}, images up to {4}) and leaves {5} of the {6} for the answer. Shorten the prompt, or lower the pixel budget or max_tokens.',
        imagesPhrase(numImages),
        text + images,
        length,
        text,
        images,
        left,
        answer,
      ),
    );
    return;
  }
}
