import type { ComponentChildren, JSX } from 'preact';

export interface FailureAlertProps {
  readonly message: string;
  /** What a person can do about it; empty when there is nothing. */
  readonly hint: string;
  /** A control that does it. */
  readonly children?: ComponentChildren;
}

/** Why there is no response. */
export function FailureAlert({ message, hint, children }: FailureAlertProps): JSX.Element {
  return (
    <div class="failure" role="alert">
      <p class="failure-message">{message}</p>
      {hint !== '' && <p>{hint}</p>}
      {children}
    </div>
  );
}
