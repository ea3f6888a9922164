import type { ComponentChildren, JSX } from 'preact';

export interface FailureAlertProps {
  readonly message: string;
  /** What a person can do about it; empty if there is nothing. */
  readonly hint: string;
  /** A control for doing that. */
  readonly children?: ComponentChildren;
}

/** The reason why there is no response. */
export function FailureAlert({ message, hint, children }: FailureAlertProps): JSX.Element {
  return (
    <div class="failure" role="alert">
      <p class="failure-message">{message}</p>
      {hint !== '' && <p>{hint}</p>}
      {children}
    </div>
  );
}
