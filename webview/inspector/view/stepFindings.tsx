import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { Finding } from '../../../src/core/span.ts';
import { wholeNumber } from '../../../src/core/displayLocale.ts';

/** The most findings shown below a step. */
const SHOWN = 3;

/** The findings in a step or in a part of it. */
export function StepFindings({ findings }: { readonly findings: readonly Finding[] }): JSX.Element | null {
  if (findings.length === 0) return null;
  return (
    <ul class="step-findings">
      {findings.slice(0, SHOWN).map((finding) => (
        <li key={`${finding.code}-${finding.span.start}`} class={finding.severity}>
          {finding.message}
        </li>
      ))}
      {findings.length > SHOWN && (
        <li class="dim">{t('and {0} more in Checks', wholeNumber(findings.length - SHOWN))}</li>
      )}
    </ul>
  );
}
