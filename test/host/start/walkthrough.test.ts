import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import * as vscode from 'vscode';
import { startFakeVllm } from '../../support/fakeVllm.ts';
import { extensionUri, until, useSettings } from '../support/given.ts';

interface Step {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly media: {
    readonly image: Readonly<Record<string, string>>;
    readonly altText: string;
  };
  readonly completionEvents: readonly string[];
}
interface Contributes {
  readonly commands: readonly { readonly command: string }[];
  readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  readonly walkthroughs: readonly { readonly id: string; readonly steps: readonly Step[] }[];
}

const configure = useSettings();
let contributes: Contributes;
let steps: readonly Step[];

before(async () => {
  const extension = vscode.extensions.getExtension('pagetrace.pagetrace');
  // Commands exist only while the extension is active; VS Code activates it when a link is clicked.
  assert.ok(extension);
  await extension.activate();
  contributes = (extension.packageJSON as { contributes: Contributes }).contributes;
  const [walkthrough, ...others] = contributes.walkthroughs;
  assert.ok(walkthrough);
  assert.deepEqual(others, []);
  assert.equal(walkthrough.id, 'start');
  ({ steps } = walkthrough);
});
afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

/** The commands that a step's links run, with their arguments. */
function linksOf({ description }: Step): { readonly command: string; readonly args: readonly unknown[] }[] {
  return [...description.matchAll(/\[[^\]]+\]\(command:([\w.]+)(?:\?([^)]*))?\)/g)].map(
    ([, command = '', query]) => ({
      command,
      args: query === undefined ? [] : (JSON.parse(decodeURIComponent(query)) as unknown[]),
    }),
  );
}
const link = (id: string, command: string) => {
  const step = steps.find((each) => each.id === id);
  assert.ok(step, id);
  const found = linksOf(step).find((each) => each.command === command);
  assert.ok(found, `${id} has no link to ${command}`);
  return found;
};
const run = ({ command, args }: ReturnType<typeof link>) => vscode.commands.executeCommand(command, ...args);

describe('the walkthrough', () => {
  it('goes from the sample, through asking and reading, to the person’s own server', () => {
    assert.deepEqual(
      steps.map(({ id, completionEvents }) => [id, ...completionEvents]),
      [
        ['sample', 'onCommand:pagetrace.openSample'],
        ['ask', 'onCommand:pagetrace.ask'],
        ['inspect', 'onView:pagetrace.recent'],
        ['server', 'onCommand:pagetrace.connect'],
      ],
    );
  });

  it('has a picture for every kind of theme and an alternative text for every step', async () => {
    const read = (file: string) => fs.readFile(vscode.Uri.joinPath(extensionUri(), file).fsPath);
    for (const { id, media } of steps) {
      assert.deepEqual(Object.keys(media.image).sort(), ['dark', 'hc', 'hcLight', 'light'], id);
      const files = Object.values(media.image);
      assert.equal(new Set(files).size, 4, id);
      for (const file of files) {
        const picture = await read(file);
        assert.equal(picture.toString('latin1', 1, 4), 'PNG', file);
        assert.ok(picture.byteLength <= 40_000, file);
      }
      assert.match(media.altText, /^The .{40,}\.$/, id);
    }
  });

  it('has valid links and a valid completion event for every step', async () => {
    const commands = new Set(await vscode.commands.getCommands());
    const own = new Set(contributes.commands.map(({ command }) => command));
    const views = new Set(Object.values(contributes.views).flatMap((list) => list.map(({ id }) => id)));
    for (const step of steps) {
      const links = linksOf(step);
      assert.ok(links.length > 0, `${step.id} has a link`);
      assert.equal(links.length, step.description.split('](').length - 1, 'every link is understood');
      for (const { command } of links) assert.ok(commands.has(command), command);
      assert.ok(step.completionEvents.length > 0);
      for (const event of step.completionEvents) {
        const [kind, name = ''] = event.split(':');
        assert.ok(kind === 'onView' ? views.has(name) : kind === 'onCommand' && own.has(name), event);
        // One of the links of the step causes the event.
        const done = kind === 'onView' ? `${name}.focus` : name;
        assert.ok(
          links.some(({ command }) => command === done),
          `${step.id}: ${done}`,
        );
      }
    }
  });

  it('names only settings that exist', () => {
    const extension = vscode.extensions.getExtension('pagetrace.pagetrace');
    assert.ok(extension);
    const { configuration } = (
      extension.packageJSON as {
        contributes: { configuration: readonly { properties: Record<string, unknown> }[] };
      }
    ).contributes;
    const settings = new Set(configuration.flatMap(({ properties }) => Object.keys(properties)));
    const named = steps.flatMap(({ description }) =>
      [...description.matchAll(/``(pagetrace\.[\w.]+)``/g)].map(([, name = '']) => name),
    );
    assert.deepEqual(named, ['pagetrace.servers']);
    for (const name of named) assert.ok(settings.has(name), name);
  });

  it('opens the sample, the question about it, the list and the settings from its links', async () => {
    await run(link('sample', 'pagetrace.openSample'));
    const tab = await until('the sample is open', () => {
      const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputCustom ? input : null;
    });
    assert.equal(tab.viewType, 'pagetrace.document');
    assert.ok(tab.uri.path.endsWith('/annual-report.pdf'));
    // The input for the question stays open until it is closed.
    let closed = false;
    const asking = Promise.resolve(run(link('ask', 'pagetrace.ask'))).then(() => {
      closed = true;
    });
    await until('the input is closed', async () => {
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      return closed;
    });
    await asking;
    await run(link('inspect', 'pagetrace.recent.focus'));
    const settings = link('server', 'pagetrace.editServers');
    const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs).length;
    const before = tabs();
    await run(settings);
    await until('the settings are open', () => tabs() > before);
  });

  it('connects to the person’s own server in its last step', async () => {
    const fake = await startFakeVllm();
    try {
      await configure('pagetrace', 'servers', [{ name: 'gpu', url: fake.url }]);
      let ended = false;
      const connecting = Promise.resolve(run(link('server', 'pagetrace.connect'))).then(() => {
        ended = true;
      });
      // The input has the address that is set, which is accepted as it is.
      await until('the server is connected', async () => {
        await vscode.commands.executeCommand('quickInput.accept');
        return ended;
      });
      assert.ok(fake.requests.some(({ path }) => path === '/v1/models'));
      await vscode.commands.executeCommand('notifications.clearAll');
      await connecting;
    } finally {
      await fake.close();
    }
  });
});
