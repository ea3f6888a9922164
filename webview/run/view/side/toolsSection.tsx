import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { toolFilter } from '../../../../src/core/toolPool/toolFilter.ts';
import { whole } from '../../model/numbers.ts';
import type { RunModel } from '../../model/runModel.ts';
import { tenths } from '../../model/toolWords.ts';
import { TopSlider } from '../tools/topSlider.tsx';
import { BarList } from './barList.tsx';

/** How many tools are listed. */
const SHOWN = 12;

/** The tools that the samples use, the most used first; each is a filter. */
export function ToolsSection({ model }: { readonly model: RunModel }): JSX.Element | null {
  const { tools: toolsModel } = model;
  useEffect(() => toolsModel.want(toolsModel.pool), [toolsModel]);
  const pool = toolsModel.pool.value.value;
  if (pool === null) return null;
  const top = toolsModel.top.value;
  const tools = pool.tools.slice(0, SHOWN);
  const more = pool.tools.length - tools.length;
  return (
    <section class="side-section">
      <h2>
        {t('Tools')}
        {tools.length > 0 && <span class="dim side-note">{t('share of trajectories')}</span>}
      </h2>
      {tools.length === 0 ? (
        <p class="dim">{t('No sample uses a tool.')}</p>
      ) : (
        <>
          <BarList
            label={t('Tools')}
            bars={tools.map(({ name, share, trajectories, spellings }, at) => ({
              key: name,
              text: name,
              title: t('{0}: {1} trajectories', name, whole(trajectories)),
              share: share / (tools[0]?.share ?? share),
              number: tenths(share),
              filter: toolFilter(spellings),
              isDim: at >= top,
            }))}
            onChoose={(filter) => {
              model.narrow(filter);
            }}
          />
          {more > 0 && <p class="dim">{more === 1 ? t('and 1 more') : t('and {0} more', whole(more))}</p>}
          <TopSlider model={model} />
          <button
            type="button"
            class="link"
            onClick={() => {
              model.tabs.show('tools');
            }}
          >
            {t('More About the Tools')}
          </button>
        </>
      )}
    </section>
  );
}
