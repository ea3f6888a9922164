import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { linesPhrase } from '../../../src/core/countPhrases.ts';
import { sentPrompt } from '../../../src/core/records/sentPrompt.ts';
import { diffPrompts, type PromptDiff, type PromptLine } from '../model/promptDiff.ts';
import type { SidesModel } from '../model/sidesModel.ts';

const SIGNS: Readonly<Record<PromptLine['kind'], string>> = {
  same: '\u00a0',
  removed: '\u2212',
  added: '+',
  gap: '\u2026',
};

/** What changed in the prompt between two sides, folded until a person opens it; nothing if it is not known. */
export function SidesPromptDiff({ model }: { readonly model: SidesModel }): JSX.Element | null {
  const [before = null, after = null] = model.sides.map(
    ({ trajectory }) => trajectory.info.value?.request ?? null,
  );
  const diff = useMemo(() => {
    const [old, current] = [sentPrompt(before), sentPrompt(after)];
    return old === null || current === null ? null : diffPrompts(old, current);
  }, [before, after]);
  return diff && <PromptDiffView diff={diff} />;
}

/** What changed in a prompt, folded until a person opens it. */
export function PromptDiffView({ diff }: { readonly diff: PromptDiff }): JSX.Element {
  if (diff.lines.length === 0) return <p class="prompt-same">{t('Both sides were sent the same prompt.')}</p>;
  return (
    <details class="prompt-diff">
      <summary>
        {t('Prompt: {0} removed, {1} added', linesPhrase(diff.removed), linesPhrase(diff.added))}
      </summary>
      <div class="prompt-lines" role="list" aria-label={t('Lines of the prompt that differ')} tabIndex={0}>
        {diff.lines.map(({ kind, text }, index) => (
          <div key={index} class={`prompt-line ${kind}`} role="listitem">
            <span class="prompt-sign" aria-hidden="true">
              {SIGNS[kind]}
            </span>
            {kind === 'removed' || kind === 'added' ? (
              <>
                <span class="visually-hidden">{kind === 'removed' ? t('removed:') : t('added:')} </span>
                {kind === 'removed' ? <del>{text}</del> : <ins>{text}</ins>}
              </>
            ) : (
              <span>{text}</span>
            )}
          </div>
        ))}
      </div>
    </details>
  );
}
