import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { Button, ProgressRing } from './controls.tsx';

interface StatusLineProps {
  /** Empty if there is nothing to say; the line is then hidden. */
  readonly sentence: string;
  /** Whether something is still arriving, which can be canceled. */
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

/** What is in progress, and a way to cancel it. */
export function StatusLine({ sentence, isBusy, onCancel }: StatusLineProps): JSX.Element {
  return (
    <div class={sentence === '' ? 'status idle' : 'status'}>
      {isBusy && <ProgressRing />}
      <span role="status">{sentence}</span>
      {isBusy && <Button onClick={onCancel}>{t('Cancel')}</Button>}
    </div>
  );
}
