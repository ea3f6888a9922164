import type { RewardGrounding } from '../../../src/core/grounding/rewardGrounding.ts';
import type {
  CompositeSource,
  LanguageWorkspace,
  PromptSource,
  SourceText,
  TextEdit,
} from '../../../src/language/model.ts';
import { createLanguageService, type LanguageService } from '../../../src/language/service.ts';
import type { Span } from '../../../src/core/span.ts';
import { applyEdits } from '../../../src/language/trajectory/fixes.ts';

/** Marks the cursor in the texts of tests. */
const CURSOR = '§';

/** A document with a cursor. */
export interface Marked {
  readonly source: SourceText;
  readonly offset: number;
}

let version = 0;

/** A document without a cursor. */
export function sourceOf(text: string, kind: SourceText['kind'] = 'trajectory'): SourceText {
  version += 1;
  return { uri: `test:${kind}`, version, text, kind };
}

/** The document and the cursor of a text with one `§`, which is removed. */
export function parseMarked(text: string, kind: SourceText['kind'] = 'trajectory'): Marked {
  const offset = text.indexOf(CURSOR);
  if (offset < 0 || text.includes(CURSOR, offset + 1))
    throw new Error(`One ${CURSOR} must stand in the text.`);
  return { source: sourceOf(text.replace(CURSOR, ''), kind), offset };
}

/** A workspace in memory with the given prompts and composite rewards by name. */
export function workspaceOf(
  prompts: Readonly<Record<string, string>> = {},
  composites: Readonly<Record<string, CompositeSource>> = {},
  grounding: RewardGrounding | null = null,
): LanguageWorkspace {
  const sources = new Map<string, PromptSource>(
    Object.entries(prompts).map(([name, text]) => [name, { name, uri: `prompt:${name}`, text }]),
  );
  return {
    prompt: (name) => Promise.resolve(sources.get(name) ?? null),
    composite: (name) =>
      Promise.resolve(composites[name] ?? { profile: null, fault: `There is no ${name}.` }),
    grounding: () => Promise.resolve(grounding),
  };
}

/** A language service for such a workspace. */
export function serviceOf(
  prompts: Readonly<Record<string, string>> = {},
  composites: Readonly<Record<string, CompositeSource>> = {},
  grounding: RewardGrounding | null = null,
): LanguageService {
  return createLanguageService(workspaceOf(prompts, composites, grounding));
}

/** The text at a span. */
export const textAt = ({ text }: SourceText, { start, end }: Span): string => text.slice(start, end);

/** The document after the edits. */
export function applyTo(source: SourceText, edits: readonly TextEdit[]): SourceText {
  return sourceOf(applyEdits(source.text, edits), source.kind);
}

/** A valid trajectory of Lang2Act with the given tool calls. */
export function lang2act(calls: string, { think = 'Image 1 and Image 2.', frontMatter = '' } = {}): string {
  const head = frontMatter === '' ? '' : `---\n${frontMatter}---\n`;
  return `${head}<think>${think}</think>\n<description>\n${calls}\n</description>\n<answer>42</answer>\n`;
}

/** A front matter with two images. */
export const TWO_IMAGES = `documents:
  - path: reports/annual.pdf
images:
  - { image: 1, document: 1, page: 3 }
  - { image: 2, document: 1, page: 7 }
dialect: lang2act
`;

/** A tool call without faults. */
export const GOOD_CALL = '<tool name="read_text_element" args="Image 1: title">Report</tool>';
