import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { RunModel } from '../../model/runModel.ts';
import { coverageWords } from '../../model/toolWords.ts';
import { Button } from '../../../shared/controls.tsx';

/** How many of the most used tools a toolbox has, with what they cover, and the way to write it. */
export function TopSlider({ model }: { readonly model: RunModel }): JSX.Element | null {
  const { tools: toolsModel } = model;
  const pool = toolsModel.pool.value.value;
  const top = toolsModel.top.value;
  if (pool === null || pool.tools.length === 0) return null;
  const covered = pool.coverage[top - 1];
  const said = covered === undefined ? '' : coverageWords(covered);
  return (
    <div class="tools-top">
      <input
        type="range"
        min={1}
        max={pool.tools.length}
        value={top}
        disabled={pool.tools.length === 1}
        aria-label={t('How many tools the toolbox has')}
        aria-valuetext={said}
        onInput={({ currentTarget }) => {
          model.tabs.setTopTools(Number(currentTarget.value));
        }}
      />
      <p class="dim">{said}</p>
      <Button
        title={t('Writes these tools into a prompt, a new one or one that you choose')}
        onClick={() => {
          const tools = pool.tools.slice(0, top).map(({ name }) => name);
          model.post({ type: 'writeToolbox', tools });
        }}
      >
        {t('Write Toolbox…')}
      </Button>
    </div>
  );
}
