import type { MessagePort } from 'node:worker_threads';
import type { IndexCalls, RunsWorkerData } from '../index/calls.ts';
import { serveChannel } from '../index/channel.ts';
import type { RunIndexState } from '../index/model.ts';
import { Engine } from './engine.ts';

/** Answers the calls of a RunIndex. */
export function serveIndex(port: MessagePort, { limits }: RunsWorkerData): void {
  let emit: (state: RunIndexState) => void = () => undefined;
  const create = (): Engine =>
    new Engine(limits, (state) => {
      emit(state);
    });
  let engine = create();
  emit = serveChannel<IndexCalls>(port, {
    open: async (opening) => {
      await engine.dispose();
      engine = create();
      return engine.open(opening);
    },
    setView: (view, signal) => engine.setView(view, signal),
    rows: ({ start, count }, signal) => engine.rows(start, count, signal),
    sample: (row) => engine.sample(row),
    setBusy: (isBusy) => {
      engine.setBusy(isBusy);
      return null;
    },
    refresh: () => engine.refresh(),
    settled: (what) => engine.settled(what),
  });
}
