import { PageTraceError } from '../core/errors.ts';

/**
 * The prompts that ship, by the name of their file in media/prompts without `.jinja`, each with its purpose; the first
 * is the default.
 */
export const PRESET_DESCRIPTIONS: Readonly<Record<string, string>> = {
  lang2act: 'Lang2Act, tool stage - evidence is gathered with tools, then the answer.',
  'action-rl': 'Lang2Act, action stage - think, describe the visual evidence, answer.',
  'think-answer': 'Vanilla - think, then answer.',
  'tree-of-thoughts':
    'Tree of thoughts - sub-problems, several thoughts for each, their evaluation, a conclusion.',
  'graph-of-thoughts': 'Graph of thoughts - thoughts that are refined and merged, and the graph explained.',
  evisrag: 'EVisRAG (VisRAG 2.0) - evidence image by image, then reasoning, then the answer.',
  'vg-refiner': 'VG-Refiner - look, ask another tool for boxes, look again, answer with boxes.',
  'vrag-rl': 'VRAG-RL - turns of thinking with a search, a closer look, or the answer.',
  'pixel-reasoner': 'Pixel-Reasoner - text with calls that crop an image, and a boxed answer.',
  'tool-curation': 'Lang2Act, between the stages - define the tools that are missing, then use tools.',
  'answer-judge': 'Answer judge - is each answer right against its reference?',
  'quality-judge': 'Quality judge - coherence, hallucination and consistency of a reasoning, from 1 to 5.',
};
/** The names of the prompts that ship. */
export const PRESETS: readonly string[] = Object.keys(PRESET_DESCRIPTIONS);

/** Whether `name` is a preset's. */
export function isPreset(name: string): boolean {
  return PRESETS.includes(name);
}

/**
 * The text of a prompt file; a byte order mark is left out.
 * @param name the name that the person used for it
 * @throws PageTraceError `prompt-broken` for bytes that are not UTF-8
 */
export function promptText(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new PageTraceError('prompt-broken', `The prompt file ${name} is not UTF-8 text.`, {
      hint: 'Save it as UTF-8, or choose another prompt.',
      cause: error,
    });
  }
}
