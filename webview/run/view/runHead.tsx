import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { FromRun, RunCounts, RunState, RunStatus } from '../../../src/protocol/run.ts';
import { Button } from '../../shared/controls.tsx';
import { bytes, percent, whole } from '../model/numbers.ts';
import type { RunModel } from '../model/runModel.ts';

interface RunHeadProps {
  readonly model: RunModel;
  readonly state: RunState;
}

/** What the run is, what is being done with it, and what a person should know of it. */
export function RunHead({ model, state }: RunHeadProps): JSX.Element {
  const hasRecords = state.status.phase === 'ready' || state.status.phase === 'indexing';
  const rowsFailure = model.rows.failure.value;
  return (
    <header class="run-head">
      <div class="run-title">
        <h1>{state.name}</h1>
        {state.detail !== '' && <span class="dim">{state.detail}</span>}
        {hasRecords && <Counts model={model} counts={state.counts} />}
      </div>
      <Progress model={model} state={state} />
      {state.fieldMap !== null && (
        <p class="run-note">
          {state.fieldMap}{' '}
          <Button
            onClick={() => {
              model.post({ type: 'editFieldMap' });
            }}
          >
            {t('Edit Fields')}
          </Button>
        </p>
      )}
      {state.notices.map((notice) => (
        <p class="run-note" key={notice}>
          {notice}
        </p>
      ))}
      {rowsFailure !== null && (
        <p class="run-note warned" role="alert">
          {rowsFailure}{' '}
          <Button
            onClick={() => {
              model.rows.retry();
            }}
          >
            {t('Try Again')}
          </Button>
        </p>
      )}
    </header>
  );
}

interface CountsProps {
  readonly model: RunModel;
  readonly counts: RunCounts;
}

/** `122,880 records in 120 files, 3 failed, 2 broken, 15,360 groups (128 across steps)`; problems are a filter away. */
function Counts({ model, counts }: CountsProps): JSX.Element {
  const { records, samples, files, failed, broken, groups, groupsAcrossSteps } = counts;
  const count = whole(records);
  const filtered = (text: string, filter: string): JSX.Element => (
    <button
      type="button"
      class="link"
      title={t('Filter by {0}', filter)}
      onClick={() => {
        model.applyFilter(filter);
      }}
    >
      {text}
    </button>
  );
  const parts = [
    files === 1
      ? records === 1
        ? t('1 record')
        : t('{0} records', count)
      : t('{0} records in {1} files', count, whole(files)),
    ...(failed > 0 ? [filtered(t('{0} failed', whole(failed)), 'is:failed')] : []),
    ...(broken > 0 ? [filtered(t('{0} broken', whole(broken)), 'is:broken')] : []),
    ...(samples === records - failed - broken ? [] : [t('{0} samples', whole(samples))]),
    ...(groups === groupsAcrossSteps
      ? []
      : [t('{0} groups ({1} across steps)', whole(groups), whole(groupsAcrossSteps))]),
  ];
  return (
    <span class="run-counts dim">{parts.map((part, index) => (index === 0 ? part : [', ', part]))}</span>
  );
}

interface Work {
  readonly says: string;
  readonly done: number;
  readonly of: number;
  /** What a button does with it; null for what cannot be paused. */
  readonly action: { readonly says: string; readonly message: FromRun } | null;
}

function readingSays({ bytes: read, ofBytes, unpacked }: Extract<RunStatus, { phase: 'indexing' }>): string {
  if (ofBytes === 0) return t('Opening the run…');
  return unpacked === undefined
    ? t('Reading {0} of {1}', bytes(read), bytes(ofBytes))
    : t('Unpacking {0} of {1}: {2} so far', bytes(read), bytes(ofBytes), bytes(unpacked));
}

/** What is being done now; null if nothing is. */
function workOf({ status, view, profile, counts }: RunState): Work | null {
  if (status.phase === 'indexing')
    return {
      says: readingSays(status),
      done: status.bytes,
      of: status.ofBytes,
      action: null,
    };
  if (status.phase !== 'ready') return null;
  if (view.progress < 1)
    return {
      says: t('Filtering: {0}', percent(view.progress)),
      done: view.progress,
      of: 1,
      action: null,
    };
  if (profile.name === null || profile.scored >= counts.samples) return null;
  const [scored, samples] = [whole(profile.scored), whole(counts.samples)];
  return {
    says: profile.isPaused
      ? t('Scoring is paused at {0} of {1} samples', scored, samples)
      : t('Scoring {0} of {1} samples', scored, samples),
    done: profile.scored,
    of: counts.samples,
    action: {
      says: profile.isPaused ? t('Go On') : t('Pause'),
      message: { type: 'pause', isPaused: !profile.isPaused },
    },
  };
}

/** The search of the pages for claims; null if there is none now. */
function searchOf({ pages, counts }: RunState): Work | null {
  if (pages.phase !== 'searching') return null;
  const { found, missing } = pages;
  const [done, samples] = [whole(found + missing), whole(counts.samples)];
  return {
    says:
      missing === 0
        ? t('Searching the pages: {0} of {1} samples', done, samples)
        : t(
            'Searching the pages: {0} of {1} samples, {2} without their documents',
            done,
            samples,
            whole(missing),
          ),
    done: found + missing,
    of: counts.samples,
    action: { says: t('Stop Searching'), message: { type: 'searchPages', isOn: false } },
  };
}

function Progress({ model, state }: RunHeadProps): JSX.Element {
  const works = [workOf(state), searchOf(state)].filter((work) => work !== null);
  return (
    <>
      {works.map((work, index) => (
        <WorkProgress key={index} model={model} work={work} />
      ))}
    </>
  );
}

function WorkProgress({ model, work }: { readonly model: RunModel; readonly work: Work }): JSX.Element {
  const { action } = work;
  return (
    <div class="run-progress">
      <progress value={work.done} max={Math.max(work.of, 1)} aria-label={work.says} />
      <span class="dim">{work.says}</span>
      {action !== null && (
        <Button
          onClick={() => {
            model.post(action.message);
          }}
        >
          {action.says}
        </Button>
      )}
    </div>
  );
}
