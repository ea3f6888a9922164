import fs from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dist } from '../../scripts/lib/paths.mjs';
import { fixture, temporaryFolder } from '../support/files.ts';
import { OLDEST_NODE, runCli, useServer } from './support/cli.ts';

const TEXT = '<think>Image 1 shows it.</think>\n<answer>42</answer>';

describe.each(OLDEST_NODE)('pagetrace mcp, on $name', ({ node }) => {
  it('serves a client of the official SDK over standard input and output', async () => {
    const workspace = temporaryFolder();
    fs.copyFileSync(fixture('data-sheet.pdf'), path.join(workspace, 'sheet.pdf'));
    const server = await useServer({ trajectories: [TEXT], apiKey: 'secret' });
    const transport = new StdioClientTransport({
      command: node,
      args: [path.join(dist, 'cli.js'), 'mcp', '--workspace', workspace, '--server', server.url],
      env: { PAGETRACE_API_KEY: 'secret' },
      stderr: 'pipe',
    });
    const client = new Client({ name: 'test', version: '1' });
    // A line on standard output that is no message of the protocol is an error of the transport.
    const faults: Error[] = [];
    client.onerror = (error) => faults.push(error);
    await client.connect(transport);
    onTestFinished(() => client.close());
    expect(client.getServerVersion()).toMatchObject({ name: 'pagetrace' });
    expect((await client.listTools()).tools).toHaveLength(5);
    const asked = await client.callTool({
      name: 'ask',
      arguments: { question: 'What?', documents: ['sheet.pdf'], pages: '1', out: 'answer.trajectory' },
    });
    expect(asked.structuredContent).toMatchObject({ samples: [{ text: TEXT }] });
    const scored = await client.callTool({
      name: 'score',
      arguments: { files: ['answer.trajectory'], profile: 'r1v', judge: 'right' },
    });
    expect(scored.structuredContent).toMatchObject({ samples: [{ profile: 'r1v' }] });
    const refused = await client.callTool({ name: 'stats', arguments: { files: ['/etc/hostname'] } });
    expect(refused.isError).toBe(true);
    expect(faults).toEqual([]);
  });

  it('ends with its input, and says what is wrong with its arguments', async () => {
    const ended = await runCli(node, ['mcp'], { cwd: temporaryFolder() });
    expect(ended).toEqual({ status: 0, stdout: '', stderr: '' });
    const wrong = await runCli(node, ['mcp', '--workspace', '/none']);
    expect(wrong).toEqual({
      status: 2,
      stdout: '',
      stderr: 'pagetrace: The workspace /none is not a folder.\nName a folder with --workspace.\n',
    });
    expect((await runCli(node, ['mcp', 'a.pdf'])).stderr).toContain('mcp takes no file');
  });
});
