import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';

type Secrets = Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>;

/**
 * API keys in VS Code's secret storage, one for each server origin; a key is used only for requests to its own origin.
 */
export class ApiKeys {
  readonly #secrets: Secrets;
  readonly #trusted: () => boolean;

  constructor(secrets: Secrets, trusted: () => boolean) {
    this.#secrets = secrets;
    this.#trusted = trusted;
  }

  async get(origin: string): Promise<string | null> {
    return (await this.#secrets.get(secretName(origin))) ?? null;
  }

  /** @throws PageTraceError `untrusted` in Restricted Mode, in which no key is saved */
  requireTrust(): void {
    if (this.#trusted()) return;
    throw new PageTraceError('untrusted', t('API keys are not saved in Restricted Mode.'), {
      hint: t('Trust this workspace first (Workspaces: Manage Workspace Trust).'),
    });
  }

  /**
   * Stores `key` for `origin`; an empty key deletes it.
   * @throws PageTraceError `untrusted` in Restricted Mode
   */
  async set(origin: string, key: string): Promise<void> {
    this.requireTrust();
    if (key === '') await this.#secrets.delete(secretName(origin));
    else await this.#secrets.store(secretName(origin), key);
  }
}

function secretName(origin: string): string {
  return `pagetrace.apiKey:${origin}`;
}
