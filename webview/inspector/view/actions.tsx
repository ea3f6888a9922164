import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { Button } from '../../shared/controls.tsx';
import { Menu, type MenuItem } from '../../shared/menu.tsx';
import type { Command, InspectorInfo, InspectorModel } from '../model/inspectorModel.ts';
import { otherPage } from '../model/unsentPages.ts';

interface ActionsProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
}

/** What is done here and not by the extension. */
const DRAW_GOLD = 'drawGold';

/** The actions on the trajectory in view. */
export function Actions({ model, info }: ActionsProps): JSX.Element {
  const empty = (model.sample.value?.parsed.value.text.length ?? 0) === 0;
  const end = model.currentStep.value?.span.end;
  const other = otherPage(info);
  const items: readonly (MenuItem & { readonly id: Command | typeof DRAW_GOLD })[] = [
    {
      id: 'continueResponse',
      text: t('Continue From Here'),
      disabled: !info.canAsk || empty || end === undefined,
    },
    { id: 'whatIf', text: t('What If…'), disabled: !info.canAsk || info.question === null },
    { id: 'copyAnswer', text: t('Copy Answer'), disabled: empty },
    { id: 'copyTrajectory', text: t('Copy Trajectory'), disabled: empty },
    { id: 'copyLink', text: t('Copy Link'), disabled: empty },
    ...(info.isFile
      ? []
      : [
          { id: 'openAsText' as const, text: t('Open as Text'), disabled: empty },
          { id: 'save' as const, text: t('Save as .trajectory'), disabled: empty },
        ]),
    { id: DRAW_GOLD, text: t('Draw Gold Box…'), disabled: other === null },
    { id: 'addToDataset', text: t('Add to Data Set…'), disabled: empty },
    { id: 'exportMarkdown', text: t('Export as Markdown'), disabled: empty },
    { id: 'exportHtml', text: t('Export as HTML'), disabled: empty },
    { id: 'copyCurl', text: t('Copy Request as curl'), disabled: info.request === null },
  ];
  return (
    <div class="actions" role="group" aria-label={t('Actions')}>
      <Button
        disabled={!info.canAsk || info.question === null}
        title={askTitle(info)}
        onClick={() => {
          model.command('askAgain');
        }}
      >
        {t('Ask Again')}
      </Button>
      {!info.isFile && (
        <Button
          class="wide-only"
          disabled={empty}
          onClick={() => {
            model.command('openAsText');
          }}
        >
          {t('Open as Text')}
        </Button>
      )}
      <Menu
        text={t('More…')}
        items={items}
        onChoose={(id) => {
          if (id === DRAW_GOLD) model.enlarged.value = other;
          else model.command(id as Command, id === 'continueResponse' ? end : undefined);
        }}
      />
    </div>
  );
}

function askTitle(info: InspectorInfo): string {
  if (!info.canAsk) return t('Asking is not possible right now.');
  if (info.question === null) return t('The front matter has no question to ask.');
  return t('Ask the same question of the same pages again');
}
