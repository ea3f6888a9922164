import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { describeGrounding } from '../../../src/core/grounding/describe.ts';
import type { GroundingShown } from '../../../src/protocol/grounding.ts';
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
            {summary(shown, sample)}
          </Link>
        )}
        {shown.kind === 'failed' && shown.missing !== null && <FindDocument model={model} />}
      </span>
    </div>
  );
}

/** The grounding in one sentence. */
function summary(
  { grounding, partial }: Extract<GroundingShown, { kind: 'grounded' }>,
  sample: SampleModel,
): string {
  if (grounding.claims.length === 0 && !partial) return t('The response makes no claim about the pages.');
  return describeGrounding(grounding, sample.parsed.value.text.toString(), partial);
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
