import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import type { CheckResult } from '../model/engine.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import type { SampleModel } from '../model/sampleModel.ts';
import type { ParsedText } from '../model/parsedText.ts';
import { Link, PlaceLink } from './links.tsx';
import { MoreButton } from './moreButton.tsx';

const FEW = 5;
const MANY = 5_000;

interface ChecksViewProps {
  readonly model: InspectorModel;
  readonly sample: SampleModel;
}

const GROUPS = [
  { state: 'failed', sign: '\u2717' },
  { state: 'passed', sign: '\u2713' },
  { state: 'not-applicable', sign: '\u2013' },
] as const;

/** The heading of a group of checks, and what a screen reader calls the group. */
function groupNames(state: CheckResult['state']): { readonly title: string; readonly label: string } {
  switch (state) {
    case 'failed':
      return { title: t('Failed'), label: t('Failed checks') };
    case 'passed':
      return { title: t('Passed'), label: t('Passed checks') };
    case 'not-applicable':
      return { title: t('Not applicable'), label: t('Not applicable checks') };
  }
}

/** Every check of the trajectory: failed, passed, or not applicable, each with a link to its place. */
export function ChecksView({ model, sample }: ChecksViewProps): JSX.Element {
  const checks = sample.checks.value;
  if (checks.length === 0) return <p class="hint">{t('Nothing to check yet.')}</p>;
  return (
    <div class="checks">
      {GROUPS.map(({ state, sign }) => {
        const group = checks.filter((check) => check.state === state);
        if (group.length === 0) return null;
        const { title, label } = groupNames(state);
        return (
          <section key={state} class={`check-group ${state}`} aria-label={label}>
            <h2>
              {title} <span class="dim">{group.length}</span>
            </h2>
            <ul>
              {group.map((check) => (
                <Check
                  key={check.code}
                  model={model}
                  parsed={sample.parsed.value}
                  check={check}
                  sign={sign}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

interface CheckProps {
  readonly model: InspectorModel;
  readonly parsed: ParsedText;
  readonly check: CheckResult;
  readonly sign: string;
}

function Check({ model, parsed, check, sign }: CheckProps): JSX.Element {
  const [all, setAll] = useState(false);
  const { places, state, title } = check;
  const shown = places.slice(0, all ? MANY : FEW);
  const only = places.length === 1 ? places[0] : undefined;
  return (
    <li class="check">
      <span class="sign" aria-hidden="true">
        {sign}
      </span>
      <div>
        <span class="check-title">{title}</span>
        {state === 'failed' && places.length > 1 && (
          <span class="dim"> {t('{0} times', wholeNumber(places.length))}</span>
        )}
        {state !== 'failed' && only?.span !== undefined && only.span !== null && (
          <>
            {' '}
            <Link
              quiet
              title={t('Show what was checked: {0}', title)}
              onClick={() => {
                if (only.span !== null) model.goTo(only.span, 'text');
              }}
            >
              {t('show')}
            </Link>
          </>
        )}
        {state === 'failed' && (
          <ul class="places">
            {shown.map(({ message, span }, index) => (
              <li key={index}>
                {message} {span !== null && <PlaceLink model={model} parsed={parsed} span={span} />}
              </li>
            ))}
          </ul>
        )}
        {state === 'failed' && (
          <MoreButton
            hidden={places.length - FEW}
            all={all}
            onToggle={() => {
              setAll(!all);
            }}
          />
        )}
        {all && places.length > MANY && (
          <p class="dim">{t('and {0} more in the text', wholeNumber(places.length - MANY))}</p>
        )}
      </div>
    </li>
  );
}
