import { expect, it } from 'vitest';
import { escapeMarkdown } from '../../../src/language/markdown.ts';
import { runReport, trajectoryReport } from '../../../src/reports/agreementReport.ts';
import { HOSTILE_LINE, HOSTILE_TEXT } from '../../support/hostileText.ts';
import { liveInMarkdown, markdownTokens } from '../../support/liveMarkdown.ts';
import { composite, CONTEXT, RESPONSE } from '../rewards/composite/support.ts';

const profile = composite({
  title: HOSTILE_LINE,
  components: [{ check: 'tag-present', tag: 'missing', weight: 1, title: HOSTILE_LINE }],
});
const agreement = {
  fields: [
    { name: 'overall', otherName: 'overall', builtIn: 0, other: 1, difference: 1 },
    { name: HOSTILE_TEXT, otherName: HOSTILE_LINE, builtIn: 0, other: HOSTILE_TEXT, difference: null },
  ],
  failure: HOSTILE_TEXT,
  apart: 1,
  nearerIf: null,
} as const;
const subject = {
  name: HOSTILE_TEXT,
  profile,
  loaded: {
    ok: true,
    file: `/rewards/${HOSTILE_LINE.replaceAll('/', '')}.py`,
    functionName: HOSTILE_LINE,
    contract: 'verl',
    contractSource: { kind: 'annotation', text: HOSTILE_TEXT },
    notes: [HOSTILE_TEXT],
    kwargs: { [HOSTILE_TEXT]: HOSTILE_TEXT },
    cwd: HOSTILE_LINE,
    python: HOSTILE_LINE,
    version: HOSTILE_LINE,
  },
  passed: 'everything',
  link: (words: string) => escapeMarkdown(words),
} as const;

it('the report on a trajectory has no link, image or HTML of a reward, a file or an exception', () => {
  const markdown = trajectoryReport({
    ...subject,
    score: profile.score(RESPONSE, CONTEXT),
    agreement,
    defaults: [{ key: 'num_images', value: HOSTILE_LINE, reason: HOSTILE_TEXT }],
    hint: HOSTILE_TEXT,
    failedAt: { file: HOSTILE_LINE, line: 3 },
  });
  expect(liveInMarkdown(markdown)).toEqual([]);
  expect(markdownTokens(markdown).filter(({ type }) => type === 'heading')).toHaveLength(2);
});

it('the report on a run has no link, image or HTML of a record, and no row is broken', () => {
  const markdown = runReport({
    ...subject,
    file: '/runs/a.jsonl',
    summary: {
      samples: 3,
      equal: 1,
      different: 1,
      failed: 1,
      unknown: 0,
      notApplicable: 0,
      meanApart: 1,
      mostApart: 1,
    },
    worst: [
      { place: { line: 3, sample: 1, id: HOSTILE_TEXT }, agreement },
      { place: { line: 4, sample: null, id: HOSTILE_LINE }, agreement: { ...agreement, failure: null } },
    ],
    unreadable: {
      count: 1,
      first: [{ place: { file: HOSTILE_LINE, line: 2, bytes: null, sample: null }, problem: HOSTILE_TEXT }],
    },
    stopped: false,
    notes: [HOSTILE_TEXT],
  });
  expect(liveInMarkdown(markdown)).toEqual([]);
  const [table] = markdownTokens(markdown).filter((token) => token.type === 'table');
  expect(table?.rows.map((row) => row.length)).toEqual([5, 5]);
});
