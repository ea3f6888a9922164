import { t } from '@vscode/l10n';
import { imagesPhrase, pagesPhrase } from '../countPhrases.ts';
import { PageTraceError } from '../errors.ts';
import { stripSpan } from '../python/strip.ts';
import type { Trainer } from '../rewards/trainers.ts';
import { locateFrontMatter, readFrontMatter, type FrontMatterProblem } from '../records/frontMatter.ts';
import { locateSettingsComment, SETTINGS_COMMENT, type SettingsPlace } from '../records/settingsComment.ts';
import { readPixels } from '../records/schemas.ts';
import type { Span } from '../span.ts';
import { detectDialect } from '../trajectory/detect.ts';
import type { DialectName } from '../trajectory/model.ts';
import { renderTemplate, type Rendered } from './jinja/render.ts';
import type { Prompt, PromptPart } from './model.ts';
import { PROMPT_FRONT_MATTER, promptContradictions } from './promptSettings.ts';
import { dialectOfProtocol } from './protocolNames.ts';
import { toolboxes } from './toolboxes.ts';

/** A prompt file that was read, with the problems of its settings. */
export interface PromptFile {
  readonly prompt: Prompt;
  readonly problems: readonly FrontMatterProblem[];
  /** Where the template begins in the file: add it to an offset of the template to get an offset of the file. */
  readonly templateStart: number;
  /** The keys to which the settings give a usable value. */
  readonly given: ReadonlySet<string>;
  /** The trainer that the settings name; `none` if they say that there is none, null if they do not say. */
  readonly trainer: Trainer | 'none' | null;
  /**
   * The Python reward that the settings name, as `FILE.py` or `FILE.py:function` relative to the file; null for none. Only
   * the lint runs it.
   */
  readonly ownReward: string | null;
  /** Codes of the lint rules that the settings turn off. */
  readonly lintOff: readonly string[];
}

/** Where the settings of a prompt file are, and what they are written in. */
interface LocatedSettings extends SettingsPlace {
  readonly kind: 'front-matter' | 'comment';
}

/** Where the settings of a prompt file are: in a front matter, or in a Jinja comment; null if it has none. */
export function locatePromptSettings(text: string): LocatedSettings | null {
  const frontMatter = locateFrontMatter(text);
  if (frontMatter !== null) return { ...frontMatter, kind: 'front-matter' };
  const comment = locateSettingsComment(text);
  return comment === null ? null : { ...comment, kind: 'comment' };
}

/**
 * Reads a prompt file: Jinja after optional settings, which are YAML in a front matter or in a Jinja comment
 * (`{# pagetrace: ... #}`). Without settings (the papers' own files), the dialect is recognized from the tags that the
 * template asks for. White space around the template is left out, as the trainers do (EasyR1, verl/utils/dataset.py).
 * After a comment it is left out only if the comment ends with `-#}`, as Jinja does. Anything that cannot be used is
 * reported as a problem and ignored.
 * @param name the name of the prompt: its file name without `.jinja`
 */
export function readPromptFile(name: string, text: string): PromptFile {
  const place = locatePromptSettings(text);
  const { values, problems, bodyStart } = readFrontMatter(
    text,
    PROMPT_FRONT_MATTER,
    promptContradictions,
    [],
    place,
  );
  const { start, end } = templateSpan(text, bodyStart, place?.kind === 'comment');
  const template = text.slice(start, end);
  const protocol = values.protocol ?? null;
  const dialect =
    values.dialect ?? (protocol === null ? dialectOfTemplate(template) : dialectOfProtocol(protocol));
  const named = values.toolbox ?? (dialect === 'lang2act' ? 'lang2act' : []);
  const isUnclosed = place?.kind === 'comment' && !text.slice(0, bodyStart).endsWith('#}');
  return {
    prompt: {
      name,
      description: values.description ?? null,
      dialect,
      protocol,
      reward: typeof values.reward === 'string' ? values.reward : null,
      toolbox: typeof named === 'string' ? (toolboxes[named] ?? []) : named,
      sampling: values.sampling ?? {},
      pixels: readPixels(values.pixels),
      imageOrder: values.image_order ?? 'text-first',
      modelLength: values.model_length ?? null,
      template,
    },
    problems: isUnclosed
      ? [unclosedSettings(text)]
      : [
          ...problems.map((problem) => inComment(problem, text, place)),
          ...misplacedSettings(text, place, bodyStart),
        ],
    templateStart: start,
    given: new Set(Object.keys(values)),
    trainer: values.trainer ?? null,
    ownReward: typeof values.reward === 'object' ? values.reward.python : null,
    lintOff: values.lint?.off ?? [],
  };
}

