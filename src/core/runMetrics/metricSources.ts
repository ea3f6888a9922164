import type { Numbers } from '../summary/groupMembers.ts';
import { isDuration, isTokenCount } from '../summary/generationNumbers.ts';
import type { NameColumn, SampleTable } from '../summary/sampleTable.ts';
import { t } from '../t.ts';
import { isCallError, isFormatError } from './findingKinds.ts';
import type { MeasureColumns } from './measureColumns.ts';
import type { MetricSource } from './metricSource.ts';
import { refinementSources } from './refinementSources.ts';

/** The columns that metrics are read from. */
export interface MetricColumns {
  readonly table: SampleTable;
  /** What was measured of the texts and records of the samples. */
  readonly measures: Pick<MeasureColumns, 'numbers'>;
}

const SHARE = { unit: 'share', better: 'higher' } as const;

/** All metrics of a run, in the order in which they are shown; some may be known of no sample. */
export function metricSources({ table, measures }: MetricColumns): readonly MetricSource[] {
  const at = (column: Numbers | undefined) => (row: number) => column?.at(row) ?? null;
  return [
    ...rewardSources(table),
    ...answerSources({ table, measures }),
    ...sufficiencySources(table, {
      says: at(measures.numbers('says_insufficient')),
      is: at(measures.numbers('insufficient')),
    }),
    ...retrievalSources({ table, measures }),
    ...refinementOf(measures),
    ...validitySources(table, at(measures.numbers('format'))),
    ...groundingSources(table),
    ...costSources(table),
  ];
}

function rewardSources(table: SampleTable): readonly MetricSource[] {
  const common = { unit: 'number', better: 'higher' } as const;
  const reward = table.numbers('reward');
  const score = table.numbers('score');
  return [
    {
      ...common,
      name: 'reward',
      title: t('Reward'),
      description: t('What the reward profile pays.'),
      at: (row) => finite(reward?.at(row)),
    },
    {
      ...common,
      name: 'score',
      title: t('Recorded score'),
      description: t('The score in the record.'),
      at: (row) => finite(score?.at(row)),
    },
  ];
}

function answerSources({ table, measures }: MetricColumns): readonly MetricSource[] {
  const em = measures.numbers('em');
  const acc = measures.numbers('acc');
  const f1 = measures.numbers('f1');
  const anls = measures.numbers('anls');
  return [
    {
      ...SHARE,
      name: 'right',
      title: t('Right'),
      description: t(
        'Answers that are right: by the verdict of a person or a judge, otherwise by a number such as acc, otherwise by a score of 1.',
      ),
      at: (row) => {
        const isRight = table.isRight(row);
        return isRight === null ? null : Number(isRight);
      },
    },
    {
      ...SHARE,
      name: 'em',
      title: t('Exact match'),
      description: t('Answers whose normalized words are those of a reference.'),
      at: (row) => em?.at(row) ?? null,
    },
    {
      ...SHARE,
      name: 'acc',
      title: t('Contains the reference'),
      description: t('Answers that have all words of a reference.'),
      at: (row) => acc?.at(row) ?? null,
    },
    {
      ...SHARE,
      name: 'f1',
      title: t('F1'),
      description: t('F1 of the words of the answer and the best reference.'),
      at: (row) => f1?.at(row) ?? null,
    },
    {
      ...SHARE,
      name: 'anls',
      title: t('ANLS'),
      description: t(
        'How similar the characters of the answer and the best reference are; 0 if they are less than half alike.',
      ),
      at: (row) => anls?.at(row) ?? null,
    },
  ];
}

type At = (row: number) => number | null;

/** Nothing is measured of runs in which all images suffice. */
function sufficiencySources(
  { count }: SampleTable,
  { says, is }: { readonly says: At; readonly is: At },
): readonly MetricSource[] {
  let row = 0;
  while (row < count && is(row) !== 1) row += 1;
  if (row === count) return [];
  return [
    {
      ...SHARE,
      name: 'sufficiency_accuracy',
      title: t('Sufficiency, accuracy'),
      description: t('Answers that say that the images do not suffice exactly when they do not.'),
      at: (row) => {
        const said = says(row);
        return said === null ? null : Number(said === is(row));
      },
    },
    {
      ...SHARE,
      name: 'sufficiency_precision',
      title: t('Sufficiency, precision'),
      description: t('Samples whose images do not suffice, among the answers that say so.'),
      at: (row) => (says(row) === 1 ? is(row) : null),
    },
    {
      ...SHARE,
      name: 'sufficiency_recall',
      title: t('Sufficiency, recall'),
      description: t('Answers that say that the images do not suffice, among the samples where they do not.'),
      at: (row) => (is(row) === 1 ? says(row) : null),
    },
  ];
}

