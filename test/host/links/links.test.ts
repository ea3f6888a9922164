import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import * as vscode from 'vscode';
import { copyLink } from '../../../src/host/links/copyLink.ts';
import { linkQuery } from '../../../src/host/links/link.ts';
import { openLink, type OpenLinkDeps } from '../../../src/host/links/openLink.ts';
import type { InspectorSource } from '../../../src/host/inspector/inspectorSource.ts';
import { fileIdentity } from '../../../src/host/trajectories/fileIdentity.ts';
import type { Span } from '../../../src/core/span.ts';
import { extensionUri, useFolder, useStubs, workspaceFolder } from '../support/given.ts';
import { makeFiles } from '../support/services.ts';

const EXTENSION = 'pagetrace.pagetrace';
const RESPONSE = '<think>Image 1 has it.</think><answer>518.9</answer>';
const CLAIM: Span = { start: RESPONSE.indexOf('518.9'), end: RESPONSE.indexOf('518.9') + 5 };

const folder = useFolder();
const stub = useStubs();
const inside = vscode.Uri.joinPath(workspaceFolder(), 'link under test & more.trajectory');
let response: string;
let opened: string[];
let shown: string[];
let revealed: Span[];
let asked: string[];
let said: string[];
let trusted: boolean;
/** What the person presses when a file outside of the workspace is named. */
let answer: string | undefined;

const sourceAt = (uri: vscode.Uri): InspectorSource =>
  ({
    identity: fileIdentity(uri),
    uri,
    isFile: true,
    sample: (index: number) => (index === 0 ? { info: {}, response } : null),
    dispose: () => undefined,
  }) as unknown as InspectorSource;

const deps = (): OpenLinkDeps => ({
  files: makeFiles(() => trusted),
  trusted: () => trusted,
  open: ({ kind, id }) => {
    opened.push(`${kind}:${id}`);
    return Promise.resolve(kind === 'file' ? sourceAt(vscode.Uri.parse(id)) : null);
  },
  inspectors: {
    find: () => null,
    show: ({ identity }) => shown.push(identity.id),
    reveal: (_identity, _sample, span) => revealed.push(span),
  },
});

const copied = async (uri: vscode.Uri, span: Span | null): Promise<vscode.Uri> => {
  await copyLink({ source: sourceAt(uri), sample: 0 }, EXTENSION, span);
  return vscode.Uri.parse(await vscode.env.clipboard.readText(), true);
};

beforeEach(async () => {
  response = RESPONSE;
  [opened, shown, revealed, asked, said] = [[], [], [], [], []];
  trusted = true;
  answer = undefined;
  await fs.writeFile(inside.fsPath, RESPONSE);
  stub(vscode.window, 'showWarningMessage', (message: string, options: vscode.MessageOptions) => {
    assert.equal(options.modal, true);
    asked.push(message);
    return Promise.resolve(answer);
  });
  stub(vscode.window, 'showInformationMessage', (message: string) => {
    said.push(message);
    return Promise.resolve(undefined);
  });
});
afterEach(() => fs.rm(inside.fsPath, { force: true }));

describe('links to trajectories', () => {
  it('a link to a claim of a file in the workspace opens it at the claim, without a question', async () => {
    const link = await copied(inside, CLAIM);
    assert.equal(link.scheme, vscode.env.uriScheme);
    assert.equal(link.authority, EXTENSION);
    await openLink(link, deps());
    assert.deepEqual([opened, shown], [[`file:${inside.toString()}`], [inside.toString()]]);
    assert.deepEqual([revealed, asked, said], [[CLAIM], [], []]);
  });

  it('a link to a claim goes to where it is after an edit, or to the nearest place, and says so', async () => {
    const link = await copied(inside, CLAIM);
    response = `Added. ${RESPONSE}`;
    await openLink(link, deps());
    assert.deepEqual(revealed, [{ start: CLAIM.start + 7, end: CLAIM.end + 7 }]);
    assert.match(said[0] ?? '', /has moved here/);
    response = '<answer>7</answer>';
    await openLink(link, deps());
    assert.deepEqual(revealed[1], { start: response.length, end: response.length });
    assert.match(said[1] ?? '', /no longer has what it leads to/);
  });

  it('a file outside of the workspace is opened only after a modal question that names it', async () => {
    const outside = folder.file('outside.trajectory');
    await fs.writeFile(outside.fsPath, RESPONSE);
    const link = await copied(outside, null);
    await openLink(link, deps());
    const real = await fs.realpath(outside.fsPath);
    assert.deepEqual([asked, opened], [[`Open ${real}?`], []]);
    answer = 'Open';
    await openLink(link, deps());
    assert.deepEqual(opened, [`file:${vscode.Uri.file(real).toString()}`]);
    trusted = false;
    await assert.rejects(openLink(link, deps()), { reason: 'untrusted' });
    assert.equal(asked.length, 2);
  });

  it('a link in the workspace to a file outside of it counts as that file', async () => {
    const outside = folder.file('target.trajectory');
    await fs.writeFile(outside.fsPath, RESPONSE);
    await fs.rm(inside.fsPath);
    await fs.symlink(outside.fsPath, inside.fsPath);
    await openLink(await copied(inside, null), deps());
    assert.deepEqual([asked, opened], [[`Open ${await fs.realpath(outside.fsPath)}?`], []]);
    const secret = folder.file('secret.txt');
    await fs.writeFile(secret.fsPath, 'secret');
    await fs.rm(inside.fsPath);
    await fs.symlink(secret.fsPath, inside.fsPath);
    await assert.rejects(openLink(await copied(inside, null), deps()), { reason: 'file-unreadable' });
  });

  it('says in one sentence why a link is not opened', async () => {
    const open = (query: string) => openLink({ path: '/open', query }, deps());
    const missing = folder.file('missing.trajectory').fsPath;
    const query = linkQuery({ target: { kind: 'file', path: missing }, sample: 0, passage: null });
    await assert.rejects(open(query), /missing\.trajectory could not be read\./);
    await assert.rejects(open('recent=20261121T170000000Z-ab12'), /This trajectory is no longer kept\./);
    await assert.rejects(
      open('file=/etc/passwd'),
      /Links open trajectory files \(\.trajectory\) only, not passwd\./,
    );
    const second = linkQuery({ target: { kind: 'file', path: inside.fsPath }, sample: 1, passage: null });
    await assert.rejects(open(second), /There is no sample 2\./);
    assert.deepEqual(shown, []);
  });

  it('no link is copied for a trajectory that is in no file', async () => {
    const source = { ...sourceAt(inside), isFile: false };
    await assert.rejects(
      copyLink({ source, sample: 0 }, EXTENSION, null),
      /needs a trajectory that is in a file/,
    );
    await assert.rejects(copyLink(null, EXTENSION, null), /No trajectory is open in the inspector\./);
  });

  it('the extension opens links of its own address', async () => {
    const manifest = vscode.Uri.joinPath(extensionUri(), 'package.json');
    const { publisher, name, activationEvents } = JSON.parse(
      await fs.readFile(manifest.fsPath, 'utf8'),
    ) as Record<string, unknown>;
    assert.equal(`${String(publisher)}.${String(name)}`, EXTENSION);
    assert.ok(Array.isArray(activationEvents) && activationEvents.includes('onUri'));
  });
});
