import { t } from '@vscode/l10n';
import type { ComponentChildren, JSX } from 'preact';
import type { MergedDefinition } from '../../../../src/core/toolPool/definitions.ts';
import type { PoolTool } from '../../../../src/core/toolPool/toolPool.ts';
import { anyNumber, whole } from '../../model/numbers.ts';
import type { RunModel } from '../../model/runModel.ts';
import { spellingWords, tenths } from '../../model/toolWords.ts';

interface ToolDetailsProps {
  readonly model: RunModel;
  readonly tool: PoolTool;
}

/** What else is known of a tool: its spellings, what stands beside it, its definitions, and samples that use it. */
export function ToolDetails({ model, tool }: ToolDetailsProps): JSX.Element {
  const { definitions, readsDefinitions } = model.tools;
  const known = readsDefinitions.value ? definitions.value.value : null;
  const definition = known?.find(({ name }) => name === tool.name)?.definition ?? null;
  return (
    <div class="tool-details">
      {tool.spellings.length > 1 && (
        <Part title={t('Spellings')}>
          {tool.spellings.map((spelling) => (
            <li key={spelling.name}>
              <code>{spelling.name}</code> {whole(spelling.trajectories)}{' '}
              <span class="dim">{spellingWords(spelling)}</span>
            </li>
          ))}
        </Part>
      )}
      {tool.together.length > 0 && (
        <Part
          title={t('Stands together with')}
          explained={t(
            'The share of its trajectories that use the other tool too, and the lift: how many times as often that is as among all trajectories',
          )}
        >
          {tool.together.map(({ name, share, lift }) => (
            <li key={name}>
              <code>{name}</code>{' '}
              <span class="dim">
                {t('{0}, lift {1}', tenths(share), anyNumber(Number(lift.toPrecision(2))))}
              </span>
            </li>
          ))}
        </Part>
      )}
      {known !== null && <Definition definition={definition} />}
      <Part title={t('Samples')}>
        {tool.examples.map((row) => (
          <li key={row} class="tool-example">
            <button
              type="button"
              class="link"
              onClick={() => {
                const generation = model.state.peek()?.generation ?? 0;
                model.post({ type: 'open', row, generation, isKept: false });
              }}
            >
              {t('Row {0}', whole(row + 1))}
            </button>
          </li>
        ))}
      </Part>
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly explained?: string;
  readonly children: ComponentChildren;
}

function Part({ title, explained, children }: PartProps): JSX.Element {
  return (
    <section>
      <h2 title={explained}>{title}</h2>
      <ul>{children}</ul>
    </section>
  );
}

/** How many different texts of definitions are shown. */
const SHOWN = 5;

function Definition({ definition }: { readonly definition: MergedDefinition | null }): JSX.Element {
  if (definition === null)
    return (
      <section>
        <h2>{t('Definitions')}</h2>
        <p class="dim">{t('No line defines it.')}</p>
      </section>
    );
  const texts = [...definition.args.slice(0, SHOWN), ...definition.descriptions.slice(0, SHOWN)];
  return (
    <Part title={definition.count === 1 ? t('1 definition') : t('{0} definitions', whole(definition.count))}>
      {texts.map(({ text, count }, at) => (
        <li key={at}>
          {at < Math.min(definition.args.length, SHOWN) ? <code>{text}</code> : text}{' '}
          <span class="dim">{whole(count)}</span>
        </li>
      ))}
    </Part>
  );
}
