import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAlerts } from '../../../src/core/alerts/findAlerts.ts';
import { ALERT_CODES, type Alert } from '../../../src/core/alerts/model.ts';
import { parseFilter } from '../../../src/core/filter/parseFilter.ts';
import { testAtom } from '../../../src/core/filter/testAtom.ts';
import { ColumnsTable } from '../../../src/core/summary/columnsTable.ts';
import { GroupNumbers } from '../../../src/core/summary/groupNumbers.ts';
import { RunColumns } from '../../../src/core/summary/runColumns.ts';
import type { SampleFacts } from '../../../src/core/summary/sampleFacts.ts';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { factsOf } from '../summary/facts.ts';

const STEPS = 30;
const QUESTIONS = 8;
const SAMPLES = 4;

/** What a sample of a generated run is made of; a fault changes it by how far the run has come, from 0 to 1. */
interface Drawn {
  reward: number;
  right: boolean;
  length: number;
  format: number;
  tools: readonly string[];
  findings: readonly string[];
  answer: string;
  finishReason: string;
  grounded: number | null;
}

type Fault = (drawn: Drawn, progress: number, draw: () => number) => Partial<Drawn>;

/** Numbers from 0 to 1 that look like chance, the same for the same seed (mulberry32). */
function drawer(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A run without any fault but the one that is planted. */
function run(seed: number, fault: Fault = () => ({}), orderOf = (step: number) => step): RunColumns {
  const draw = drawer(seed);
  const columns = new RunColumns();
  for (let step = 1; step <= STEPS; step += 1)
    for (let question = 0; question < QUESTIONS; question += 1)
      for (let sample = 0; sample < SAMPLES; sample += 1) {
        const key = `${step} ${question}`;
        const right = draw() < 0.5;
        const plain: Drawn = {
          reward: (right ? 0.8 : 0) + 0.2 * draw(),
          right,
          length: 200 + Math.floor(300 * draw() * draw()),
          format: draw() < 0.8 ? 0.1 : 0,
          tools: draw() < 0.5 ? ['read_text_element'] : [],
          findings: draw() < 0.01 ? ['unknown-tool'] : [],
          answer: right ? `answer ${key}` : `wrong ${draw()}`,
          finishReason: draw() < 0.02 ? 'length' : 'stop',
          grounded: draw() < 0.5 ? null : 0.5 + 0.5 * draw(),
        };
        const drawn = { ...plain, ...fault(plain, orderOf(step) / STEPS, draw) };
        columns.add(toFacts(drawn, step, key));
      }
  return columns;
}

function toFacts(drawn: Drawn, step: number, key: string): SampleFacts {
  const { reward, length, format, grounded, right, tools, findings, answer, finishReason } = drawn;
  const numbers = { reward, 'reward.format': format, length, ...(grounded === null ? {} : { grounded }) };
  return factsOf({
    step,
    group: { key, name: `question ${key}`, keys: ['input'] },
    right,
    fields: new Map(Object.entries(numbers)),
    tools,
    findings,
    answer,
    finishReason,
  });
}

function alertsOf(columns: RunColumns, off: readonly string[] = []): readonly Alert[] {
  return findAlerts(
    new ColumnsTable(columns),
    Uint32Array.from({ length: columns.rows }, (_, row) => row),
    'reward',
    off,
  );
}

/** The rows that a filter leaves. */
function matched(columns: RunColumns, filter: string): readonly number[] {
  const parsed = parseFilter(filter);
  if (!parsed.ok) throw new Error(`${filter}: ${parsed.error.message}`);
  const groups = new GroupNumbers(columns, { acrossSteps: false, compared: 'reward' });
  return Array.from({ length: columns.rows }, (_, row) => row).filter((row) => {
    const right = columns.isRight(row);
    return parsed.filter.test((index) => {
      const atom = parsed.filter.atoms[index];
      return (
        atom !== undefined &&
        testAtom(atom, {
          number: (field) =>
            field === 'step' ? columns.steps.at(row) : (columns.fields.get(field)?.at(row) ?? null),
          text: (field) => {
            if (field === 'verdict') return right === null ? null : right ? 'right' : 'wrong';
            return field === 'answer'
              ? columns.answers.at(row)
              : field === 'finish'
                ? columns.finishReasons.at(row)
                : null;
          },
          tools: () => columns.tools.namesOf(columns.tools.listOf(row)),
          findings: () => columns.findings.namesOf(columns.findings.listOf(row)),
          claims: () => ['not-found'],
          group: (field) => groups.of(row, field),
        })
      );
    });
  });
}

const FAULTS: Readonly<Record<(typeof ALERT_CODES)[number], Fault>> = {
  'reward-up-right-down': (_, progress, draw) => ({
    right: draw() < 0.7 - 0.4 * progress,
    reward: 0.3 + 0.5 * progress + 0.1 * draw(),
  }),
  'claims-lose-pages': ({ grounded }, progress) => ({ grounded: (grounded ?? 0.5) * (1 - 0.4 * progress) }),
  'answer-copied': ({ right }, progress, draw) =>
    !right && draw() < progress ? { answer: 'not stated' } : {},
  'length-at-limit': (_, progress, draw) =>
    draw() < 0.3 * progress ? { length: 1024, finishReason: 'length' } : {},
  'think-emptied': (_, progress, draw) => (draw() < 0.4 * progress ? { findings: ['empty-block'] } : {}),
  'unknown-tools-spread': (_, progress, draw) =>
    draw() < 0.3 * progress ? { findings: ['unknown-tool'], tools: ['magic_wand'] } : {},
  'format-saturated': (_, progress) => (progress > 0.3 ? { format: 0.1 } : {}),
  'groups-without-variance': (_, progress) => (progress > 0.5 ? { reward: 1 } : {}),
};

/** What is said of each fault, with its numbers and steps. */
const SENTENCES: Readonly<Record<(typeof ALERT_CODES)[number], string>> = {
  'reward-up-right-down':
    'The mean reward rises from 0.441 (steps 1 to 10) to 0.777 (steps 21 to 30), and the share of right answers falls from 62% (steps 1 to 10) to 38% (steps 21 to 30): something else than the answer is paid for.',
  'claims-lose-pages':
    'The share of claims that are found on the pages falls from 59% (steps 1 to 10) to 41% (steps 21 to 30).',
  'answer-copied':
    'In steps 21 to 30, “not stated” is the wrong answer to 72 different questions, in 43% of the samples.',
  'length-at-limit':
    'The share of responses that are cut off grows from 9.1% (steps 1 to 10) to 27% (steps 21 to 30).',
  'think-emptied':
    'The share of responses with an empty block or a turn without thinking grows from 9.4% (steps 1 to 10) to 33% (steps 21 to 30).',
  'unknown-tools-spread':
    'The share of responses that call a tool that no prompt offers, most often magic_wand, grows from 9.4% (steps 1 to 10) to 26% (steps 21 to 30).',
  'format-saturated':
    'In steps 21 to 30, 100% of the samples have the greatest reward.format, 0.1: it tells hardly any of them apart.',
  'groups-without-variance':
    'In steps 21 to 30, all samples of 80 of 80 groups (100%) are paid the same, so that no advantage tells them apart.',
};

describe('alerts of a run', () => {
  it('are none where nothing is wrong', () => {
    expect(alertsOf(run(1))).toEqual([]);
    expect(alertsOf(new RunColumns())).toEqual([]);
  });

  it.each(ALERT_CODES)('%s is found where it is planted, and its filter leaves rows', (code) => {
    const columns = run(1, FAULTS[code]);
    const found = alertsOf(columns).find((alert) => alert.code === code);
    expect(found).toMatchObject({ steps: { first: 21, last: 30 } });
    const rows = matched(columns, found?.filter ?? '');
    if (code !== 'format-saturated') expect(rows.length).toBeGreaterThan(20);
    expect(rows.every((row) => (columns.steps.at(row) ?? 0) >= 21)).toBe(true);
    expect(alertsOf(columns, [code]).map((alert) => alert.code)).not.toContain(code);
    expect(found?.sentence).toBe(SENTENCES[code]);
  });

  it('are found in runs that are drawn otherwise', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...ALERT_CODES), (seed, code) => {
        expect(alertsOf(run(seed, FAULTS[code])).map((alert) => alert.code)).toContain(code);
      }),
      propertyRuns(),
    );
  });

  it('are hardly ever found where the order of the steps is chance', () => {
    // Alerts about how a run is, rather than about how it goes, do not depend on the order.
    const states = ['format-saturated', 'groups-without-variance', 'answer-copied'];
    let alarms = 0;
    let runs = 0;
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...ALERT_CODES), (seed, code) => {
        if (states.includes(code)) return;
        const draw = drawer(seed);
        const order = Array.from({ length: STEPS + 1 }, (_, step) => ({ step, at: draw() }))
          .sort((one, other) => one.at - other.at)
          .map(({ step }) => step);
        runs += 1;
        alarms += alertsOf(run(seed, FAULTS[code], (step) => order[step] ?? 0)).length;
      }),
      propertyRuns(3000),
    );
    expect(runs).toBeGreaterThan(50);
    expect(alarms / runs).toBeLessThan(0.03);
  });
});
