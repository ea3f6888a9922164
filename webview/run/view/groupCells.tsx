import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { GroupRow } from '../../../src/protocol/run.ts';
import { Button } from '../../shared/controls.tsx';
import { anyNumber, reward, whole } from '../model/numbers.ts';
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
    default:
      return null;
  }
}

/** `43% (5 of 8)`. */
function Majority({
  majority,
  n,
}: {
  readonly majority: { answer: string; count: number };
  readonly n: number;
}): JSX.Element {
  const { answer, count } = majority;
  const text =
    count === 1 && n > 1
      ? t('{0} (no majority)', answer)
      : t('{0} ({1} of {2})', answer, whole(count), whole(n));
  return (
    <span class="words" title={text}>
      {text}
    </span>
  );
}

/** How many are right: a dot for each sample, or numbers if they are many. */
function RightOf({ row: { n, judged, right } }: { readonly row: GroupRow }): JSX.Element | null {
  if (judged === 0) return null;
  const says =
    judged === n
      ? t('{0} of {1} right', whole(right), whole(n))
      : t('{0} of {1} right, {2} not judged', whole(right), whole(judged), whole(n - judged));
  if (n > MOST_DOTS)
    return (
      <span class="figure" title={says}>
        {t('{0} of {1}', whole(right), whole(judged))}
      </span>
    );
  return (
    <span class="dots" role="img" aria-label={says} title={says}>
      <span class="dots-right">{'●'.repeat(right)}</span>
      <span class="dots-wrong">{'○'.repeat(judged - right)}</span>
      <span class="dots-open">{'·'.repeat(n - judged)}</span>
    </span>
  );
}

/** What is noteworthy about the whole group. */
function Tags({ row: { n, judged, right, isZeroVariance } }: { readonly row: GroupRow }): JSX.Element {
  const isJudged = judged === n && n > 0;
  return (
    <>
      {isJudged && right === 0 && <span class="tag">{t('all wrong')}</span>}
      {isJudged && right === n && <span class="tag">{t('all right')}</span>}
      {isZeroVariance && <span class="tag">{t('no variance')}</span>}
    </>
  );
}
