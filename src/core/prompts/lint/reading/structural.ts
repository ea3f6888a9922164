import { KNOWN_TAGS } from '../../../trajectory/dialects/tags.ts';
import { contentKind } from './content.ts';
import type { TagPair } from './promptTags.ts';
import type { SpanIndex } from '../../../spanIndex.ts';

/** Tags that people use to divide a prompt, and that no response is asked to have. */
const DIVIDERS = new Set(
  (
    'question query queries context document documents doc instruction instructions example examples input inputs ' +
    'system user assistant tools rules rule task images guidelines guideline format output_format response_format ' +
    'requirements constraints role background problem passage passages data prompt notes note important text ' +
    'options choices history conversation message messages schema functions few_shot demonstration demonstrations'
  ).split(' '),
);

/** Whether people divide prompts with a tag. */
export const isDivider = (name: string): boolean => DIVIDERS.has(name.toLowerCase());

/** Those tags whose content always addresses the model. */
const TO_THE_MODEL = new Set(
  'system user role persona instruction instructions rules task guidelines requirements constraints background'.split(
    ' ',
  ),
);
/** Words that tell the model what its role is. */
const TELLS_WHO = /^\s*(?:you are(?! to\b)|act as)\b/i;

const LONGEST_CONTENT = 600;

/**
 * Whether a pair of tags divides the prompt itself, rather than being asked for in the response.
 * @param responses the spans of the pairs whose tags responses have
 * @param questions the places of the question
 */
export function isStructural(
  pair: TagPair,
  responses: SpanIndex,
  text: string,
  questions: SpanIndex,
): boolean {
  const name = pair.name.toLowerCase();
  const content = text.slice(pair.content.start, pair.content.end);
  if (questions.hasInside(pair.content)) return true;
  if (KNOWN_TAGS.has(name)) return false;
  if (TELLS_WHO.test(content) || (TO_THE_MODEL.has(name) && hasOwnWords(content))) return true;
  if (isDivider(name) && isOfThePrompt(content)) return true;
  if (content.length > LONGEST_CONTENT) return true;
  return responses.hasInside(pair.content);
}

/** Whether a content has words other than those about its tags. */
function hasOwnWords(content: string): boolean {
  const kind = contentKind(content);
  return (kind === 'concrete' || kind === 'placeholder') && /[a-z]{2}/i.test(content);
}

/** Whether a content is more than a word or two about what belongs there. */
function isOfThePrompt(content: string): boolean {
  return (
    contentKind(content) === 'concrete' ||
    content.trim().includes('\n') ||
    content.trim().split(/\s+/).length > 8
  );
}
