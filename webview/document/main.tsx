import * as v from 'valibot';
import { render } from 'preact';
import { documentPosition, type DocumentMethods, type ToDocument } from '../../src/protocol/document.ts';
import { createRpcClient } from '../../src/protocol/rpc.ts';
import { useDisplayLanguage } from '../shared/displayLanguage.ts';
import { hostWire, vscodeApi } from '../shared/host.ts';
import { showHiddenCharacters } from '../shared/visibleText.ts';
import { App } from './view/app.tsx';
import '../shared/controls.css';
import '../shared/visibleText.css';
import '../shared/claimFrames.css';
import './styles/document.css';
import './styles/sidebar.css';
import './styles/thumbnails.css';
import './styles/claims.css';
import { loadPdfjs } from './pdfDocument.ts';
import { createSurface } from './surface.ts';
import { VIEWER_LIMITS } from './model/viewer.ts';

useDisplayLanguage();
showHiddenCharacters();

/** How long to wait for a range of a file over a slow connection, or for measuring the text of a page. */
const ANSWER_TIMEOUT = 60_000;

const api = vscodeApi();
const wire = hostWire(api, window);
const surface = createSurface({
  rpc: createRpcClient<DocumentMethods>(wire, {
    timeout: ANSWER_TIMEOUT,
    // Only the extension can send messages to a webview.
    plain: (message) => {
      surface.viewer.receive(message as ToDocument);
    },
  }),
  send: (message) => {
    wire.send(message);
  },
  load: loadPdfjs,
  saved: {
    get() {
      const saved = v.safeParse(documentPosition, api.getState());
      return saved.success ? saved.output : null;
    },
    set(position) {
      api.setState(position);
    },
  },
  limits: VIEWER_LIMITS,
  highlight(others, current) {
    CSS.highlights.set('matches', new Highlight(...others));
    const shown = new Highlight(...current);
    shown.priority = 1;
    CSS.highlights.set('current-match', shown);
  },
});

const root = document.getElementById('root');
if (root !== null) render(<App surface={surface} />, root);
wire.send({ type: 'ready' });
