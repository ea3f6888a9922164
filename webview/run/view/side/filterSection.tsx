import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { EASYR1_FILTER, LANG2ACT_FILTER, type OnlineFilter } from '../../../../src/core/groups/advantages.ts';
import type { RunState } from '../../../../src/protocol/run.ts';
import { Button, Dropdown, type Choice } from '../../../shared/controls.tsx';
import { RangeSlider } from '../../../shared/rangeSlider.tsx';
import { anyNumber } from '../../model/numbers.ts';
import type { RunModel } from '../../model/runModel.ts';
import { keyWords } from '../../model/whatIfWords.ts';
import { nothingMatches } from '../nothingMatches.tsx';
import { FilterResult } from './filterResult.tsx';
import { NumberField } from './numberField.tsx';

interface FilterSectionProps {
  readonly model: RunModel;
  readonly state: RunState;
}

/** The value of the choice of right answers: no column has this name. */
const RIGHT = '';

/** Which groups online filtering would keep: bounds and key can be tried. */
export function FilterSection({ model, state }: FilterSectionProps): JSX.Element {
  const { whatIf } = model;
  useEffect(() => {
    whatIf.filtered.want(true);
    return () => {
      whatIf.filtered.want(false);
    };
  }, [whatIf]);
  const { key, low, high, dropsAllRight, dropsAllWrong } = whatIf.filter.value;
  const [least, greatest] = rangeOf(state, key);
  return (
    <section class="side-section">
      <h2>{t('Filter What-If')}</h2>
      <div class="what-if-row">
        <Dropdown
          label={t('What groups are kept by')}
          value={key ?? RIGHT}
          choices={keyChoices(state)}
          onChange={(value) => {
            const chosen = value === RIGHT ? null : value;
            whatIf.setFilter({ key: chosen });
          }}
        />
        <Preset model={model} name="Lang2Act" bounds={LANG2ACT_FILTER} />
        <Preset model={model} name="EasyR1" bounds={EASYR1_FILTER} />
      </div>
      <RangeSlider
        lowLabel={t('Lower bound of the {0}', keyWords(key))}
        highLabel={t('Upper bound of the {0}', keyWords(key))}
        least={Math.min(least, low)}
        greatest={Math.max(greatest, high)}
        step={(greatest - least) / 100}
        low={low}
        high={high}
        format={anyNumber}
        onChange={(newLow, newHigh) => {
          whatIf.setFilter({ low: rounded(newLow), high: rounded(newHigh) });
        }}
      />
      <p class="what-if-row">
        <NumberField
          label={t('Lower bound of the {0}', keyWords(key))}
          value={low}
          step={0.01}
          onChange={(value) => {
            if (value !== null) whatIf.setFilter({ low: value });
          }}
        />
        <span class="dim">{`< ${keyWords(key)} <`}</span>
        <NumberField
          label={t('Upper bound of the {0}', keyWords(key))}
          value={high}
          step={0.01}
          onChange={(value) => {
            if (value !== null) whatIf.setFilter({ high: value });
          }}
        />
      </p>
      <label class="what-if-check">
        <input
          type="checkbox"
          checked={dropsAllRight}
          onChange={(event) => {
            whatIf.setFilter({ dropsAllRight: event.currentTarget.checked });
          }}
        />
        {t('Drop what all samples answer right')}
      </label>
      <label class="what-if-check">
        <input
          type="checkbox"
          checked={dropsAllWrong}
          onChange={(event) => {
            whatIf.setFilter({ dropsAllWrong: event.currentTarget.checked });
          }}
        />
        {t('Drop what all samples answer wrong')}
      </label>
      {low >= high && (
        <p class="warned">
          {t('No number lies between the bounds: the lower one is not below the upper one.')}
        </p>
      )}
      <FilterResult model={model} isEmpty={nothingMatches(state)} />
    </section>
  );
}

interface PresetProps {
  readonly model: RunModel;
  /** The trainer whose bounds they are. */
  readonly name: string;
  readonly bounds: OnlineFilter;
}

function Preset({ model, name, bounds: { low, high } }: PresetProps): JSX.Element {
  const now = model.whatIf.filter.value;
  return (
    <Button
      pressed={now.low === low && now.high === high}
      title={t('The bounds of {0}: {1} to {2}', name, anyNumber(low), anyNumber(high))}
      onClick={() => {
        model.whatIf.setFilter({ low, high });
      }}
    >
      {name}
    </Button>
  );
}

/** The numbers that groups can be kept by: the compared one first, and the share of right answers. */
function keyChoices({ columns, profile }: RunState): readonly Choice[] {
  const numbers = columns.filter(
    ({ name, kind, isEmpty }) =>
      !isEmpty &&
      (kind === 'component' ||
        kind === 'field' ||
        name === 'reward' ||
        name === 'score' ||
        name === 'length'),
  );
  const names = [profile.compared, ...numbers.map(({ name }) => name)];
  return [
    ...[...new Set(names)].map((name) => ({ value: name, text: keyWords(name) })),
    { value: RIGHT, text: keyWords(null) },
  ];
}

/** The range of the slider: 0 to 1, or as far as the numbers go. */
function rangeOf({ columns }: RunState, key: string | null): readonly [least: number, greatest: number] {
  const [least, greatest] = columns.find(({ name }) => name === key)?.range ?? [0, 1];
  return [Math.min(0, least), Math.max(1, greatest)];
}

/** A bound without the rounding of the slider's steps. */
const rounded = (value: number): number => Number(value.toPrecision(6));
