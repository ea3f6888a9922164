import { expect, it } from 'vitest';
import { startFakeVllm } from '../support/fakeVllm.ts';
import { Inspector, openDocument, READING, REPORT, TRAJECTORY } from './support/asking.ts';
import { useServer } from './support/server.ts';

const server = useServer();

it(
  'shows and scores in Restricted Mode without asking or storing keys, and lets no workspace name a server',
  { timeout: 2 * READING },
  async (test) => {
    const stranger = await startFakeVllm();
    test.onTestFinished(() => stranger.close());
    const settings = {
      'pagetrace.servers': [{ name: 'Stranger', url: stranger.url }],
      'pagetrace.server': 'Stranger',
    };
    const workbench = await server.open(test, {
      trust: 'restricted',
      workspace: {
        'annual-report.pdf': { copy: REPORT },
        'growth.trajectory': { copy: TRAJECTORY },
        '.vscode/settings.json': JSON.stringify(settings),
      },
    });
    await workbench.statusBar('Restricted Mode').waitFor();
    const view = await openDocument(workbench, 'annual-report.pdf');
    await view.locator('.page[data-page="1"] .text-layer', { hasText: 'Annual Report' }).waitFor();

    await workbench.run('PageTrace: Ask About Document');
    await workbench.notification('In Restricted Mode, questions cannot be asked').waitFor();
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
    await workbench.run('PageTrace: Set API Key');
    await workbench.notification('API keys are not saved in Restricted Mode.').waitFor();
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
    await workbench.run('PageTrace: Connect to Server');
    await workbench.notification('In Restricted Mode, nothing is sent').waitFor();
    await workbench.run('PageTrace: Choose Python Reward');
    await workbench.notification('Python rewards do not run in Restricted Mode.').waitFor();
    await workbench.run('Notifications: Clear All Notifications');

    await workbench.openFile('growth.trajectory');
    await workbench.run('PageTrace: Inspect Trajectory');
    const inspector = await Inspector.of(workbench, 'By how much did total revenue');
    await inspector.steps('read_numeric_value').first().waitFor();
    const [wrong = 1, right = 0] = await inspector.readRewards();
    expect(right).toBeGreaterThan(wrong);
    await inspector.verdict('Right').click();
    await inspector.expectReward(right);
    await inspector.images.first().locator('img').waitFor();
    expect(await inspector.button('Ask Again').isDisabled()).toBe(true);
    expect(await inspector.button('Judge with Model').isDisabled()).toBe(true);

    // In a trusted workspace, its settings still cannot name a server: that setting belongs to this machine.
    await workbench.trustWorkspace();
    await workbench.statusBar('Offline reader (OCR, no model)').waitFor();
    await workbench.run('PageTrace: Connect to Server');
    await workbench.quickInput.title.getByText('Connect to Server').waitFor();
    expect(await workbench.quickInput.box.inputValue()).toBe('');
    await workbench.page.keyboard.press('Escape');
    expect(stranger.requests).toEqual([]);
  },
);