function retrievalSources({ measures }: MetricColumns): readonly MetricSource[] {
  const recall = (k: number): string =>
    t('The share of the pages with the answer that are among the first {0} retrieved pages.', k);
  const sources = [
    ['recall@1', t('Recall@{0}', 1), recall(1)],
    ['recall@3', t('Recall@{0}', 3), recall(3)],
    ['recall@5', t('Recall@{0}', 5), recall(5)],
    [
      'mrr@5',
      t('MRR@{0}', 5),
      t('1 / rank of the first page with the answer, 0 if it is not among the first {0}.', 5),
    ],
    [
      'ndcg@5',
      t('NDCG@{0}', 5),
      t(
        'The discounted gain of the pages with the answer among the first {0}, over that of the best order.',
        5,
      ),
    ],
  ] as const;
  return sources.map(([name, title, description]) => {
    const column = measures.numbers(name);
    return { ...SHARE, name, title, description, at: (row: number) => column?.at(row) ?? null };
  });
}

function refinementOf(measures: MetricColumns['measures']): readonly MetricSource[] {
  const items = measures.numbers('refinement');
  const iou = measures.numbers('iou');
  const toolIou = measures.numbers('tool_iou');
  return refinementSources((row) =>
    items?.at(row) == null ? null : { iou: finite(iou?.at(row)), tool_iou: finite(toolIou?.at(row)) },
  );
}

function validitySources(table: SampleTable, formatOfReward: At): readonly MetricSource[] {
  const hasFormatError = listsWith(table.findings, isFormatError);
  const hasCallError = listsWith(table.findings, isCallError);
  const hasCall = listsWith(table.tools, () => true);
  return [
    {
      ...SHARE,
      name: 'format_valid',
      title: t('Valid format'),
      description: t(
        'Responses whose format the reward pays in full; if it does not check the format, those without an error in it.',
      ),
      at: (row) => {
        if (!table.isSample(row)) return null;
        return formatOfReward(row) ?? Number(!hasFormatError(table.findings.listOf(row)));
      },
    },
    {
      ...SHARE,
      name: 'tools_valid',
      title: t('Valid tool calls'),
      description: t('Responses without an error in a tool call, among those with calls.'),
      at: (row) => {
        if (!table.isSample(row) || !hasCall(table.tools.listOf(row))) return null;
        return Number(!hasCallError(table.findings.listOf(row)));
      },
    },
  ];
}

/** Whether a list of names has one of some kind; each list is looked at once. */
function listsWith(column: NameColumn, belongs: (name: string) => boolean): (list: number) => boolean {
  const known = new Int8Array(column.lists).fill(-1);
  return (list) => {
    const before = known[list];
    if (before !== undefined && before >= 0) return before === 1;
    const has = column.namesOf(list).some(belongs);
    if (before !== undefined) known[list] = Number(has);
    return has;
  };
}

function groundingSources(table: SampleTable): readonly MetricSource[] {
  const grounded = table.numbers('grounded');
  const onGold = table.numbers('gold_claims');
  const seen = table.numbers('gold_seen');
  /** Whether answers are right, of the samples of which some claim meets a place that shows the answer, or none does. */
  const rightIf = (hasSeen: 0 | 1) => (row: number) => {
    const isRight = seen?.at(row) === hasSeen ? table.isRight(row) : null;
    return isRight === null ? null : Number(isRight);
  };
  return [
    {
      ...SHARE,
      name: 'grounded',
      title: t('Grounded claims'),
      description: t('The share of the claims of a response that are found on its pages.'),
      at: (row) => finite(grounded?.at(row)),
    },
    {
      ...SHARE,
      name: 'gold_claims',
      title: t('Claims on gold boxes'),
      description: t('The share of the claims with a place on a page whose place meets a gold box.'),
      at: (row) => finite(onGold?.at(row)),
    },
    {
      ...SHARE,
      name: 'gold_seen',
      title: t('Gold box seen'),
      description: t('Responses with a claim whose place meets a gold box.'),
      at: (row) => finite(seen?.at(row)),
    },
    {
      ...SHARE,
      name: 'right_if_seen',
      title: t('Right, gold box seen'),
      description: t('Answers that are right, of the responses with a claim on a gold box.'),
      at: rightIf(1),
    },
    {
      ...SHARE,
      name: 'right_if_missed',
      title: t('Right, gold box missed'),
      description: t('Answers that are right, of the responses without a claim on a gold box.'),
      at: rightIf(0),
    },
  ];
}

/** How long responses are and how long they took, under the names of the records. */
function costSources(table: SampleTable): readonly MetricSource[] {
  const common = { unit: 'number', better: null } as const;
  const length = table.numbers('length');
  const recorded = table.numberNames.filter((name) => isTokenCount(name) || isDuration(name));
  return [
    {
      ...common,
      name: 'length',
      title: t('Tokens'),
      description: t('The length of the response in tokens.'),
      at: (row) => finite(length?.at(row)),
    },
    ...recorded.map((name): MetricSource => {
      const column = table.numbers(name);
      return {
        ...common,
        name,
        title: name,
        description: isDuration(name)
          ? t('A duration in the records, under this name.')
          : t('A number of tokens in the records, under this name.'),
        at: (row) => finite(column?.at(row)),
      };
    }),
  ];
}

const finite = (value: number | null | undefined): number | null =>
  value != null && Number.isFinite(value) ? value : null;
