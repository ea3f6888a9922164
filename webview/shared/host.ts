import type { Wire } from '../../src/protocol/rpc.ts';

/** The object that VS Code gives a webview, only once. */
export interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The VS Code object of this webview; VS Code does not return it a second time. */
export const vscodeApi = (): VsCodeApi => acquireVsCodeApi();

/** The connection to the extension, as a transport of protocol messages. */
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
