// Opens a file in the index of a run and prints what that took, as JSON: node runIndexProcess.ts FILE PROFILE
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { dist } from '../../scripts/lib/paths.mjs';
import type { ChartId } from '../../src/core/charts/model.ts';
import { readFieldMap } from '../../src/core/records/fieldMap.ts';
import { FIRST_VIEW } from '../../src/runs/index/model.ts';
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

/** Steps of 800 samples that what-ifs are about, if there are so many: 100,000 samples. */
const STEPS = 125;

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
// Which answers are right is said by the records, so that every reward is known.
await index.open({ paths: [file], fields: readFieldMap(['verdict=acc']), profile, cache: null });
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
await index.setView({ ...FIRST_VIEW, filter: `step:1..${STEPS}` });
const filter = { low: 0.1, high: 0.9, key: 'reward', dropsAllRight: false, dropsAllWrong: false };
await index.whatIfs.filter({ filter, batch: null });
const slid = performance.now();
const { groups } = await index.whatIfs.filter({ filter: { ...filter, low: 0.2 }, batch: null });
const filterWhatIf = performance.now() - slid;
const term = { column: 'reward.format', factor: 1 };
await index.whatIfs.reward({ kind: 'terms', terms: [term] });
const weighed = performance.now();
await index.whatIfs.reward({ kind: 'terms', terms: [{ ...term, factor: -1 }] });
const rewardWhatIf = performance.now() - weighed;
clearInterval(looking);
await index.dispose();
if (last.rows.length !== SCREEN) throw new Error(`The last screen has ${last.rows.length} rows.`);
const measured: MeasuredIndex = {
  samples,
  firstRows,
  lastRows,
  tiles,
  charts,
  groups,
  filterWhatIf,
  rewardWhatIf,
  indexing: atIndexed - atFirstRows,
  scoring: atScored - atIndexed,
  indexMemory: (peakIndexed - before) / 1e6,
  memory: (peak - before) / 1e6,
};
console.log(JSON.stringify(measured));
