import http from 'node:http';
import net from 'node:net';
import { expect, it, type TestContext } from 'vitest';
import { startFakeVllm, type FakeOptions, type FakeRequest, type FakeVllm } from '../support/fakeVllm.ts';
import {
  ask,
  copied,
  Inspector,
  openDocument,
  READING,
  REPORT,
  RESPONSE,
  selectPages,
} from './support/asking.ts';
import { useServer, type OpenOptions } from './support/server.ts';
import type { Workbench } from './support/workbench.ts';

const server = useServer();

async function fake(test: TestContext, options: Partial<FakeOptions> = {}): Promise<FakeVllm> {
  const started = await startFakeVllm({ trajectories: [RESPONSE], ...options });
  test.onTestFinished(() => started.close());
  return started;
}

const serversOf = (...named: readonly (readonly [string, string])[]): Record<string, unknown> => ({
  'pagetrace.servers': named.map(([name, url]) => ({ name, url })),
  // The answer and the prompt fit into the length that the fake models tell.
  'pagetrace.sampling.maxTokens': 512,
});

async function openReport(
  test: TestContext,
  settings: Record<string, unknown>,
  options: OpenOptions = {},
): Promise<Workbench> {
  const workbench = await server.open(test, {
    workspace: { 'report.pdf': { copy: REPORT } },
    viewport: { width: 1600, height: 1000 },
    settings,
    ...options,
  });
  await selectPages(await openDocument(workbench, 'report.pdf'), [4]);
  return workbench;
}

/** Presses a button of a notification. */
async function press(workbench: Workbench, text: string | RegExp, button: string): Promise<void> {
  const notification = workbench.notification(text);
  await notification.waitFor();
  await notification.hover();
  await notification.getByRole('button', { name: button, exact: true }).click();
}

const generations = (fakeServer: FakeVllm): FakeRequest[] =>
  fakeServer.requests.filter(({ path }) => path.endsWith('/chat/completions'));

