import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import { isProblem } from '../model/claimIndex.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import type { SampleModel } from '../model/sampleModel.ts';
import { Link } from './links.tsx';

interface GroundingLineProps {
  readonly model: InspectorModel;
  readonly sample: SampleModel;
}

/** What the answer rests on, in one sentence, which leads to the claims; nothing if there are no pages. */
export function GroundingLine({ model, sample }: GroundingLineProps): JSX.Element | null {
  const shown = sample.grounding.value;
  if (shown.kind === 'none') return null;
  return (
    <div class="row grounding-row">
      <span class="row-name">{t('Pages')}</span>
      <span class="grounding">
        {shown.kind === 'running' && <span class="dim">{t('Looking for the claims on the pages…')}</span>}
        {shown.kind === 'failed' && (
          <span class="warned">
            {shown.message} {shown.hint}
          </span>
        )}
        {shown.kind === 'grounded' && (
          <Link
            quiet
            title={t('Show the claims')}
            onClick={() => {
              model.showTab('claims');
            }}
          >
            {summary(model)}
          </Link>
        )}
        {shown.kind === 'failed' && shown.missing !== null && <FindDocument model={model} />}
      </span>
    </div>
  );
}

/** The claims in one sentence. */
function summary(model: InspectorModel): string {
  const { claims } = model.claims.index.value;
  const problems = claims.filter(({ claim }) => isProblem(claim)).length;
  if (claims.length === 0) return t('The response makes no claim about the pages.');
  if (problems === 0)
    return claims.length === 1
      ? t('The claim is on the pages sent.')
      : t('All claims are on the pages sent.');
  return t('{0} of {1} claims are not on the pages sent.', wholeNumber(problems), wholeNumber(claims.length));
}

/** Asks the person where a document is. */
export function FindDocument({ model }: { readonly model: InspectorModel }): JSX.Element {
  return (
    <>
      {' '}
      <Link
        onClick={() => {
          model.post({ type: 'findDocument' });
        }}
      >
        {t('Find the document')}
      </Link>
    </>
  );
}
