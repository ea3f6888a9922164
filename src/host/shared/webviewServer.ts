import type * as vscode from 'vscode';
import {
  serveRpc,
  type MethodMap,
  type RpcHandlers,
  type RpcSchemas,
  type RpcServer,
  type Wire,
} from '../../protocol/rpc.ts';
import { editorHint } from './editorHint.ts';

/**
 * Answers the requests of a webview. An error reaches it with the same advice as a notification.
 * @param plain receives every message that is not a request, unvalidated
 */
export function serveWebview<M extends MethodMap<M>>(
  webview: vscode.Webview,
  schemas: RpcSchemas<M>,
  handlers: RpcHandlers<M>,
  plain: (message: unknown) => void,
): RpcServer {
  return serveRpc<M>(webviewWire(webview), schemas, handlers, { plain, hintOf: editorHint });
}

/** A webview as the transport of protocol messages. */
function webviewWire(webview: vscode.Webview): Wire {
  return {
    send: (message) => void webview.postMessage(message),
    listen: (receive) => {
      const listening = webview.onDidReceiveMessage(receive);
      return () => {
        listening.dispose();
      };
    },
  };
}
