import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { formatPartSum, partSum } from '../../../src/core/rewards/explanation/partSum.ts';
import type { Component, Score } from '../../../src/core/rewards/model.ts';
import { bars, componentLabel } from '../model/explain.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import { Link } from './links.tsx';

/** The parts of a reward as bars, in proportion to what each can pay or cost. */
export function Bars({ components }: { readonly components: readonly Component[] }): JSX.Element {
  const drawn = bars(components);
  const columns = drawn.map(({ extent }) => `${extent}fr`).join(' ');
  return (
    <span class="bars" style={{ gridTemplateColumns: columns }} aria-hidden="true">
      {drawn.map(({ fill, look }, index) => (
        <span key={index} class={fill === null ? 'bar unknown' : `bar ${look}-bar`}>
          <span class={look} style={{ width: `${(fill ?? 0) * 100}%` }} />
        </span>
      ))}
    </span>
  );
}

interface PartsProps {
  readonly model: InspectorModel;
  readonly score: Score;
}

/** Every part of a reward in words; each opens to its calculation. */
export function Parts({ model, score }: PartsProps): JSX.Element {
  return (
    <ul class="parts" aria-label={t('Parts of the reward')}>
      {score.components.map((component) => (
        <li key={component.key}>
          <Part model={model} component={component} score={score} />
        </li>
      ))}
    </ul>
  );
}

interface PartProps extends PartsProps {
  readonly component: Component;
}

function Part({ model, component, score }: PartProps): JSX.Element {
  const { scope } = component;
  const calculation = partSum(component);
  return (
    <details class="part">
      <summary>{componentLabel(component, score)}</summary>
      <p class="part-sum">
        {calculation === null ? t('What it pays is not known yet.') : formatPartSum(calculation)}
      </p>
      {scope !== null && (
        <Link
          quiet
          onClick={() => {
            model.goTo(scope, 'text');
          }}
        >
          {t('Show what this part is paid for')}
        </Link>
      )}
    </details>
  );
}
