import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { Step } from '../../../src/core/trajectory/model.ts';
import type { Thought, ThoughtVerdict } from '../../../src/core/trajectory/thoughts/model.ts';
import { joinList } from '../../../src/core/joinList.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import type { ParsedText } from '../model/parsedText.ts';
import type { ThoughtPlace } from '../model/thoughts.ts';
import { TreeRow } from './treeRow.tsx';
import { ExpandableText } from './wholeText.tsx';

/** How many characters of a thought are shown until all are asked for. */
const SHORT = 600;

interface ThoughtRowProps {
  readonly model: InspectorModel;
  readonly parsed: ParsedText;
  readonly step: Step;
  readonly place: ThoughtPlace;
  /** Its row below the step, from 0. */
  readonly detail: number;
  readonly current: boolean;
  readonly onChoose: (thought: Thought) => void;
  readonly onOpen: (thought: Thought) => void;
}

/** One piece of reasoning below its think step: its heading, the verdict on it, and its text. */
export function ThoughtRow(props: ThoughtRowProps): JSX.Element {
  const { model, parsed, step, place, detail, current } = props;
  const { thought, depth } = place;
  const { start, end } = thought.body;
  return (
    <TreeRow
      id={`step-${step.index}-${detail}`}
      class={`part thought depth-${Math.min(depth + 2, 4)}`}
      level={step.depth + 2 + depth}
      position={place.position}
      siblings={parsed.complete ? place.siblings : -1}
      current={current}
      marker={
        <span class="marker" aria-hidden="true">
          {thought.label === '' ? '▫' : thought.label}
        </span>
      }
      cost={<span class="cost" />}
      onChoose={() => {
        props.onChoose(thought);
      }}
      onOpen={() => {
        props.onOpen(thought);
      }}
    >
      <div class="asked">
        <span class="thought-title">{thought.title}</span> <Made verdict={thought.verdict} />
        <About place={place} />{' '}
        {start < end && (
          <ExpandableText model={model} parsed={parsed} span={thought.body} short={SHORT} current={current} />
        )}
      </div>
    </TreeRow>
  );
}

/** How the reasoning judges a thought, as an icon and in words. */
function Made({ verdict }: { readonly verdict: ThoughtVerdict | null }): JSX.Element | null {
  if (verdict === null) return null;
  return verdict === 'promising' ? (
    <span class="made good">✓ {t('promising')}</span>
  ) : (
    <span class="made bad">✗ {t('dead end')}</span>
  );
}

/** What a thought does with the thoughts that it is about; empty if it is about none. */
function aboutPhrase({ kind, about }: Thought): string {
  if (about.length === 0) return '';
  switch (kind) {
    case 'evaluation':
      return t('evaluates {0}', joinList(about));
    case 'refinement':
      return t('refines {0}', joinList(about));
    case 'merge':
      return t('merges {0}', joinList(about));
    default:
      return '';
  }
}

function About({ place: { thought, leadsTo } }: { readonly place: ThoughtPlace }): JSX.Element | null {
  const leads = leadsTo.length === 0 ? '' : t('leads to {0}', joinList(leadsTo));
  const words = [aboutPhrase(thought), leads].filter((part) => part !== '').join(', ');
  return words === '' ? null : <span class="dim">{words}</span>;
}
