import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { GroupRow } from '../../../src/protocol/run.ts';
import { Button } from '../../shared/controls.tsx';
import { groupTags, passPhrase, rightPhrase } from '../model/groupPhrases.ts';
import { anyNumber, percent, reward, whole } from '../model/numbers.ts';
import type { RunModel } from '../model/runModel.ts';

/** The most samples that are shown as dots; the numbers of more are written. */
const MOST_DOTS = 16;

interface GroupCellProps {
  /** The name of the column. */
  readonly name: string;
  /** The column of the number that groups have the mean of. */
  readonly compared: 'reward' | 'score';
  readonly row: GroupRow;
  readonly model: RunModel;
  readonly isFirst: boolean;
}

/** What the head of a group has in a column. */
export function GroupCell({ name, compared, row, model, isFirst }: GroupCellProps): JSX.Element {
  return (
    <>
      {isFirst && (
        <span class="fold" aria-hidden="true">
          {row.isCollapsed ? '▸' : '▾'}
        </span>
      )}
      <GroupValue name={name} compared={compared} row={row} />
      {isFirst && (
        <span class="group-end">
          {row.matched < row.n && (
            <span class="dim">{t('{0} of {1} match', whole(row.matched), whole(row.n))}</span>
          )}
          {row.n > 1 && <CompareButton row={row} model={model} />}
        </span>
      )}
    </>
  );
}

/** For the pointer: in the order of the Tab key, there would be one for each group. */
function CompareButton({ row, model }: Pick<GroupCellProps, 'row' | 'model'>): JSX.Element {
  return (
    <span
      class="compare"
      onClick={(event) => {
        event.stopPropagation();
      }}
    >
      <Button
        title={t('Compare the best and the worst sample (C)')}
        onClick={() => {
          model.compare(row);
        }}
      >
        {t('Compare')}
      </Button>
    </span>
  );
}

function GroupValue({
  name,
  compared,
  row,
}: Pick<GroupCellProps, 'name' | 'compared' | 'row'>): JSX.Element | null {
  switch (name) {
    case 'question': {
      const text = row.question ?? row.name;
      return (
        <span class="words" title={text}>
          {text}
        </span>
      );
    }
    case 'group':
      return (
        <span class="words" title={row.name}>
          {row.name}
        </span>
      );
    case 'answer':
      return row.majority && <Majority majority={row.majority} n={row.n} />;
    case 'reference':
      return row.reference === null ? null : (
        <span class="words" title={row.reference}>
          {row.reference}
        </span>
      );
    case 'verdict':
      return <RightOf row={row} />;
    case 'reward':
    case 'score':
      return row.mean === null || name !== compared ? null : (
        <span class="figure">
          {row.std === null ? reward(row.mean) : `${reward(row.mean)} ± ${reward(row.std)}`}
        </span>
      );
    case 'findings':
      return <Tags row={row} />;
    case 'step':
      return row.step === null ? null : <span class="figure">{anyNumber(row.step)}</span>;
    default: {
      const figure = groupFigure(name, row);
      return figure === null ? null : <span class="figure">{figure}</span>;
    }
  }
}

/** What is in the columns that only heads of groups have. */
function groupFigure(name: string, row: GroupRow): string | null {
  switch (name) {
    case 'group.n':
      return whole(row.n);
    case 'group.right':
      return row.judged === 0 ? null : whole(row.right);
    case 'group.wrong':
      return row.judged === 0 ? null : whole(row.wrong);
    case 'group.mean':
      return row.mean === null ? null : reward(row.mean);
    case 'group.std':
      return row.std === null ? null : reward(row.std);
    case 'group.min':
      return row.min === null ? null : reward(row.min);
    case 'group.max':
      return row.max === null ? null : reward(row.max);
    case 'group.share':
      return row.share === null ? null : percent(row.share);
    case 'group.agreement':
      return row.agreement === null ? null : percent(row.agreement);
    default:
      return null;
  }
}

/** `43% 5 of 8`: how many give the answer is never cut off. */
function Majority({
  majority,
  n,
}: {
  readonly majority: { answer: string; count: number };
  readonly n: number;
}): JSX.Element {
  const { answer, count } = majority;
  return (
    <span class="majority">
      <span class="words" title={answer}>
        {answer}
      </span>{' '}
      <span class="dim">
        {count === 1 && n > 1 ? t('no majority') : t('{0} of {1}', whole(count), whole(n))}
      </span>
    </span>
  );
}

/** How many are right: a dot for each sample, or numbers if they are many. */
function RightOf({ row }: { readonly row: GroupRow }): JSX.Element | null {
  const { n, judged, right, wrong } = row;
  if (judged === 0) return null;
  const says = rightPhrase(row);
  const passes = passPhrase(row);
  const title = passes === null ? says : `${says}\n${passes}`;
  if (n > MOST_DOTS)
    return (
      <span class="figure" title={title}>
        {t('{0} of {1}', whole(right), whole(judged))}
      </span>
    );
  return (
    <span class="dots" role="img" aria-label={says} title={title}>
      <span class="dots-right">{'●'.repeat(right)}</span>
      <span class="dots-wrong">{'○'.repeat(wrong)}</span>
      <span class="dots-open">{'·'.repeat(n - judged)}</span>
    </span>
  );
}

/** What is noteworthy about the whole group. */
function Tags({ row }: { readonly row: GroupRow }): JSX.Element {
  return (
    <>
      {groupTags(row).map(({ words, says }) => (
        <span class="tag" key={words} title={says}>
          {words}
        </span>
      ))}
    </>
  );
}
