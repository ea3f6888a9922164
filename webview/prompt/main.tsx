import { signal } from '@preact/signals';
import { render } from 'preact';
import type { PromptMethods, ToPrompt } from '../../src/protocol/prompt.ts';
import { createRpcClient } from '../../src/protocol/rpc.ts';
import { useDisplayLanguage } from '../shared/displayLanguage.ts';
import { hostWire, vscodeApi } from '../shared/host.ts';
import { showHiddenCharacters } from '../shared/visibleText.ts';
import { App } from './app.tsx';
import { pageImages } from './pageImages.ts';
import '../shared/theme.css';
import '../shared/visibleText.css';
import './prompt.css';

useDisplayLanguage();
showHiddenCharacters();

/** How long to wait for a page image, in milliseconds: the page may have to be rendered first. */
const IMAGE_TIMEOUT = 60_000;

const api = vscodeApi();
const shown = signal<ToPrompt | null>(null);

// Only the extension of this webview can send messages: VS Code delivers no others to this window.
const client = createRpcClient<PromptMethods>(hostWire(api, window), {
  timeout: IMAGE_TIMEOUT,
  plain: (message) => {
    const received = message as ToPrompt;
    shown.value = received;
    if (received.type === 'state') api.setState({ key: received.state.key });
  },
});

render(
  <App
    shown={shown}
    images={pageImages((image) => client.call('image', { image }).then(({ src }) => src))}
    post={(message) => {
      api.postMessage(message);
    }}
  />,
  document.getElementById('root') ?? document.body,
);
api.postMessage({ type: 'ready' });
