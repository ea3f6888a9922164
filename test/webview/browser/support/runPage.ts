import type { Page } from 'playwright-core';
import { addCondition } from '../../../../src/core/filter/addCondition.ts';
import type { RunRow, RunState } from '../../../../src/protocol/run.ts';
import { EVERY_CHART } from '../../run/chartAnswers.ts';
import { ALERTS, PAPER_POOL } from '../../run/toolAnswers.ts';
import { metricAnswers } from '../../run/metricAnswers.ts';
import { COMPLETIONS } from '../../run/states.ts';
import { EVERY_WHAT_IF } from '../../run/whatIfAnswers.ts';
import { openWebview, send, type WebviewOptions } from './webviewPage.ts';

/** What the extension of a test answers with: rows of these patterns, one after the other and again. */
export interface FakeRun {
  readonly state: RunState;
  /** The rows of the view begin with these, and go on with `pattern`. */
  readonly pattern: readonly RunRow[];
}

/** The pages that can add conditions to filters, as the extension does for them. */
const withFilters = new WeakSet<Page>();

/**
 * A run view with an extension of any number of rows behind it: a row is that of the pattern at its index, and numbers
 * in its texts say which row it is.
 */
export async function openRun({ state, pattern }: FakeRun, options: WebviewOptions = {}): Promise<Page> {
  const page = await openWebview('run', {
    ...options,
    answers: {
      complete: COMPLETIONS,
      charts: EVERY_CHART,
      toolPool: PAPER_POOL,
      alerts: ALERTS,
      ...EVERY_WHAT_IF,
      ...metricAnswers(),
    },
    unanswered: ['rows', 'addCondition'],
  });
  // Tests use a page one after the other.
  if (!withFilters.has(page)) {
    withFilters.add(page);
    await page.exposeFunction('addCondition', addCondition);
  }
  await page.evaluate(
    ({ rows, first }) => {
      interface Asked {
        readonly id?: number;
        readonly method?: string;
        readonly args?: {
          readonly start: number;
          readonly count: number;
          readonly filter: string;
          readonly condition: string;
        };
      }
      const fake = { state: first, asked: 0 };
      const { posted, addCondition } = window as unknown as {
        posted: Asked[];
        addCondition: (filter: string, condition: string) => Promise<string>;
      };
      Object.assign(window, { fake });
      const push = posted.push.bind(posted);
      posted.push = (...messages) => {
        for (const { id, method, args } of messages) {
          if (method === 'addCondition' && args !== undefined)
            void addCondition(args.filter, args.condition).then((value) => {
              window.postMessage({ id, ok: true, value });
            });
          if (method !== 'rows' || args === undefined) continue;
          fake.asked += args.count;
          const { version, generation } = fake.state;
          const answered = Array.from({ length: args.count }, (_, at) => {
            const index = args.start + at;
            const row = rows[index % rows.length];
            return row?.kind === 'sample'
              ? { ...row, row: index, question: `${row.question ?? ''} #${index + 1}` }
              : row;
          });
          const value = { version, generation, start: args.start, rows: answered };
          window.postMessage({ id, ok: true, value });
        }
        return push(...messages);
      };
    },
    { rows: pattern, first: state },
  );
  await showState(page, state);
  return page;
}

/** Sends another state. */
export async function showState(page: Page, state: RunState): Promise<void> {
  await page.evaluate((next) => {
    Object.assign((window as unknown as { fake: object }).fake, { state: next });
  }, state);
  await send(page, { type: 'state', state });
  await page.locator('.run').waitFor();
}

/** How many rows are in the DOM, without the heads of the columns. */
export const drawnRows = (page: Page): Promise<number> => page.locator('.table-row').count();
