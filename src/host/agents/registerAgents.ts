import * as vscode from 'vscode';
import { once } from '../../core/once.ts';
import type { Servers } from '../servers/servers.ts';
import type { Services } from '../shared/services.ts';

/** Offers the tools of `pagetrace mcp` to the assistants in VS Code. What they do is loaded with the first call. */
export function registerAgents({ context, log }: Services, servers: Servers): void {
  const loaded = once(async () => {
    const { AgentTools } = await import('./agentTools.ts');
    const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'cli.js').fsPath;
    const tools = new AgentTools({ script, log, servers });
    context.subscriptions.push(tools);
    return tools;
  });
  for (const name of ['ask', 'ground', 'score', 'lint', 'stats'])
    context.subscriptions.push(
      vscode.lm.registerTool<Readonly<Record<string, unknown>>>(`pagetrace_${name}`, {
        prepareInvocation: async ({ input }) => (await loaded()).confirmation(name, input),
        invoke: async ({ input }, token) => (await loaded()).call(name, input, token),
      }),
    );
}
