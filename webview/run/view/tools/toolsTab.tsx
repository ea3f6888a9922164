import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ToolPool } from '../../../../src/core/toolPool/toolPool.ts';
import type { RunState } from '../../../../src/protocol/run.ts';
import { whole } from '../../model/numbers.ts';
import type { RunModel } from '../../model/runModel.ts';
import type { ToolsModel } from '../../model/toolsModel.ts';
import { Button } from '../../../shared/controls.tsx';
import { CoverageCurve } from './coverageCurve.tsx';
import { ToolRows } from './toolRows.tsx';
import { TopSlider } from './topSlider.tsx';

interface ToolsTabProps {
  readonly model: RunModel;
  readonly state: RunState;
}

/** How many tools are shown at first, and how many more each time: a run may have thousands that were called once. */
const SHOWN = 100;

/** The tool pool of what the filter leaves. */
export function ToolsTab({ model, state }: ToolsTabProps): JSX.Element {
  const { tools: toolsModel } = model;
  useEffect(() => toolsModel.want(toolsModel.pool), [toolsModel]);
  const [shown, setShown] = useState(SHOWN);
  const pool = toolsModel.pool.value.value;
  const failure = toolsModel.pool.failure.value ?? toolsModel.definitions.failure.value;
  const more = (pool?.tools.length ?? 0) - shown;
  return (
    <div class="tools-tab">
      {failure !== null && (
        <p class="run-note warned" role="alert">
          {failure}
        </p>
      )}
      {pool !== null && pool.tools.length === 0 && (
        <p class="nothing">
          {state.profile.scored < state.counts.samples
            ? t('No tool is known yet: the samples are still being read.')
            : t('No sample uses a tool.')}
        </p>
      )}
      {pool !== null && pool.tools.length > 0 && (
        <>
          <Head model={model} pool={pool} />
          <ToolsTable model={model} pool={pool} shown={shown} />
          {more > 0 && (
            <Button
              onClick={() => {
                setShown(shown + SHOWN);
              }}
            >
              {t('Show {0} More', whole(Math.min(more, SHOWN)))}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

interface PoolProps {
  readonly model: RunModel;
  readonly pool: ToolPool;
}

function Head({ model, pool }: PoolProps): JSX.Element {
  const { tools } = model;
  const isReading = tools.definitions.isAsking.value;
  return (
    <div class="tools-head">
      <div class="tools-said">
        <p>
          {t(
            '{0} of {1} trajectories use tools, in {2} calls. A trajectory counts once for each of its tools.',
            whole(pool.withTools),
            whole(pool.trajectories),
            whole(pool.calls),
          )}
        </p>
        <TopSlider model={model} />
        <Button
          disabled={isReading}
          title={t('Reads the samples again for what their DEFINE_TOOL lines say of each tool')}
          onClick={() => {
            tools.readDefinitions();
          }}
        >
          {isReading ? t('Reading Definitions…') : t('Read Definitions')}
        </Button>
        <p class="dim" role="status">
          {definitionsWords(tools, pool)}
        </p>
      </div>
      <figure class="coverage-figure">
        <CoverageCurve coverage={pool.coverage} top={tools.top.value} />
        <figcaption class="dim">{t('Share of all uses that the most used tools cover')}</figcaption>
      </figure>
    </div>
  );
}

/** What was read of definitions; empty before that. */
function definitionsWords({ definitions, readsDefinitions }: ToolsModel, { tools }: ToolPool): string {
  const read = definitions.value.value;
  if (!readsDefinitions.value || definitions.isAsking.value || read === null) return '';
  const defined = tools.filter(({ name }) =>
    read.some((each) => each.name === name && each.definition !== null),
  );
  return defined.length === 0
    ? t('No sample defines one of these tools.')
    : t(
        '{0} of {1} tools are defined; their rows have the definitions.',
        whole(defined.length),
        whole(tools.length),
      );
}

function ToolsTable({ model, pool, shown }: PoolProps & { readonly shown: number }): JSX.Element {
  const isReward = pool.compared === 'reward';
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={t('Tools')}>
      <table class="tools-table">
        <thead>
          <tr>
            <th scope="col">{t('Tool')}</th>
            <th scope="col">{t('Share of trajectories')}</th>
            <th scope="col" class="numeric">
              {t('Trajectories')}
            </th>
            <th scope="col" class="numeric">
              {t('Calls')}
            </th>
            <th
              scope="col"
              class="numeric"
              title={t('The share of right ones among the judged trajectories that use it')}
            >
              {t('Success')}
            </th>
            <th scope="col" class="numeric">
              {isReward ? t('Reward with it') : t('Score with it')}
            </th>
            <th scope="col" class="numeric">
              {t('Without')}
            </th>
            <th
              scope="col"
              class="numeric"
              title={t('The share of all uses that are of this tool and those above it')}
            >
              {t('Covered')}
            </th>
          </tr>
        </thead>
        <ToolRows model={model} pool={pool} shown={shown} />
      </table>
    </div>
  );
}
