import { PageTraceError } from '../../../core/errors.ts';
import { isLoopback, serverUrls } from '../../../inference/address.ts';

/** What a person answers when asked whether pages may leave: `always` for the rest of this session. */
export type ConsentAnswer = 'once' | 'always' | 'no';

/** Asks a person; null if the client cannot. */
export type AskPerson = ((message: string) => Promise<ConsentAnswer>) | null;

/** Decides whether pages may go to the server that a person named. */
export class Consent {
  readonly #hosts: Set<string>;

  /** @param hosts may receive pages without asking: a name, or a name with its port */
  constructor(hosts: readonly string[]) {
    this.#hosts = new Set(hosts);
  }

  /**
   * Requires that pages of documents may be sent to a server.
   * @throws PageTraceError `untrusted` if nobody can be asked; `cancelled` if the person does not agree
   */
  async require(server: string, documents: readonly string[], ask: AskPerson): Promise<void> {
    if (isLoopback(server)) return;
    const { host, hostname } = new URL(serverUrls(server).origin);
    if (this.#hosts.has(host) || this.#hosts.has(hostname)) return;
    if (ask === null)
      throw new PageTraceError('untrusted', `Pages would be sent to ${host}, which nobody has allowed.`, {
        hint: `Let the person start pagetrace mcp with --allow-host ${hostname}`,
      });
    const answer = await ask(
      `PageTrace will send the question and pages of ${documents.join(', ')} to ${host}.`,
    );
    if (answer === 'no') throw new PageTraceError('cancelled', 'The person did not agree. Nothing was sent.');
    if (answer === 'always') this.#hosts.add(host);
  }
}
