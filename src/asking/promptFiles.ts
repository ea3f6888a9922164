import { PageTraceError } from '../core/errors.ts';

/** The prompts that ship, by the name of their file in media/prompts without `.jinja`; the first is the usual one. */
export const PRESETS = ['lang2act', 'action-rl', 'think-answer'] as const;

/** Whether `name` is a preset's. */
export function isPreset(name: string): boolean {
  return (PRESETS as readonly string[]).includes(name);
}

/**
 * The text of a prompt file; a byte order mark is left out.
 * @param name how the person called it
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
