import type { JSX } from 'preact';
import { Button, ProgressRing } from './controls.tsx';

interface StatusLineProps {
  /** Empty when there is nothing to say: the line is hidden then. */
  readonly sentence: string;
  /** Whether something is still arriving, which can be canceled. */
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

/** What is going on, and a way to cancel it. */
export function StatusLine({ sentence, isBusy, onCancel }: StatusLineProps): JSX.Element {
  return (
    <div class={sentence === '' ? 'status idle' : 'status'}>
      {isBusy && <ProgressRing />}
      <span role="status">{sentence}</span>
      {isBusy && <Button onClick={onCancel}>Cancel</Button>}
    </div>
  );
}
