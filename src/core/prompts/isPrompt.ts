import { SETTINGS_COMMENT } from '../records/settingsComment.ts';

/** The language of prompt files that no other extension has taken. */
export const PROMPT_LANGUAGE = 'pagetrace-prompt';

const OURS_BY_NAME = /(?:\.prompt\.jinja|\/format_prompt\/[^/]+\.jinja)$/;
const JINJA_NAME = /\.(?:jinja|jinja2|j2)$/;
/** A key of a prompt's front matter, between its lines. */
const FRONT_MATTER =
  /^\uFEFF?---[ \t]*\r?\n(?:(?!---|\.\.\.).*\r?\n)*?(?:dialect|protocol|reward|toolbox|image_order|model_length|trainer|lint):/;
const ASKS_THE_QUESTION = /\{\{-?\s*content\b/;

/**
 * Whether a document is a prompt: by its language or name, or a Jinja template that has our settings or prints
 * `content`, whichever extension colors it.
 * @param path with forward slashes
 */
export function isPrompt(path: string, languageId: string, text: string): boolean {
  if (languageId === PROMPT_LANGUAGE || OURS_BY_NAME.test(path)) return true;
  if (!JINJA_NAME.test(path) && !languageId.includes('jinja')) return false;
  return FRONT_MATTER.test(text) || SETTINGS_COMMENT.test(text) || ASKS_THE_QUESTION.test(text);
}
