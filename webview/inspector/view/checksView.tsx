import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { count, pluralize } from '../../shared/format.ts';
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
  { state: 'failed', title: 'Failed', sign: '\u2717' },
  { state: 'passed', title: 'Passed', sign: '\u2713' },
  { state: 'not-applicable', title: 'Not applicable', sign: '\u2013' },
] as const;

/** Every check of the trajectory: failed, passed, or not applicable, each with a link to its place. */
export function ChecksView({ model, sample }: ChecksViewProps): JSX.Element {
  const checks = sample.checks.value;
  if (checks.length === 0) return <p class="hint">Nothing to check yet.</p>;
  return (
    <div class="checks">
      {GROUPS.map(({ state, title, sign }) => {
        const group = checks.filter((check) => check.state === state);
        if (group.length === 0) return null;
        return (
          <section key={state} class={`check-group ${state}`} aria-label={`${title} checks`}>
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
          <span class="dim"> {pluralize(places.length, 'time')}</span>
        )}
        {state !== 'failed' && only?.span !== undefined && only.span !== null && (
          <>
            {' '}
            <Link
              quiet
              title={`Show what was checked: ${title}`}
              onClick={() => {
                if (only.span !== null) model.goTo(only.span, 'text');
              }}
            >
              show
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
        {all && places.length > MANY && <p class="dim">and {count(places.length - MANY)} more in the text</p>}
      </div>
    </li>
  );
}
