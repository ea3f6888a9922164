import { t } from '@vscode/l10n';
import { promptFinding } from '../fileRules.ts';
import type { PromptFinding } from '../model.ts';
import type { Rendering } from '../reading/rendering.ts';

/** A control character before a letter, as Python makes one from the beginning of `\boxed`, `\frac` or `\alpha`. */
const CONTROL_BEFORE_WORD = /\p{Cc}([A-Za-z]+)/gu;

/**
 * Finds commands such as `\boxed` in the text of a Python string that is not raw, whose first letter Python reads as
 * part of an escape; each command once.
 */
export function* pythonEscapeFindings(rendering: Rendering, source: string): Iterable<PromptFinding> {
  const found = new Set<string>();
  for (const { index, 1: rest = '' } of rendering.text.matchAll(CONTROL_BEFORE_WORD)) {
    const span = rendering.place({ start: index, end: index + 1 });
    const escape = source.slice(span.start, span.end);
    const command = escape + rest;
    if (!/^\\[abfrv]$/.test(escape) || found.has(command)) continue;
    found.add(command);
    yield promptFinding(
      'line-break-escaped',
      span,
      t(
        'Python reads `{0}` as {1} here, so the model does not see `{2}`. Double the backslash, or make the string a raw one.',
        escape,
        controlCharacter(escape),
        command,
      ),
    );
  }
}

/** The control character that an escape stands for. */
function controlCharacter(escape: string): string {
  if (escape === '\\a') return t('a bell character');
  if (escape === '\\b') return t('a backspace');
  if (escape === '\\f') return t('a form feed');
  return escape === '\\v' ? t('a vertical tab') : t('a carriage return');
}
