import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { serverUrls } from '../../../inference/address.ts';
import { readArguments } from '../../arguments/arguments.ts';
import { UsageError } from '../../arguments/usageError.ts';
import { MCP_USAGE } from '../../arguments/mcpUsage.ts';
import { packageVersion } from '../../package/version.ts';
import { CLEAN, type VerbContext } from '../../terminal/verb.ts';
import { Consent } from './consent.ts';
import { createServer } from './createServer.ts';
import { Workspace } from './workspace.ts';

const options = {
  workspace: { type: 'string', multiple: true },
  server: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * `pagetrace mcp`: offers the tools to an assistant over standard input and output, until its input ends.
 * @throws PageTraceError for wrong arguments
 */
export async function mcp(args: readonly string[], context: VerbContext): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  const { terminal, environment, interrupted } = context;
  if (values.help === true) {
    terminal.out(MCP_USAGE);
    return CLEAN;
  }
  const [extra] = positionals;
  if (extra !== undefined)
    throw new UsageError(`mcp takes no file, but "${extra}" is given.`, {
      hint: 'Name a folder with --workspace.',
    });
  // A server that cannot be named is refused before an assistant uses it.
  if (values.server !== undefined) serverUrls(values.server);
  const server = createServer(await packageVersion(), {
    workspace: await Workspace.open(values.workspace ?? ['.']),
    consent: new Consent(values['allow-host'] ?? []),
    server: values.server ?? null,
    environment,
  });
  const { stdin } = process;
  const over = new AbortController();
  const end = (): void => {
    over.abort();
  };
  stdin.once('end', end).once('close', end);
  server.onclose = end;
  const ended = AbortSignal.any([over.signal, interrupted, terminal.unread]);
  await server.connect(new StdioServerTransport());
  if (!ended.aborted) await once(ended, 'abort');
  // Requests that are still running are stopped.
  await server.close();
  stdin.destroy();
  return CLEAN;
}
