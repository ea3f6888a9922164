import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ProfileName, Score, Verdict } from '../../../src/core/rewards/model.ts';
import { Button, Dropdown, TextField } from '../../shared/controls.tsx';
import { count, decimal, listed } from '../../shared/format.ts';
import { componentLabel, fill, headline, type Explained, type RewardLine } from '../model/explain.ts';
import type { InspectorInfo, InspectorModel } from '../model/inspectorModel.ts';
import type { Parsed, SampleMeta, SampleModel } from '../model/sampleModel.ts';
import { Link, PlaceLink } from './links.tsx';

/** Lines under the reward that are shown at once, and at most. */
const FEW = 6;
const MANY = 500;

interface RewardViewProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
  readonly sample: SampleModel;
}

/** The reward as a sentence: a number, its parts, what was deducted and why, and what another profile would say. */
export function RewardView({ model, info, sample }: RewardViewProps): JSX.Element {
  const explained = sample.explained.value;
  const meta = sample.meta.value;
  const running = meta.state === 'streaming' || meta.state === 'waiting';
  const profile = model.engine.profile(info.profile);
  return (
    <section class={running ? 'reward running' : 'reward'} aria-label="Reward">
      <div class="score">
        <div class="score-number">
          <div class="number" title={running ? 'If the response ended here' : 'Reward'}>
            {explained?.headline ?? '\u2013'}
          </div>
          <Dropdown
            label="Reward profile"
            value={info.profile}
            choices={model.engine.profiles.map(({ name }) => ({ value: name, text: name }))}
            onChange={(value) => {
              model.setProfile(value as ProfileName);
            }}
          />
        </div>
        <div class="score-parts" title={profile.description}>
          {explained !== null && <Parts score={explained.score} />}
        </div>
        <VerdictButtons model={model} info={info} meta={meta} />
      </div>
      {explained !== null && running && explained.lines.length > 0 && (
        <p class="so-far">If the response ended here:</p>
      )}
      {explained !== null && (
        <Lines model={model} explained={explained} parsed={sample.parsed.value} meta={meta} />
      )}
      {explained !== null && <Others model={model} explained={explained} others={sample.others.value} />}
    </section>
  );
}

function Parts({ score }: { readonly score: Score }): JSX.Element {
  const columns = score.components.map(({ most }) => `${Math.max(Number(most), 0.02)}fr`).join(' ');
  return (
    <>
      <div class="bars" style={{ gridTemplateColumns: columns }} aria-hidden="true">
        {score.components.map((component) => {
          const full = fill(component);
          return (
            <div key={component.key} class={full === null ? 'bar unknown' : 'bar'}>
              <span class={full === 1 ? 'whole' : 'part'} style={{ width: `${(full ?? 0) * 100}%` }} />
            </div>
          );
        })}
      </div>
      <ul class="bar-labels">
        {score.components.map((component) => (
          <li key={component.key}>{componentLabel(component)}</li>
        ))}
      </ul>
    </>
  );
}

const VERDICTS: readonly { readonly verdict: Verdict; readonly text: string }[] = [
  { verdict: 'right', text: 'Right' },
  { verdict: 'wrong', text: 'Wrong' },
  { verdict: 'unknown', text: 'Unknown' },
];

interface VerdictProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
  readonly meta: SampleMeta;
}

function VerdictButtons({ model, info, meta }: VerdictProps): JSX.Element {
  return (
    <div class="judging">
      <div class="verdict" role="group" aria-label="Is the answer right?">
        {VERDICTS.map(({ verdict, text }) => (
          <Button
            key={verdict}
            pressed={meta.verdict === verdict}
            onClick={() => {
              model.setVerdict(verdict);
            }}
          >
            {text}
          </Button>
        ))}
      </div>
      <div class="reference">
        <TextField
          label="Reference answer"
          placeholder="Reference answer"
          value={info.reference}
          onCommit={(text) => {
            model.setReference(text);
          }}
        />
        <Button
          disabled={!info.canJudge || info.reference.trim() === ''}
          title={judgeTitle(info)}
          onClick={() => {
            model.judge();
          }}
        >
          Judge with Model
        </Button>
      </div>
    </div>
  );
}

