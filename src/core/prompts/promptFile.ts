import { Template } from '@huggingface/jinja';
import * as v from 'valibot';
import { PageTraceError } from '../errors.ts';
import { readFrontMatter, type FrontMatterProblem } from '../records/frontMatter.ts';
import { dialectSchema, profileSchema, pixelsSchema, samplingSchema } from '../records/schemas.ts';
import type { DialectName } from '../trajectory/model.ts';
import type { Prompt, PromptPart } from './model.ts';
import { toolboxes } from './toolboxes.ts';

const toolSchema = v.object({ name: v.string(), args: v.string(), description: v.string() });
const promptSchema = {
  dialect: dialectSchema,
  reward: profileSchema,
  toolbox: v.union([v.picklist(Object.keys(toolboxes)), v.array(toolSchema)]),
  sampling: samplingSchema,
  pixels: pixelsSchema,
};

/** A prompt file, read, with what is wrong or unknown in its front matter. */
export interface PromptFile {
  readonly prompt: Prompt;
  readonly problems: readonly FrontMatterProblem[];
}

/**
 * Reads a prompt file: Jinja after an optional YAML front matter. Without a front matter (the papers' own files) the
 * dialect is taken from the tags that the template asks for.
 * @param name how the prompt is called: its file name without `.jinja`.
 * @throws PageTraceError `prompt-broken` when the front matter or the template cannot be read.
 */
export function parsePromptFile(name: string, text: string): PromptFile {
  const { values, problems, bodyStart } = readFrontMatter(text, promptSchema);
  const broken = problems.find((problem) => problem.severity === 'error');
  if (broken) {
    throw new PageTraceError(
      'prompt-broken',
      `The front matter of the prompt ${name} cannot be used: ${broken.message}`,
      {
        hint: 'Correct the lines between the two --- lines of the prompt file.',
      },
    );
  }
  const template = text.slice(bodyStart);
  compile(name, template);
  const dialect = values.dialect ?? dialectOfTemplate(template);
  const named = values.toolbox ?? (dialect === 'lang2act' ? 'lang2act' : []);
  return {
    prompt: {
      name,
      dialect,
      reward: values.reward ?? null,
      toolbox: typeof named === 'string' ? (toolboxes[named] ?? []) : named,
      sampling: values.sampling ?? {},
      pixels: values.pixels ?? null,
      template,
    },
    problems,
  };
}

function dialectOfTemplate(template: string): DialectName {
  if (/<description>/i.test(template)) return /<tool\b/i.test(template) ? 'lang2act' : 'action-rl';
  return 'think-answer';
}

function compile(name: string, template: string): Template {
  try {
    return new Template(template);
  } catch (error) {
    throw broken(name, error);
  }
}

function broken(name: string, error: unknown): PageTraceError {
  const said = error instanceof Error ? error.message : String(error);
  return new PageTraceError('prompt-broken', `The prompt ${name} is not a valid Jinja template: ${said}`, {
    hint: 'Correct the template, or choose another prompt.',
    said,
    cause: error,
  });
}

// A question may itself speak of <image>; only the template's own marks place images.
const QUESTION_MARK = '\uE000question\uE001';
const IMAGE = '<image>';

/**
 * Fills a prompt: `content` is the question, `num_images` the number of images, `toolbox` the tools on offer. The i-th
 * `<image>` of the template stands for image i; images that no mark places follow the text (as in Lang2Act).
 * @throws PageTraceError `prompt-broken` when the template fails, asks for more images than there are, or leaves the
 * question out.
 */
export function renderPrompt(prompt: Prompt, question: string, numImages: number): readonly PromptPart[] {
  let rendered: string;
  try {
    rendered = compile(prompt.name, prompt.template).render({
      content: QUESTION_MARK,
      question: QUESTION_MARK,
      num_images: numImages,
      toolbox: prompt.toolbox.map((tool) => ({ ...tool })),
    });
  } catch (error) {
    throw error instanceof PageTraceError ? error : broken(prompt.name, error);
  }
  if (!rendered.includes(QUESTION_MARK)) {
    throw new PageTraceError('prompt-broken', `The prompt ${prompt.name} does not contain the question.`, {
      hint: 'Put {{ content }} where the question belongs.',
    });
  }
  const texts = rendered.trim().split(IMAGE);
  if (texts.length - 1 > numImages) {
    throw new PageTraceError(
      'prompt-broken',
      `The prompt ${prompt.name} places ${texts.length - 1} images, but ${numImages === 1 ? 'one page is' : `${numImages} pages are`} sent.`,
      { hint: 'Send more pages, or place images in a loop over num_images.' },
    );
  }
  const parts: PromptPart[] = [];
  texts.forEach((text, index) => {
    if (index > 0) parts.push({ type: 'image', image: index });
    const filled = text.replaceAll(QUESTION_MARK, () => question);
    if (filled.trim() !== '') parts.push({ type: 'text', text: filled });
  });
  for (let image = texts.length; image <= numImages; image++) parts.push({ type: 'image', image });
  return parts;
}
