import * as v from 'valibot';
import { expect, it } from 'vitest';
import { asPageTraceError, PageTraceError, type Remedy } from '../../../../src/core/errors.ts';
import { sentenceWithHint } from '../../../../src/host/shared/editorHint.ts';
import { serveWebview } from '../../../../src/host/shared/webviewServer.ts';
import { createRpcClient } from '../../../../src/protocol/rpc.ts';

interface Methods {
  image: { args: object; value: string };
}

/** The message that a webview's page receives when its request for an image fails. */
async function sentenceInPage(error: PageTraceError): Promise<string> {
  let toHost = (_: unknown): void => undefined;
  let toPage = (_: unknown): void => undefined;
  const webview = {
    postMessage: (message: unknown) => {
      toPage(structuredClone(message));
      return Promise.resolve(true);
    },
    onDidReceiveMessage: (receive: (message: unknown) => void) => {
      toHost = receive;
      return { dispose: () => undefined };
    },
  } as unknown as Parameters<typeof serveWebview>[0];
  serveWebview<Methods>(
    webview,
    { image: v.object({}) },
    { image: () => Promise.reject(error) },
    () => undefined,
  );
  const client = createRpcClient<Methods>(
    {
      send: (message) => {
        toHost(structuredClone(message));
      },
      listen: (receive) => {
        toPage = receive;
        return () => undefined;
      },
    },
    { timeout: 1000 },
  );
  try {
    return await client.call('image', {});
  } catch (thrown) {
    const { message, hint } = asPageTraceError(thrown);
    return hint === undefined ? message : `${message} ${hint}`;
  }
}

it.each<[string, string | undefined, Remedy | undefined]>([
  ['a means of the editor', 'Give its key.', { kind: 'give-api-key', origin: 'http://127.0.0.1:8000' }],
  ['a means of the editor alone', undefined, { kind: 'choose-model' }],
  ['advice for every face', 'Try another page.', undefined],
  ['no advice', undefined, undefined],
])(
  'a page receives the same message for a failure as a notification would show: %s',
  async (_, hint, remedy) => {
    const error = new PageTraceError('server-unauthorized', 'The server refused.', {
      ...(hint === undefined ? {} : { hint }),
      ...(remedy === undefined ? {} : { remedy }),
    });
    expect(await sentenceInPage(error)).toBe(sentenceWithHint(error));
  },
);
