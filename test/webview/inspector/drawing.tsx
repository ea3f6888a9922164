import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, vi } from 'vitest';
import type { InspectorState, ToInspector } from '../../../src/protocol/inspector.ts';
import { App } from '../../../webview/inspector/view/app.tsx';
import type { TabName, UiState } from '../../../webview/inspector/model/uiState.ts';
import type { FullPage, Pictures } from '../../../webview/inspector/view/images.ts';
import { advantagesOf, bench, probabilitiesOf, type Bench } from './bench.ts';

/** The element into which each test draws. */
export let root: HTMLElement;

beforeEach(() => {
  root = document.createElement('div');
  document.body.append(root);
});

afterEach(() => {
  render(null, root);
  root.remove();
});

/** Runs an action and draws its effect. */
export function apply(work: () => void): void {
  void act(work);
}

const picture = (): Promise<string> => Promise.resolve('data:image/png;base64,AAAA');
const pages = (): Promise<FullPage> => picture().then((src) => ({ src, width: 100, height: 100 }));

/** Draws an inspector with the state `shown` and with `kept`, the view state that its page saved. */
export function open(
  shown?: InspectorState,
  kept?: UiState,
  probabilities = probabilitiesOf(),
  pictures: Partial<Pictures> = {},
  answers?: Readonly<Record<string, unknown>>,
): Bench {
  const made = bench(shown, kept);
  apply(() => {
    render(
      <App
        model={made.model}
        pictures={{
          images: picture,
          pages,
          parts: pages,
          words: () => Promise.resolve([]),
          pageCount: () => Promise.resolve(12),
          partDelay: 0,
          ...pictures,
        }}
        probabilities={probabilities}
        advantages={advantagesOf(made.model, answers)}
      />,
      root,
    );
  });
  return made;
}

export function receive({ model, clock }: Bench, ...messages: readonly ToInspector[]): void {
  apply(() => {
    for (const message of messages) model.receive(message);
    clock.draw();
  });
}

export function find(selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`There is no ${selector} in ${root.textContent}.`);
  return found;
}

export function all(selector: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)];
}

export function texts(selector: string): string[] {
  return all(selector).map(({ textContent }) => textContent);
}

export function byText(selector: string, text: string): HTMLElement {
  const found = all(selector).find((element) => element.textContent.trim() === text);
  if (found === undefined) throw new Error(`No ${selector} says ${text}: ${texts(selector).join(' | ')}`);
  return found;
}

export function click(element: HTMLElement): void {
  apply(() => {
    element.click();
  });
}

/** Reports the size of elements at once, in place of the browser; `vi.unstubAllGlobals` takes it back. */
export function observeSizes(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #report: () => void;
      constructor(report: () => void) {
        this.#report = report;
      }
      observe(): void {
        this.#report();
      }
      disconnect(): void {
        // Nothing is observed any more.
      }
    },
  );
}

/** Shows a tab of the inspector. */
export function showTab({ model }: Bench, tab: TabName): void {
  apply(() => {
    model.showTab(tab);
  });
}

/** Presses a key in the tree of steps. */
export function press(key: string): void {
  apply(() => {
    find('[role=tree]').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
}

/** The id of the step that has the focus. */
export function current(): string {
  return find('[role=tree]').getAttribute('aria-activedescendant') ?? '';
}
