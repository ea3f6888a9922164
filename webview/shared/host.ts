import type { Wire } from '../../src/protocol/rpc.ts';

/** What VS Code gives a webview, once. */
export interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The one VS Code object of this webview; VS Code refuses to give it a second time. */
export const vscodeApi = (): VsCodeApi => acquireVsCodeApi();

/** The extension's end of a webview, as the carrier of protocol messages. */
export function hostWire(api: VsCodeApi, target: Window): Wire {
  return {
    send(message) {
      api.postMessage(message);
    },
    listen(receive) {
      const listener = (event: MessageEvent<unknown>): void => {
        receive(event.data);
      };
      target.addEventListener('message', listener);
      return () => {
        target.removeEventListener('message', listener);
      };
    },
  };
}
