import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';

/** The names of the prompts that ship: of their files in media/prompts without `.jinja`. The first is the default. */
export const PRESETS: readonly string[] = [
  'lang2act',
  'action-rl',
  'think-answer',
  'tree-of-thoughts',
  'graph-of-thoughts',
  'evisrag',
  'vg-refiner',
  'vrag-rl',
  'pixel-reasoner',
  'mm-search-r1',
  'visdom',
  'tool-curation',
  'answer-judge',
  'quality-judge',
  'vrag-rl-judge',
];

/** The purpose of every prompt that ships, in their order. */
export function presetDescriptions(): Readonly<Record<string, string>> {
  return {
    lang2act: t('Lang2Act, tool stage - evidence is gathered with tools, then the answer.'),
    'action-rl': t('Lang2Act, action stage - think, describe the visual evidence, answer.'),
    'think-answer': t('Vanilla - think, then answer.'),
    'tree-of-thoughts': t(
      'Tree of thoughts - sub-problems, several thoughts for each, their evaluation, a conclusion.',
    ),
    'graph-of-thoughts': t(
      'Graph of thoughts - thoughts that are refined and merged, and the graph explained.',
    ),
    evisrag: t('EVisRAG (VisRAG 2.0) - evidence image by image, then reasoning, then the answer.'),
    'vg-refiner': t('VG-Refiner - look, ask another tool for boxes, look again, answer with boxes.'),
    'vrag-rl': t('VRAG-RL - turns of thinking with a search, a closer look, or the answer.'),
    'pixel-reasoner': t('Pixel-Reasoner - text with calls that crop an image, and a boxed answer.'),
    'mm-search-r1': t('MM-Search-R1 - reason, search for pages in words, and answer.'),
    visdom: t(
      'VisDoM - evidence, reasoning and an answer from the text and from the page images, and both combined.',
    ),
    'tool-curation': t('Lang2Act, between the stages - define the tools that are missing, then use tools.'),
    'answer-judge': t('Answer judge - is each answer right against its reference?'),
    'quality-judge': t(
      'Quality judge - coherence, hallucination and consistency of a reasoning, from 1 to 5.',
    ),
    'vrag-rl-judge': t('VRAG-RL’s judge - is one answer right, whatever else it says?'),
  };
}

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
    throw new PageTraceError('prompt-broken', t('The prompt file {0} is not UTF-8 text.', name), {
      hint: t('Save it as UTF-8, or choose another prompt.'),
      cause: error,
    });
  }
}
