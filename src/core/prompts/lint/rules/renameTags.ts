import { t } from '@vscode/l10n';
import type { PromptTag } from '../reading/promptTags.ts';
import type { RuleFinding } from '../rule.ts';
import { quoteTag } from '../wording.ts';

/** The repair that gives another name to all opening and closing tags of one name. */
export function renameTags(
  tags: readonly PromptTag[],
  written: string,
  name: string,
): NonNullable<RuleFinding['fixes']>[number] {
  return {
    title: t('Write {0} instead of {1}', quoteTag(name), quoteTag(written)),
    edits: tags
      .filter((tag) => tag.name === written)
      .map(({ span, closes }) => {
        const start = span.start + (closes ? 2 : 1);
        return { span: { start, end: start + written.length }, text: name };
      }),
  };
}
