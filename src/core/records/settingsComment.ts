import type { Span } from '../span.ts';

/** Where the settings of a file are. */
export interface SettingsPlace {
  /** The YAML itself. */
  readonly yaml: Span;
  /** Offset of the first character after the settings. */
  readonly bodyStart: number;
}

/** The beginning of a prompt file that has its settings in a Jinja comment. */
export const SETTINGS_COMMENT = /^\uFEFF?\s*\{#[-+]?\s*pagetrace:/;

/**
 * The YAML in a Jinja comment at the top of a prompt file, `{# pagetrace: ... #}`, which Jinja leaves out of what it
 * renders, without the spaces and tabs around it; null without one. One that is not closed extends to the end of the
 * text.
 */
export function locateSettingsComment(text: string): SettingsPlace | null {
  const opening = SETTINGS_COMMENT.exec(text)?.[0].length;
  if (opening === undefined) return null;
  const start = opening + (/^[ \t]*/.exec(text.slice(opening))?.[0].length ?? 0);
  const end = text.indexOf('#}', start);
  if (end < 0) return { yaml: { start, end: text.length }, bodyStart: text.length };
  const isTrimmed = end > start && /[-+]/.test(text.charAt(end - 1));
  const yaml = text.slice(start, isTrimmed ? end - 1 : end).replace(/(?<![ \t])[ \t]+$/, '');
  return { yaml: { start, end: start + yaml.length }, bodyStart: end + 2 };
}
