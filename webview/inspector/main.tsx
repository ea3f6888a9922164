import { render } from 'preact';
import type { InspectorMethods, ToInspector } from '../../src/protocol/inspector.ts';
import { createRpcClient } from '../../src/protocol/rpc.ts';
import { useDisplayLanguage } from '../shared/displayLanguage.ts';
import { hostWire, vscodeApi } from '../shared/host.ts';
import { showHiddenCharacters } from '../shared/visibleText.ts';
import { browserClock } from '../shared/clock.ts';
import { Advantages } from './model/advantages.ts';
import { coreEngine } from './model/coreEngine.ts';
import { InspectorModel } from './model/inspectorModel.ts';
import { Probabilities } from './model/probabilities.ts';
import { readAdvantagesShown, readProbabilitiesShown, readUiState } from './model/uiState.ts';
import { App } from './view/app.tsx';
import { imageSource, pageSource, partSource } from './view/images.ts';
import '../shared/controls.css';
import '../shared/theme.css';
import '../shared/visibleText.css';
import '../shared/trajectory.css';
import '../shared/claimFrames.css';
import './styles/head.css';
import './styles/reward.css';
import './styles/views.css';
import './styles/parts.css';
import './styles/text.css';
import './styles/claims.css';
import './styles/pages.css';
import './styles/probabilities.css';
import './styles/advantages.css';
import './styles/foot.css';
import './styles/enlarged.css';
import './styles/gold.css';
import './styles/steps.css';
import './styles/narrow.css';

useDisplayLanguage();
showHiddenCharacters();

/** How long to wait for an image, in milliseconds: a page may have to be rendered first. */
const IMAGE_TIMEOUT = 60_000;
/** How long a loupe rests before it requests the part of the page below it, in milliseconds. */
const PART_DELAY = 120;

const api = vscodeApi();
const model = new InspectorModel({
  engine: coreEngine,
  clock: browserClock,
  post: (message) => {
    api.postMessage(message);
  },
  ui: readUiState(api.getState()),
  keep: (ui) => {
    api.setState({
      ...ui,
      probabilitiesShown: probabilities.shown.peek(),
      advantagesShown: advantages.shown.peek(),
    });
  },
});

// Only the extension of this webview can send messages: VS Code delivers no others to this window.
const client = createRpcClient<InspectorMethods>(hostWire(api, window), {
  timeout: IMAGE_TIMEOUT,
  plain: (message) => {
    model.receive(message as ToInspector);
  },
});

const probabilities = new Probabilities({
  client,
  shown: readProbabilitiesShown(api.getState()),
  keep: (probabilitiesShown) => {
    api.setState({ ...(api.getState() as object | null), probabilitiesShown });
  },
});

const advantages = new Advantages({
  model,
  client,
  shown: readAdvantagesShown(api.getState()),
  keep: (advantagesShown) => {
    api.setState({ ...(api.getState() as object | null), advantagesShown });
  },
});

render(
  <App
    model={model}
    pictures={{
      images: imageSource(client, model.info),
      pages: pageSource(client, model.info),
      parts: partSource(client),
      words: (document, page) => client.call('words', { document, page }).then(({ words }) => words),
      pageCount: (document) => client.call('pageCount', { document }).then(({ pages }) => pages),
      partDelay: PART_DELAY,
    }}
    probabilities={probabilities}
    advantages={advantages}
  />,
  document.getElementById('root') ?? document.body,
);
model.post({ type: 'ready' });
