import { render } from 'preact';
import { createRpcClient } from '../../src/protocol/rpc.ts';
import type { RunMethods, ToRun } from '../../src/protocol/run.ts';
import { browserClock } from '../shared/clock.ts';
import { useDisplayLanguage } from '../shared/displayLanguage.ts';
import { hostWire, vscodeApi } from '../shared/host.ts';
import { showHiddenCharacters } from '../shared/visibleText.ts';
import { readKeptRun } from './model/keptRun.ts';
import { RunModel } from './model/runModel.ts';
import { App } from './view/app.tsx';
import '../shared/controls.css';
import '../shared/theme.css';
import '../shared/visibleText.css';
import './styles/run.css';
import './styles/filter.css';
import './styles/table.css';
import './styles/charts.css';
import './styles/side.css';
import './styles/whatIf.css';
import './styles/tools.css';
import './styles/metrics.css';
import 'uplot/dist/uPlot.min.css';

useDisplayLanguage();
showHiddenCharacters();

/** How long to wait for rows, in milliseconds: they may be on a slow disk, or behind a filter that is being applied. */
const ROWS_TIMEOUT = 60_000;

/** How long to wait for what every sample is read again for, in milliseconds. */
const READING_TIMEOUT = 30 * 60_000;

/** How long after the last keystroke the filter is applied, in milliseconds. */
const DEBOUNCE = 250;

/** How long the charts of a run that grows stay as they are, in milliseconds. */
const ASK_INTERVAL = 1000;

const api = vscodeApi();

// Only the extension of this webview can send messages: VS Code delivers no others to this window.
const client = createRpcClient<RunMethods>(hostWire(api, window), {
  timeout: ROWS_TIMEOUT,
  plain: (message) => {
    model.receive(message as ToRun);
  },
});

const model = new RunModel({
  clock: browserClock,
  debounce: DEBOUNCE,
  post: (message) => {
    api.postMessage(message);
  },
  askRows: (start, count, signal) => client.call('rows', { start, count }, { signal }),
  complete: (text, offset, signal) => client.call('complete', { text, offset }, { signal }),
  ask: (name, args, signal) =>
    client.call(name, args, name === 'toolDefinitions' ? { signal, timeout: READING_TIMEOUT } : { signal }),
  askInterval: ASK_INTERVAL,
  kept: readKeptRun(api.getState()),
  keep: (kept) => {
    api.setState(kept);
  },
});

render(<App model={model} />, document.getElementById('root') ?? document.body);
model.start();
