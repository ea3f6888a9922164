import { describe, expect, it } from 'vitest';
import { runHtml } from '../../../src/reports/html/runHtml.ts';
import { alertsPart, metricsPart, toolsPart } from '../../../src/reports/runParts.ts';
import { describeToolPool } from '../../../src/core/toolPool/toolPool.ts';
import { reportOf } from '../../support/exportedRun.ts';
import { HOSTILE_TEXT } from '../../support/hostileText.ts';
import { tableOf } from '../../support/sampleTables.ts';

const idsIn = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

describe('the report of a run', () => {
  it('has every part, each once, and every link leads to one', () => {
    const html = runHtml(reportOf());
    const ids = idsIn(html);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, to = ''] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(to);
    expect([...html.matchAll(/<h2 id="([a-z]+)"/g)].map(([, id]) => id)).toEqual([
      'charts',
      'alerts',
      'metrics',
      'tools',
      'worst',
      'pages',
    ]);
    // Trajectories have the parts of a report of their own, two levels deeper.
    expect(html).toContain('<h4 id="sample-1-result">');
    expect(html).toContain('<h4 id="sample-2-result">');
    expect(html).toContain('<strong>Samples that it keeps:</strong> 5');
  });

  it('loads nothing, has no script, and takes what records say for text', () => {
    const html = runHtml(reportOf({ title: HOSTILE_TEXT }));
    expect(html).not.toMatch(/<script|<[^>]+\son\w+=|src="(?!data:)|href="(?!#)|<!--/);
    // Nothing hidden, and nothing that changes the order of other text.
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b-\u200f]/);
  });

  it('shows the pages of all trajectories once, and which claim is whose', () => {
    const html = runHtml(reportOf());
    expect(html.match(/<figure id="page-/g)).toHaveLength(reportOf().pages.length);
    expect(html).toMatch(/aria-label="#1 /);
    expect(html).toMatch(/aria-label="#2 /);
  });

  it('of a run without anything has no empty parts', () => {
    const { table, rows } = tableOf([]);
    const html = runHtml(
      reportOf({
        charts: [],
        parts: [
          ...alertsPart([]),
          ...metricsPart({ title: 'Metrics', parts: ['0 samples.'] }),
          ...toolsPart(describeToolPool(table, rows, 'score')),
        ],
        trajectories: [],
        pages: [],
      }),
    );
    expect(html).not.toContain('<h2');
    expect(html).toContain('<h1>rollouts</h1>');
  });

  it('has the numbers of its charts', () => {
    const html = runHtml(reportOf());
    expect(html).toContain('<summary>Numbers</summary>');
    expect(html).toMatch(/<svg[^>]+role="img"/);
    // A chart of nothing says so.
    expect(html).toContain('No sample has this number.');
  });
});
