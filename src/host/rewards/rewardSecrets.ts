import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import * as v from 'valibot';
import { PageTraceError } from '../../core/errors.ts';

type Secrets = Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>;

const kept = v.record(v.string(), v.string());

/** Values of environment variables in VS Code's secret storage, each for one reward file; no other file gets them. */
export class RewardSecrets {
  readonly #secrets: Secrets;
  readonly #trusted: () => boolean;

  constructor(secrets: Secrets, trusted: () => boolean) {
    this.#secrets = secrets;
    this.#trusted = trusted;
  }

  /** The variables that are stored for the reward file `file`. */
  async get(file: string): Promise<Readonly<Record<string, string>>> {
    try {
      return v.parse(kept, JSON.parse((await this.#secrets.get(secretName(file))) ?? '{}'));
    } catch {
      return {};
    }
  }

  /**
   * Stores a variable for `file`; an empty value deletes it.
   * @throws PageTraceError `untrusted` in Restricted Mode
   */
  async set(file: string, variable: string, value: string): Promise<void> {
    if (!this.#trusted()) {
      throw new PageTraceError('untrusted', t('Secrets cannot be saved in Restricted Mode.'), {
        hint: t('Trust this workspace first (Workspaces: Manage Workspace Trust).'),
      });
    }
    const others = Object.entries(await this.get(file)).filter(([name]) => name !== variable);
    const now = Object.fromEntries(value === '' ? others : [...others, [variable, value]]);
    if (Object.keys(now).length === 0) await this.#secrets.delete(secretName(file));
    else await this.#secrets.store(secretName(file), JSON.stringify(now));
  }
}

function secretName(file: string): string {
  return `pagetrace.userReward:${file}`;
}
