import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runCommandLine } from '../../../../src/host/evaluation/commandLine.ts';
import { temporaryFolder } from '../../../support/files.ts';

it('hears each line of JSON, and leaves out what is none', async () => {
  const folder = temporaryFolder();
  const script = path.join(folder, 'cli.cjs');
  const said = [
    '{"event": "start"}',
    'Warning: something else wrote this.',
    '{"event": "cut',
    '{"event": "end"}',
  ];
  fs.writeFileSync(
    script,
    `process.stdout.write(${JSON.stringify(`${said.join('\n')}\n{"event": "never ended"`)});
    process.stderr.write('pagetrace: It is over.\\n');`,
  );
  const heard: unknown[] = [];
  const words = await runCommandLine({
    script,
    args: [],
    cwd: folder,
    signal: new AbortController().signal,
    onLine: (line) => heard.push(line),
  });
  expect(heard).toEqual([{ event: 'start' }, { event: 'end' }]);
  expect(words).toBe('It is over.');
});
