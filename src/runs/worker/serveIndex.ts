import type { MessagePort } from 'node:worker_threads';
import { t } from '@vscode/l10n';
import { addCondition } from '../../core/filter/addCondition.ts';
import { PageTraceError } from '../../core/errors.ts';
import type { IndexCalls, RunsWorkerData } from '../index/calls.ts';
import { serveChannel } from '../index/channel.ts';
import type { RunIndexState, RunOpening } from '../index/model.ts';
import { guessFields } from '../reading/guessFields.ts';
import { readSampleAt } from '../reading/sampleAt.ts';
import { Engine } from './engine.ts';
import { serveWhatIfs } from './serveWhatIfs.ts';

/**
 * Answers the calls of a RunIndex.
 * @param url the script of the scoring threads
 */
export function serveIndex(port: MessagePort, data: RunsWorkerData, url: URL): void {
  let emit: (state: RunIndexState) => void = () => undefined;
  let engine: Engine | null = null;
  let generation = 0;
  /** Settles when an engine that reads everything again has begun. */
  let replacing: Promise<unknown> = Promise.resolve();
  const open = async (opening: RunOpening, unkept: Map<string, string>): Promise<Engine> => {
    const before = engine;
    const next: Engine = new Engine({
      opening,
      data,
      url,
      generation: generation++,
      unkept,
      emit: (state) => {
        if (engine === next) emit(state);
      },
      onReplaced: () => {
        if (engine === next) replacing = replace(opening, unkept, next);
      },
    });
    engine = next;
    await before?.dispose();
    return next;
  };
  const replace = async (opening: RunOpening, unkept: Map<string, string>, before: Engine): Promise<void> => {
    const { view } = before;
    const next = await open(opening, unkept);
    next.setView(view, true);
    await next.open();
  };
  const current = (): Engine => {
    if (engine === null) throw new PageTraceError('bad-input', t('No run is open.'));
    return engine;
  };
  emit = serveChannel<IndexCalls>(port, {
    open: async (opening) => (await open(opening, new Map())).open(),
    close: async () => {
      const last = engine;
      engine = null;
      await last?.dispose();
      return null;
    },
    setView: (view) => current().setView(view),
    rows: ({ start, count }, signal) => current().rows(start, count, signal),
    sample: (row) => current().sample(row),
    sampleAt: ({ place, fields }) => readSampleAt(place, fields),
    heldImage: async (held) => {
      const { ParquetImages } = await import('../tables/parquetImages.ts');
      return new ParquetImages().read(held);
    },
    extremes: (group) => current().extremes(group),
    complete: (asked) => current().complete(asked),
    addCondition: ({ filter, condition }) => addCondition(filter, condition),
    guess: (paths) => guessFields(paths),
    summary: (options) => current().summary(options),
    worst: async (count) => (await current().insights()).worst(count),
    ...serveWhatIfs(async () => (await current().insights()).whatIfs),
    fieldValues: async (field, signal) => (await current().insights()).metrics.fieldValues(field, signal),
    metrics: async (question, signal) => (await current().insights()).metrics.metrics(question, signal),
    side: async (name, signal) => (await current().insights()).metrics.side(name, signal),
    compareRuns: async ({ question, parts }, signal) =>
      (await current().insights()).metrics.compare(question, parts, signal),
    comparedQuestions: async ({ outcome, start, count }) =>
      (await current().insights()).metrics.questions(outcome, start, count),
    charts: async (ids) => (await current().insights()).charts(ids),
    toolPool: async () => (await current().insights()).tools.pool(),
    toolDefinitions: async (_, signal) => (await current().insights()).tools.definitions(signal),
    toolbox: async (names, signal) => (await current().insights()).tools.toolbox(names, signal),
    alerts: async () => (await current().insights()).tools.alerts(),
    setSearching: (isSearching) => {
      current().claims.setSearching(isSearching);
      return null;
    },
    nextToSearch: (count) => current().claims.next(count),
    takeClaims: async (found) => {
      await current().claims.take(found);
      return null;
    },
    keptDocuments: () => current().claims.keptDocuments(),
    restoreClaims: (unchanged) => {
      current().claims.restore(unchanged);
      return null;
    },
    setBusy: (isBusy) => {
      current().setBusy(isBusy);
      return null;
    },
    refresh: async () => {
      const state = await current().refresh();
      const before = replacing;
      await before;
      return state.generation === generation - 1 ? state : current().settled('indexed');
    },
    settled: (what) => current().settled(what),
  });
}