function judgeTitle(info: InspectorInfo): string {
  if (!info.canJudge) return 'No server is connected that could judge.';
  if (info.reference.trim() === '')
    return 'Type the reference answer first: the model compares the answer with it.';
  return 'Ask the model whether the answer agrees with the reference answer';
}

interface LinesProps {
  readonly model: InspectorModel;
  readonly explained: Explained;
  readonly parsed: Parsed;
  readonly meta: SampleMeta;
}

function Lines({ model, explained, parsed, meta }: LinesProps): JSX.Element | null {
  const [all, setAll] = useState(false);
  const { lines, notes } = explained;
  if (lines.length + notes.length === 0) return null;
  const shown = all ? MANY : FEW;
  const hidden = lines.length + notes.length - FEW;
  return (
    <>
      <ul class="lines">
        {lines.slice(0, shown).map((line) => (
          <Line key={line.key} model={model} parsed={parsed} line={line} meta={meta} />
        ))}
        {notes.slice(0, Math.max(all ? 0 : 1, shown - lines.length)).map((note) => (
          <li key={`${note.code}-${note.span.start}`} class="note">
            <b title="Note">i</b>
            <span>
              {note.message} <PlaceLink model={model} parsed={parsed} span={note.span} />
            </span>
          </li>
        ))}
        {all && lines.length > MANY && (
          <li>
            <b />
            <span class="dim">and {count(lines.length - MANY)} more, each in the margin of its step</span>
          </li>
        )}
      </ul>
      {hidden > 0 && (
        <button
          type="button"
          class="link toggle"
          aria-expanded={all}
          onClick={() => {
            setAll(!all);
          }}
        >
          {all ? 'Show fewer' : `Show ${count(hidden)} more`}
        </button>
      )}
    </>
  );
}

interface LineProps {
  readonly model: InspectorModel;
  readonly parsed: Parsed;
  readonly line: RewardLine;
  readonly meta: SampleMeta;
}

function Line({ model, parsed, line, meta }: LineProps): JSX.Element {
  const by = line.code === 'answer-wrong' ? judgedBy(meta) : '';
  return (
    <li class={line.paid.startsWith('-') ? 'lost' : 'gained'}>
      <b>{decimal(line.paid, true)}</b>
      <span>
        {line.reason.replace(/\.$/, '')}
        {by}
        {line.span !== null && ': '}
        {line.span !== null && <PlaceLink model={model} parsed={parsed} span={line.span} />}
      </span>
    </li>
  );
}

function judgedBy({ verdictBy }: SampleMeta): string {
  if (verdictBy === 'person') return ' (by you)';
  return verdictBy === 'judge' ? ' (by the model)' : '';
}

interface OthersProps {
  readonly model: InspectorModel;
  readonly explained: Explained;
  readonly others: readonly Score[] | null;
}

function Others({ model, explained, others }: OthersProps): JSX.Element | null {
  if (others === null || others.length === 0) return null;
  const same = others.filter((other) => headline(other) === explained.headline);
  const different = others.filter((other) => headline(other) !== explained.headline);
  return (
    <p class="others">
      {different.map((other, index) => (
        <span key={other.profile}>
          {index > 0 && ', '}
          <Link
            title={`Score with ${other.profile}: ${model.engine.profile(other.profile).description}`}
            onClick={() => {
              model.setProfile(other.profile);
            }}
          >
            {other.profile}
          </Link>{' '}
          would pay {headline(other)}
        </span>
      ))}
      {different.length > 0 && same.length > 0 && '; '}
      {same.length > 0 && `${listed(same.map(({ profile }) => profile))} would pay the same`}.
    </p>
  );
}
