import { render } from 'preact';
import type { ToComparison } from '../../src/protocol/comparison.ts';
import { useDisplayLanguage } from '../shared/displayLanguage.ts';
import { hostWire, vscodeApi } from '../shared/host.ts';
import { showHiddenCharacters } from '../shared/visibleText.ts';
import { coreEngine } from '../inspector/model/coreEngine.ts';
import { browserClock } from '../shared/clock.ts';
import { ComparisonModel } from './model/comparisonModel.ts';
import { readKeptComparison } from './model/keptComparison.ts';
import { App } from './view/app.tsx';
import '../shared/controls.css';
import '../shared/theme.css';
import '../shared/visibleText.css';
import '../shared/trajectory.css';
import './comparison.css';
import './questions.css';

useDisplayLanguage();
showHiddenCharacters();

const api = vscodeApi();
const model = new ComparisonModel({
  engine: coreEngine,
  clock: browserClock,
  post: (message) => {
    api.postMessage(message);
  },
  kept: readKeptComparison(api.getState()),
  keep: (kept) => {
    api.setState(kept);
  },
});

// Only the extension of this webview can send messages: VS Code delivers no others to this window.
hostWire(api, window).listen((message) => {
  model.receive(message as ToComparison);
});

render(<App model={model} />, document.getElementById('root') ?? document.body);
model.start();
