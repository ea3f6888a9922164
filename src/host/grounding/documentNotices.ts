import { t } from '@vscode/l10n';

/** What a person should know about claims on a document that has another content than when it was asked about. */
export function changedNotice(name: string): string {
  return t('{0} has changed since the question was asked: claims are looked for in it as it is now.', name);
}

/** What a person should know about claims that were found in a document that is gone since. */
export function goneNotice(name: string): string {
  return t('{0} is not at hand any more: the claims are shown as they were found in it before.', name);
}
