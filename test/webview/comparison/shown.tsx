import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach } from 'vitest';
import type { FromComparison, ToComparison } from '../../../src/protocol/comparison.ts';
import type { InspectorState } from '../../../src/protocol/inspector.ts';
import { ComparisonModel } from '../../../webview/comparison/model/comparisonModel.ts';
import { readKeptComparison, type KeptComparison } from '../../../webview/comparison/model/keptComparison.ts';
import { App } from '../../../webview/comparison/view/app.tsx';
import { coreEngine } from '../../../webview/inspector/model/coreEngine.ts';
import { HandClock } from '../inspector/bench.ts';
import { comparisonMessages } from './states.ts';

/** What the page shows; made anew for each test. */
export let root: HTMLElement;
export let clock: HandClock;
export let model: ComparisonModel;
/** What the page sent and kept. */
export let posted: FromComparison[];
export let kept: KeptComparison[];

beforeEach(() => {
  root = document.createElement('div');
  document.body.append(root);
  clock = new HandClock();
  posted = [];
  kept = [];
  model = new ComparisonModel({
    engine: coreEngine,
    clock,
    post: (message) => posted.push(message),
    kept: readKeptComparison(null),
    keep: (state) => kept.push(state),
  });
});
afterEach(() => {
  render(null, root);
  root.remove();
  model.dispose();
});

/** Gives the page messages, and draws. */
export function receive(...messages: readonly ToComparison[]): void {
  void act(() => {
    for (const message of messages) model.receive(message);
    clock.draw();
  });
}

/** Shows two trajectories. */
export function open(before: Partial<InspectorState>, after: Partial<InspectorState>): void {
  void act(() => {
    render(<App model={model} />, root);
  });
  receive(...comparisonMessages(before, after));
}

/** The texts of all elements that fit a selector. */
export const texts = (selector: string): string[] =>
  [...root.querySelectorAll(selector)].map(({ textContent }) => textContent);
/** Clicks the button with a text. */
export const click = (text: string, within: ParentNode = root): void => {
  const found = [...within.querySelectorAll<HTMLElement>('button')].find(
    ({ textContent }) => textContent.trim() === text,
  );
  if (found === undefined) throw new Error(`No button says ${text}.`);
  void act(() => {
    found.click();
    clock.draw();
  });
};
