// Opens a file in the index of a run and prints what that took, as JSON: node runIndexProcess.ts FILE PROFILE
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { dist } from '../../scripts/lib/paths.mjs';
import type { ChartId } from '../../src/core/charts/model.ts';
import { RunIndex } from '../../src/runs/index/runIndex.ts';
import type { MeasuredIndex } from './runIndex.ts';

/** Rows of a screen. */
const SCREEN = 80;
/** Milliseconds between two looks at the memory. */
const LOOK = 10;

/** The charts above the table, and the others of the tab of charts. */
const TILES: readonly ChartId[] = [
  'steps:reward',
  'difficulty',
  'distribution:reward',
  'distribution:length',
];
const OTHER_CHARTS: readonly ChartId[] = [
  'steps:right',
  'steps:length',
  'steps:cut-off',
  'steps:entropy',
  'steps:reward.answer',
  'steps:reward.format',
  'distribution:reward.answer',
  'distribution:reward.format',
  'findings',
  'tools',
];

const [file = '', profile = 'none'] = process.argv.slice(2);

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const before = process.memoryUsage.rss();
let peak = before;
const looking = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, LOOK);

const index = new RunIndex({
  worker: pathToFileURL(path.join(dist, 'runs-worker.js')),
  strings: {},
  locale: 'en',
  limits: { pollInterval: 0 },
});
const opened = performance.now();
await index.open({ paths: [file], fields: {}, profile, cache: null });
await index.rows(0, SCREEN);
const firstRows = performance.now() - opened;
const atFirstRows = cpuSeconds();
await index.settled('indexed');
const atIndexed = cpuSeconds();
const peakIndexed = peak;
const { samples, view } = await index.settled('scored');
const atScored = cpuSeconds();
const scrolled = performance.now();
const last = await index.rows(view.rows - SCREEN, SCREEN);
const lastRows = performance.now() - scrolled;
const drawn = performance.now();
await index.charts([...TILES]);
const tiles = performance.now() - drawn;
const drawnAll = performance.now();
await index.charts([...TILES, ...OTHER_CHARTS]);
const charts = performance.now() - drawnAll;
clearInterval(looking);
await index.dispose();
if (last.rows.length !== SCREEN) throw new Error(`The last screen has ${last.rows.length} rows.`);
const measured: MeasuredIndex = {
  samples,
  firstRows,
  lastRows,
  tiles,
  charts,
  indexing: atIndexed - atFirstRows,
  scoring: atScored - atIndexed,
  indexMemory: (peakIndexed - before) / 1e6,
  memory: (peak - before) / 1e6,
};
console.log(JSON.stringify(measured));
