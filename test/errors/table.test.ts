import fs from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { PageTraceError, type ErrorReason } from '../../src/core/errors.ts';
import { errorHint } from '../../src/cli/terminal/errorHint.ts';
import { editorHint } from '../../src/host/shared/editorHint.ts';
import { exitStatus } from '../../src/cli/terminal/exitStatus.ts';
import { UNUSABLE } from '../../src/cli/terminal/verb.ts';
import { formatted } from '../support/formatted.ts';
import { documentCases } from './documentCases.ts';
import type { ErrorCase, Failure } from './errorCase.ts';
import { evaluationCases } from './evaluationCases.ts';
import { otherCases } from './otherCases.ts';
import { judgeCases } from './judgeCases.ts';
import { ocrCases } from './ocrCases.ts';
import { compositeRewardCases } from './compositeRewardCases.ts';
import { pythonRewardCases } from './pythonRewardCases.ts';
import { retrievalCases } from './retrievalCases.ts';
import { runCases } from './runCases.ts';
import { serverCases } from './serverCases.ts';

// Commands refuse to work in Restricted Mode before they call VS Code.
vi.mock('vscode', () => ({
  EventEmitter: class {
    readonly event = (): void => undefined;
  },
  workspace: { onDidChangeConfiguration: () => ({ dispose: () => undefined }) },
}));

/** The committed table; PAGETRACE_UPDATE=1 writes it. */
const TABLE = fileURLToPath(new URL('table.md', import.meta.url));

const HEAD = `# What can go wrong, and what a person sees

Each error is caused by a test (\`table.test.ts\`), which compares what a person is told with this table;
\`PAGETRACE_UPDATE=1 npm run test:unit -- test/errors\` writes the table. The last column is the exit status of the command
line. Where \`ask\` or \`render\` can meet an error, it is theirs; all other commands end with 2.
`;

const REASONS: Readonly<Record<ErrorReason, true>> = {
  'bad-input': true,
  cancelled: true,
  'document-damaged': true,
  'document-password-missing': true,
  'document-password-wrong': true,
  'document-too-large': true,
  'document-unsupported': true,
  'file-not-found': true,
  'file-unreadable': true,
  'file-unwritable': true,
  'page-out-of-range': true,
  'page-timeout': true,
  'page-failed': true,
  'server-unreachable': true,
  'server-unauthorized': true,
  'server-wrong-path': true,
  'server-loading': true,
  'server-dead': true,
  'server-refused': true,
  'server-failed': true,
  'model-unknown': true,
  'too-many-images': true,
  'prompt-too-long': true,
  'image-refused': true,
  'image-unreadable': true,
  'stream-cut': true,
  'stream-failed': true,
  timeout: true,
  'ocr-failed': true,
  'offline-reader-failed': true,
  untrusted: true,
  'front-matter-broken': true,
  'prompt-broken': true,
  'python-unusable': true,
  'reward-unusable': true,
  'reward-failed': true,
  'reward-timeout': true,
  internal: true,
};

/** Replaces text that differs in each run: the ports and folders of the test. */
function steady(text: string): string {
  return text
    .replaceAll(/127\.0\.0\.1:(?!8000)\d+/g, '127.0.0.1:PORT')
    .replaceAll(new RegExp(`${os.tmpdir()}/pagetrace-\\w+`, 'g'), 'FOLDER')

    .replaceAll(/\bpagetrace-\w{6}\b/g, 'FOLDER')
    .replaceAll(/(?:long){80}/g, 'long…');
}

const cell = (text: string): string => steady(text).replaceAll('|', '\\|').replaceAll('<', '\\<');

/** The error that a person sees for a failure. */
function errorOf(failure: Failure): PageTraceError {
  if (failure instanceof PageTraceError) return failure;
  const { reason, message, hint, remedy } = failure;
  return new PageTraceError(reason, message, {
    ...(hint === undefined ? {} : { hint }),
    ...(remedy === undefined ? {} : { remedy }),
  });
}

function row({ tried, command }: ErrorCase, failure: Failure): string {
  const { reason, message, editorOnly } = failure;
  const error = errorOf(failure);
  const inEditor = editorHint(error) ?? '';
  const inTerminal = errorHint(error) ?? '';
  const next = inTerminal === inEditor ? inEditor : `${inEditor} (Command line: ${inTerminal})`;
  const exit = editorOnly ? '' : String(command === 'ask' ? exitStatus(error) : UNUSABLE);
  return `| ${[tried, cell(message), cell(next.trim()), `\`${reason}\``, exit].join(' | ')} |`;
}

describe('the table of errors', () => {
  const cases = [
    ...documentCases,
    ...serverCases,
    ...judgeCases,
    ...evaluationCases,
    ...otherCases,
    ...runCases,
    ...retrievalCases,
    ...ocrCases,
    ...pythonRewardCases,
    ...compositeRewardCases,
  ];
  const failures = new Map<ErrorCase, Failure>();

  it.each(cases.map((each) => [`${each.area}: ${each.tried}`, each] as const))(
    'every message says what happened and what to do: %s',
    async (_, each) => {
      const failure = await each.fail();
      failures.set(each, failure);
      for (const text of [failure.message, failure.hint ?? '']) {
        expect(text).not.toMatch(
          /\n\s*at |\bundefined\b|\[object|\bNaN\b|dist[\\/]|node_modules|\.tsx?\b|Error:/,
        );
        expect(text).toMatch(/^$|[.?)}]$|^.*: .+$/s);
        expect(text.split('\n')).toHaveLength(1);
      }
      expect(failure.message).not.toBe('');
    },
  );

  it('test/errors/table.md holds every message (PAGETRACE_UPDATE=1 writes it)', async () => {
    expect(failures.size).toBe(cases.length);
    const areas = [...new Set(cases.map((each) => each.area))];
    const sections = areas.map((name) => {
      const rows = [...failures]
        .filter(([each]) => each.area === name)
        .map(([each, failure]) => row(each, failure));
      return [
        `## ${name}`,
        '',
        '| tried | what is said | what to do | reason | exit |',
        '| --- | --- | --- | --- | --- |',
        ...rows,
        '',
      ].join('\n');
    });
    const table = await formatted(TABLE, [HEAD, ...sections].join('\n'));
    if (process.env['PAGETRACE_UPDATE'] === '1') fs.writeFileSync(TABLE, table);
    expect(table).toBe(fs.readFileSync(TABLE, 'utf8'));
  });

  it('the cases cover every reason that an error can have', () => {
    const seen = new Set([...failures.values()].map(({ reason }) => reason));
    expect(Object.keys(REASONS).filter((reason) => !seen.has(reason as ErrorReason))).toEqual([]);
  });
});
