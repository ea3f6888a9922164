import * as vscode from 'vscode';
import { asPageTraceError } from '../../core/errors.ts';
import { sentenceWithHint } from '../shared/editorHint.ts';
import { plainText } from '../../core/plainText.ts';

/** An input box whose text is tried out before it is accepted. */
export interface CheckedInputOptions<T> {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly password?: boolean;
  /** Whether there is a step to go back to. */
  readonly hasBack?: boolean;
  /** What is wrong with the text so far, as a sentence; null if nothing is. Not called for an empty text. */
  readonly validate?: (text: string) => string | null;
  /** What is missing when an empty text is accepted. */
  readonly missing: string;
  /** What is done with the text, as a sentence that is shown meanwhile. */
  readonly doing: (text: string) => string;
  /** Tries the text out. What it throws is shown in the input, where the text can be edited and tried again. */
  readonly submit: (text: string, signal: AbortSignal) => Promise<T>;
}

/**
 * Shows an input box that stays open until its text was tried out with success. Closing it, or editing the text, cancels
 * the attempt in progress.
 * @returns the outcome of the attempt, `back` if the person wants the step before, undefined if the input was closed
 */
export function showCheckedInput<T extends object>(
  options: CheckedInputOptions<T>,
): Promise<T | 'back' | undefined> {
  const { validate = () => null, missing, doing, submit } = options;
  return new Promise((resolve) => {
    const input = vscode.window.createInputBox();
    let attempt: AbortController | null = null;
    let outcome: T | 'back' | undefined;
    const say = (message: string | null, severity: vscode.InputBoxValidationSeverity): void => {
      input.validationMessage = message === null ? undefined : { message: plainText(message), severity };
    };
    const endAttempt = (): void => {
      attempt?.abort();
      attempt = null;
      input.busy = false;
    };
    const tryOut = async (text: string): Promise<void> => {
      const mine = new AbortController();
      attempt = mine;
      input.busy = true;
      say(doing(text), vscode.InputBoxValidationSeverity.Info);
      try {
        const accepted = await submit(text, mine.signal);
        if (mine.signal.aborted) return;
        outcome = accepted;
        input.hide();
      } catch (error) {
        if (mine.signal.aborted) return;
        endAttempt();
        say(sentenceWithHint(asPageTraceError(error)), vscode.InputBoxValidationSeverity.Error);
      }
    };
    input.title = plainText(options.title);
    input.prompt = plainText(options.prompt);
    input.placeholder = options.placeholder === undefined ? undefined : plainText(options.placeholder);
    input.value = options.value ?? '';
    input.password = options.password ?? false;
    input.ignoreFocusOut = true;
    input.buttons = options.hasBack === true ? [vscode.QuickInputButtons.Back] : [];
    input.onDidTriggerButton(() => {
      outcome = 'back';
      input.hide();
    });
    input.onDidChangeValue((value) => {
      endAttempt();
      const text = value.trim();
      say(text === '' ? null : validate(text), vscode.InputBoxValidationSeverity.Error);
    });
    input.onDidAccept(() => {
      if (attempt !== null) return;
      const text = input.value.trim();
      const problem = text === '' ? missing : validate(text);
      if (problem === null) void tryOut(text);
      else say(problem, vscode.InputBoxValidationSeverity.Error);
    });
    input.onDidHide(() => {
      endAttempt();
      input.dispose();
      resolve(outcome);
    });
    input.show();
  });
}