it(
  'keeps what came when a stream is cut, cancels, compares samples and shows a server that is gone',
  { timeout: 3 * READING },
  async (test) => {
    const vllm = await fake(test);
    const workbench = await openReport(test, serversOf(['GPU box', vllm.url]));
    await workbench.run('PageTrace: Connect to Server');
    await workbench
      .notification('Connected to GPU box (vLLM 0.32.0): qwen2.5-vl, 8,192 tokens long, at most 5 images.')
      .waitFor();
    await workbench.statusBar('GPU box · qwen2.5-vl · 0 running, 0 waiting').waitFor();
    await workbench.run('Notifications: Clear All Notifications');

    // A cut in the middle of the answer.
    vllm.set({ cutAt: 30 });
    await ask(workbench, 'Which total has 2024?');
    const cut = /The connection to 127\.0\.0\.1:\d+ was cut in the middle of the answer\./u;
    await workbench.notification(cut).waitFor();
    let inspector = await Inspector.of(workbench, 'Which total has 2024?');
    await inspector.failure.getByText(cut).waitFor();
    await inspector.failure.getByText('What had come is kept.').waitFor();
    await inspector.steps('think').getByText('the table of revenue by region').waitFor();
    expect(await inspector.steps('answer').count()).toBe(0);
    vllm.set({ cutAt: null });
    await press(workbench, cut, 'Try Again');
    await expect
      .poll(async () => {
        inspector = await Inspector.of(workbench, 'Which total has 2024?');
        return inspector.finish.allInnerTexts();
      })
      .toEqual(['stop']);
    expect(await inspector.steps('answer').innerText()).toContain('518.9 million');
    expect(generations(vllm)).toHaveLength(2);
    // It stands where the one stood that failed.
    expect(await workbench.tab('Trajectory: Which total has 2024?').count()).toBe(1);

    // Three samples at once.
    vllm.set({ trajectories: [RESPONSE, RESPONSE.replaceAll('518.9', '481.9'), 'I cannot say.'] });
    await workbench.tab('report.pdf').click();
    await workbench.run('PageTrace: Ask About Document');
    await workbench.quickInputButton('Number of Samples').click();
    await workbench.quickInput.title.getByText('Number of Samples').waitFor();
    await workbench.answer('3');
    await workbench.quickInput.title.getByText('3 samples').waitFor();
    await workbench.answer('Three times, please?');
    inspector = await Inspector.of(workbench, 'Three times, please?');
    await inspector.finish.waitFor();
    expect(generations(vllm).at(-1)?.body).toMatchObject({ n: 3, max_tokens: 512 });
    await inspector.showTab('Samples');
    const rows = inspector.frame.getByRole('region', { name: 'Samples compared' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.nth(0).innerText()).toContain('518.9 million');
    expect(await rows.nth(1).innerText()).toContain('481.9 million');
    expect(await rows.nth(2).innerText()).toContain('no answer');
    await rows.nth(1).getByRole('button', { name: '2' }).click();
    await inspector.steps('481.9 million').waitFor();
    expect(await inspector.frame.getByRole('tab', { name: /^2/u }).getAttribute('aria-selected')).toBe(
      'true',
    );

    // What the palette runs is about the sample that is shown.
    expect(await copied(workbench, () => workbench.run('PageTrace: Copy Answer'))).toContain('481.9 million');

    // Cancelled: the connection is closed and what came stays.
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    vllm.set({ trajectories: [RESPONSE], beforeChunk: (chunk) => (chunk < 12 ? Promise.resolve() : gate) });
    await workbench.tab('report.pdf').click();
    await ask(workbench, 'Is this one cancelled?');
    inspector = await Inspector.of(workbench, 'Is this one cancelled?');
    await inspector.steps('Image 1 has the table').waitFor();
    await inspector.status.getByText('The response is arriving.').waitFor();
    await inspector.button('Cancel').click();
    await inspector.status.getByText('Cancelled. What had arrived is kept.').waitFor();
    expect(await generations(vllm).at(-1)?.left).toBe(true);
    go();
    await inspector.steps('Image 1 has the table').waitFor();
    expect(await workbench.page.locator('.notifications-toasts .codicon-error').count()).toBe(0);

    // Gone: the status bar says so by itself.
    await vllm.close();
    const entry = workbench.statusBar('GPU box · gone');
    await entry.waitFor();
    expect(await entry.getAttribute('class')).toContain('has-background-color');
    await workbench.run('PageTrace: Connect to Server');
    await workbench.notification(`Nothing listens at ${vllm.url}.`).waitFor();
  },
);

it(
  'says what is wrong with a server, and keeps a key for its origin alone',
  { timeout: 2 * READING },
  async (test) => {
    const locked = await fake(test, { apiKey: 'sesame' });
    const moved = await fake(test, { prefix: '/vllm' });
    const { origin } = new URL(moved.url);
    const settings = serversOf(['Locked', locked.url], ['Moved', origin]);
    const workbench = await openReport(test, settings);

    // Without its key the question is not lost: it is asked once the key is there.
    await ask(workbench, 'Who is there?');
    await press(workbench, /refuses the API key, or misses one \(HTTP 401\)/u, 'Set API Key');
    await workbench.quickInput.title.getByText('API Key for Locked').waitFor();
    expect(await workbench.quickInput.box.getAttribute('type')).toBe('password');
    await workbench.answer('sesame');
    await workbench.notification(`The key for ${locked.url} is kept.`).waitFor();
    const inspector = await Inspector.of(workbench, 'Who is there?');
    await inspector.finish.waitFor();
    expect(generations(locked)[0]?.headers.authorization).toBe('Bearer sesame');
    await inspector.showTab('Request');
    expect(await inspector.frame.getByRole('region', { name: 'Request' }).innerText()).not.toContain(
      'sesame',
    );
    await workbench.run('Notifications: Clear All Notifications');

    // Another origin: no key, and the path is wrong.
    await workbench.statusBar('Locked').click();
    await workbench.pick('Moved');
    await workbench.statusBar('Moved').waitFor();
    await workbench.run('PageTrace: Connect to Server');
    await workbench.notification(`The API was found at ${moved.url}/v1`).waitFor();
    expect(moved.requests.length).toBeGreaterThan(0);
    expect(moved.requests.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
    await workbench.statusBar('Moved · not connected').waitFor();
  },
);

it(
  'warns before too many images, repeats what the server says, and asks before pages leave this machine',
  { timeout: 2 * READING },
  async (test) => {
    const vllm = await fake(test, { maxImages: 2, reasoning: 'reasoning_content' });
    const proxied: string[] = [];
    const proxy = await startProxy(test, new URL(vllm.url), proxied);
    // The name is resolved nowhere: the proxy leads it to the fake server on loopback.
    const workbench = await openReport(test, {
      ...serversOf(['Far away', 'http://gpu.example.org:8000']),
      'http.proxy': proxy,
    });
    await ask(workbench, 'May this be sent?');
    await workbench.dialog.getByText('will be sent to http://gpu.example.org:8000').waitFor();
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(generations(vllm)).toEqual([]);
    expect(proxied).toContain('gpu.example.org:8000');

    await ask(workbench, 'May this be sent?');
    await workbench.dialog.getByRole('button', { name: 'Send Pages' }).click();
    const inspector = await Inspector.of(workbench, 'May this be sent?');
    await inspector.finish.waitFor();
    await inspector.notices.getByText('ran a reasoning parser').waitFor();
    await inspector.notices.getByText('--reasoning-parser').waitFor();
    await inspector.steps('think').getByText('the table of revenue by region').waitFor();

    // Three pages where two are taken: said before, and by the server when they are sent all the same.
    await workbench.tab('report.pdf').click();
    await selectPages(await workbench.webview('report.pdf'), [2, 3, 4]);
    await ask(workbench, 'Three pages at once?');
    await workbench.dialog
      .getByText('The server takes at most 2 images in one request; this one has 3.')
      .waitFor();
    await workbench.dialog.getByRole('button', { name: 'Send Anyway' }).click();
    await workbench
      .notification('The server takes at most 2 images in one request; this request has 3.')
      .getByText('Choose at most 2 pages')
      .waitFor();
    expect(generations(vllm)).toHaveLength(2);
  },
);

/** An HTTP proxy that leads every request to `target`; it notes where each wanted to go. */
async function startProxy(test: TestContext, target: URL, asked: string[]): Promise<string> {
  const proxy = http.createServer((request, response) => {
    asked.push(new URL(request.url ?? '').host);
    const { pathname } = new URL(request.url ?? '');
    const { method, headers } = request;
    const onward = http.request(new URL(pathname, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  proxy.on('connect', (request, client) => {
    asked.push(request.url ?? '');
    const onward = net.connect(Number(target.port), target.hostname, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(client);
      client.pipe(onward);
    });
    onward.on('error', () => client.destroy());
    client.on('error', () => onward.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  test.onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}