function templateSpan(text: string, bodyStart: number, afterComment: boolean): Span {
  const from = text.startsWith('\uFEFF') ? Math.max(bodyStart, 1) : bodyStart;
  const stripped = stripSpan(text, from, text.length);
  const isKept = afterComment && !text.slice(0, from).endsWith('-#}');
  return isKept ? { start: from, end: Math.max(from, stripped.end) } : stripped;
}

function unclosedSettings(text: string): FrontMatterProblem {
  const start = text.search(/\{#/);
  const end = SETTINGS_COMMENT.exec(text)?.[0].length ?? start;
  return {
    code: 'front-matter-broken',
    severity: 'error',
    span: { start, end },
    message: t('The settings that begin here are never closed. End them with -#} on a line of its own.'),
  };
}

/** A problem with YAML whose first key is on the line of `pagetrace:` and its others below, where YAML cannot have them. */
function inComment(
  problem: FrontMatterProblem,
  text: string,
  place: LocatedSettings | null,
): FrontMatterProblem {
  if (problem.code !== 'front-matter-broken' || place?.kind !== 'comment') return problem;
  const { start, end } = place.yaml;
  const [first = '', ...others] = text.slice(start, end).split(/\r?\n/);
  const isSplit = /^[\w-]+:/.test(first) && others.some((line) => /^\s*[\w-]+:/.test(line));
  if (!isSplit) return problem;
  return {
    ...problem,
    span: { start, end: start + first.trimEnd().length },
    message: t(
      'These settings continue below the line of "pagetrace:". Put the first one on a line of its own too, and indent all of them equally.',
    ),
  };
}

/**
 * Settings that are not the first thing in the file, where they have no effect, and comments that would be settings if
 * they were written as such.
 */
function misplacedSettings(
  text: string,
  place: LocatedSettings | null,
  bodyStart: number,
): readonly FrontMatterProblem[] {
  const body = text.slice(bodyStart);
  const frontMatter = place?.kind === 'comment' ? /^\s*(---[ \t]*)\r?\n(?=[a-z_]+[ \t]*:)/.exec(body) : null;
  const found = [...body.matchAll(/\{#[-+]?\s*(pagetrace(\s*):)/gi)].map(({ 0: all, 1: word, index }) => ({
    start: bodyStart + index,
    end: bodyStart + index + all.length,
    message:
      word === 'pagetrace:'
        ? t(
            'These settings have no effect: they must be the first thing in the file, and a file has them only once.',
          )
        : t(
            'These settings have no effect: they must begin with "pagetrace:", in lower case and without a space before the colon.',
          ),
  }));
  if (frontMatter !== null) {
    const start = bodyStart + frontMatter[0].indexOf('---');
    found.push({
      start,
      end: start + 3,
      message: t(
        'This front matter has no effect, and the model reads it: the settings of this file are in the comment above.',
      ),
    });
  }
  return found.map(({ start, end, message }) => ({
    code: 'front-matter-broken',
    severity: 'warning',
    span: { start, end },
    message,
  }));
}

/**
 * Reads a prompt file in order to use it.
 * @throws PageTraceError `prompt-broken` if the front matter or the template cannot be read
 */
export function parsePromptFile(name: string, text: string): PromptFile {
  const file = readPromptFile(name, text);
  const broken = file.problems.find((problem) => problem.severity === 'error');
  if (broken) {
    throw new PageTraceError(
      'prompt-broken',
      t('The settings of the prompt {0} cannot be used: {1}', name, broken.message),
      { hint: t('Correct the settings at the top of the prompt file.') },
    );
  }
  const { findings } = renderTemplate(file.prompt.template, variablesOf(file.prompt, '', 1));
  const unread = findings.find((finding) => finding.kind === 'syntax');
  if (unread) throw notAsJinja(file.prompt, unread);
  return file;
}

function dialectOfTemplate(template: string): DialectName {
  const { dialect, confidence } = detectDialect(template);
  return confidence > 0 ? dialect : 'think-answer';
}

function notAsJinja(prompt: Prompt, finding: Rendered['findings'][number]): PageTraceError {
  const line = prompt.template.slice(0, finding.span.start).split(/\r\n?|\n/).length;
  const values = [prompt.name, line, finding.message] as const;
  const isSyntax = finding.kind === 'syntax';
  return new PageTraceError(
    'prompt-broken',
    isSyntax
      ? t('The prompt {0} is not a valid Jinja template (line {1} of the template): {2}', ...values)
      : t('The prompt {0} cannot be rendered as Jinja renders it (line {1} of the template): {2}', ...values),
    {
      hint: isSyntax
        ? t('Correct the template, or choose another prompt.')
        : t('Write it differently, or choose another prompt.'),
      said: prompt.template.slice(finding.span.start, finding.span.end),
    },
  );
}

/** The variables that a template can use: the papers' `content`, and those that PageTrace adds. */
export function variablesOf(
  prompt: Pick<Prompt, 'toolbox'>,
  question: string,
  numImages: number,
): Readonly<Record<string, unknown>> {
  return {
    content: question,
    question,
    num_images: numImages,
    toolbox: prompt.toolbox.map((tool) => ({ ...tool })),
  };
}

const IMAGE = '<image>';

/** A part of a filled prompt, with where it begins in the rendered text; null for an image that no mark places. */
export type FilledPart = PromptPart & { readonly start: number | null };

/** A filled prompt: the parts of its message, in the order in which they are sent. */
export interface FilledPrompt {
  readonly rendered: Rendered;
  readonly parts: readonly FilledPart[];
  /** How many images the template's own marks place. */
  readonly placed: number;
}

/**
 * Fills a prompt: `content` is the question, `num_images` the number of images, `toolbox` the tools on offer. The i-th
 * `<image>` of the template is replaced by image i; images that no mark places come after the text (as in Lang2Act) or
 * before it (as in VG-Refiner), depending on the prompt.
 */
export function fillPrompt(prompt: Prompt, question: string, numImages: number): FilledPrompt {
  // A question may itself contain <image>, but only the template's own marks place images. In the question, a letter
  // that occurs nowhere else replaces the i until the marks have been found.
  const letter = unusedLetter(prompt.template + question);
  const disguised = question.replaceAll(IMAGE, () => IMAGE.replace('i', letter));
  const rendered = renderTemplate(prompt.template, variablesOf(prompt, disguised, numImages));
  const restoreLetter = (text: string) => text.replaceAll(letter, 'i');
  const texts = rendered.text.split(IMAGE);
  const marked: FilledPart[] = [];
  let at = 0;
  texts.forEach((text, index) => {
    if (index > 0) {
      marked.push({ type: 'image', image: index, start: at });
      at += IMAGE.length;
    }
    if (text !== '') marked.push({ type: 'text', text: restoreLetter(text), start: at });
    at += text.length;
  });
  const placed = texts.length - 1;
  const others = Array.from({ length: Math.max(0, numImages - placed) }, (_, index): FilledPart => ({
    type: 'image',
    image: placed + index + 1,
    start: null,
  }));
  return {
    rendered: { ...rendered, text: restoreLetter(rendered.text) },
    parts: prompt.imageOrder === 'images-first' ? [...others, ...marked] : [...marked, ...others],
    placed,
  };
}

/** A letter of the private use area that `text` does not contain; the first one if it contains them all. */
function unusedLetter(text: string): string {
  for (let code = 0xe000; code < 0xf900; code++) {
    const letter = String.fromCharCode(code);
    if (!text.includes(letter)) return letter;
  }
  return '\uE000';
}

/**
 * The message that a prompt makes of a question.
 * @throws PageTraceError `prompt-broken` if the template fails, if Jinja fills it differently, if it asks for more
 * images than there are, or if it leaves the question out
 */
export function renderPrompt(prompt: Prompt, question: string, numImages: number): readonly PromptPart[] {
  const { rendered, parts, placed } = fillPrompt(prompt, question, numImages);
  const [finding] = rendered.findings;
  if (finding) throw notAsJinja(prompt, finding);
  const { name } = prompt;
  if (!rendered.used.has('content') && !rendered.used.has('question')) {
    throw new PageTraceError('prompt-broken', t('The prompt {0} does not contain the question.', name), {
      hint: t('Put {{ content }} where the question belongs.'),
    });
  }
  if (placed > numImages) {
    const [places, sent] = [imagesPhrase(placed), pagesPhrase(numImages)];
    throw new PageTraceError(
      'prompt-broken',
      t('The prompt {0} places {1}, but the question comes with {2}.', name, places, sent),
      {
        hint:
          numImages === 0
            ? t('Leave <image> out of it: the model is sent pages only as it searches for them.')
            : t('Send more pages, or place images in a loop over num_images.'),
      },
    );
  }
  return parts.map((part) =>
    part.type === 'image' ? { type: 'image', image: part.image } : { type: 'text', text: part.text },
  );
}
