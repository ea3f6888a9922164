import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { toolFilter } from '../../../../src/core/toolPool/toolFilter.ts';
import type { PoolTool, ToolPool } from '../../../../src/core/toolPool/toolPool.ts';
import { reward, whole } from '../../model/numbers.ts';
import type { RunModel } from '../../model/runModel.ts';
import { tenths } from '../../model/toolWords.ts';
import { ToolDetails } from './toolDetails.tsx';

interface ToolRowsProps {
  readonly model: RunModel;
  readonly pool: ToolPool;
  /** How many tools are shown. */
  readonly shown: number;
}

/** The tools of a pool, each with what else is known of it below it when it is unfolded. */
export function ToolRows({ model, pool, shown }: ToolRowsProps): JSX.Element {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const most = pool.tools[0]?.share ?? 1;
  const top = model.tools.top.value;
  const toggle = (name: string): void => {
    const next = new Set(open);
    if (!next.delete(name)) next.add(name);
    setOpen(next);
  };
  return (
    <>
      {pool.tools.slice(0, shown).map((tool, at) => {
        const isOpen = open.has(tool.name);
        return (
          <tbody key={tool.name} class={at < top ? 'tool' : 'tool dim-bar'}>
            <tr>
              <th scope="row">
                <ToolName
                  model={model}
                  tool={tool}
                  isOpen={isOpen}
                  onToggle={() => {
                    toggle(tool.name);
                  }}
                />
              </th>
              <td>
                <span class="tool-share">
                  <span class="bar-track" aria-hidden="true">
                    <span class="bar-fill" style={{ width: `${(tool.share / most) * 100}%` }} />
                  </span>
                  <span class="bar-number">{tenths(tool.share)}</span>
                </span>
              </td>
              <td class="numeric">{whole(tool.trajectories)}</td>
              <td class="numeric">{whole(tool.calls)}</td>
              <td class="numeric">{tenths(tool.success)}</td>
              <td class="numeric">{tool.meanWith === null ? '' : reward(tool.meanWith)}</td>
              <td class="numeric">{tool.meanWithout === null ? '' : reward(tool.meanWithout)}</td>
              <td class="numeric">{tenths(pool.coverage[at]?.uses ?? null)}</td>
            </tr>
            {isOpen && (
              <tr class="tool-more">
                <td colSpan={8}>
                  <ToolDetails model={model} tool={tool} />
                </td>
              </tr>
            )}
          </tbody>
        );
      })}
    </>
  );
}

interface ToolNameProps {
  readonly model: RunModel;
  readonly tool: PoolTool;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The name, which is a filter, with how many other spellings it has. */
function ToolName({ model, tool, isOpen, onToggle }: ToolNameProps): JSX.Element {
  const filter = toolFilter(tool.spellings);
  const others = tool.spellings.length - 1;
  return (
    <span class="tool-name">
      <button
        type="button"
        class="button icon"
        aria-expanded={isOpen}
        aria-label={t('More about {0}', tool.name)}
        onClick={onToggle}
      >
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
      </button>
      <button
        type="button"
        class="link quiet"
        title={t('Filter by {0}', filter)}
        onClick={() => {
          model.narrow(filter);
        }}
      >
        {tool.name}
      </button>
      {others > 0 && (
        <span class="dim">
          {others === 1 ? t('and 1 other spelling') : t('and {0} other spellings', whole(others))}
        </span>
      )}
    </span>
  );
}
