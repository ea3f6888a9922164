import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { StepShown } from '../../../src/protocol/stepShown.ts';
import { workingSentences } from '../../../src/protocol/workingSentences.ts';
import { Button, ProgressRing } from '../../shared/controls.tsx';
import type { InspectorModel } from '../model/inspectorModel.ts';

interface StepBarProps {
  readonly model: InspectorModel;
  readonly step: StepShown;
  /** What is unusual about what is being done; null if nothing is. */
  readonly progress: string | null;
}

/** A conversation that a person steps through: what comes next, and what they can do about it. */
export function StepBar({ model, step, progress }: StepBarProps): JSX.Element {
  const { stop, phase, next } = step;
  const root = useRef<HTMLElement | null>(null);
  const wasEditing = useRef(false);
  const [editedStop, setEditedStop] = useState<number | null>(null);
  const isWaiting = phase === 'waiting';
  const edited = isWaiting && editedStop === stop ? step.said : null;
  const isEditing = edited !== null;
  // The field is gone when its text was used or discarded: the next key is meant for the buttons.
  useLayoutEffect(() => {
    if (wasEditing.current && !isEditing) root.current?.querySelector('button')?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <section ref={root} class="step-bar" aria-label={t('Step by step')}>
      <p class="step-next">
        {isWaiting ? <b class="step-sign">{t('Next')}</b> : <ProgressRing />}
        <span role="status">{isWaiting ? `${next}.` : workingSentences(step, progress)}</span>
      </p>
      {edited !== null ? (
        <TurnField
          step={step}
          said={edited}
          onUse={(text) => {
            model.post({ type: 'editStep', stop, text });
          }}
          onDiscard={() => {
            setEditedStop(null);
          }}
        />
      ) : (
        <StepButtons
          model={model}
          step={step}
          onEdit={() => {
            setEditedStop(stop);
          }}
        />
      )}
    </section>
  );
}

interface StepButtonsProps extends Pick<StepBarProps, 'model' | 'step'> {
  readonly onEdit: () => void;
}

/** They stay where they are while something is done, so that the keyboard can go on with the same one. */
function StepButtons({ model, step, onEdit }: StepButtonsProps): JSX.Element {
  const { stop, phase, kind, said } = step;
  const isWaiting = phase === 'waiting';
  const isLast = kind === 'end';
  const choose = (choice: 'go-on' | 'run' | 'stop'): void => {
    model.post({ type: 'step', stop, choice });
  };
  return (
    <div class="step-buttons" role="group" aria-label={t('What to do')}>
      <Button
        appearance="primary"
        idle={!isWaiting}
        title={isLast ? t('End the conversation as it is') : t('Do what comes next, and stop again')}
        onClick={() => {
          choose('go-on');
        }}
      >
        {isWaiting && isLast ? t('Finish') : t('Continue')}
      </Button>
      <Button
        idle={!isWaiting || said === null}
        title={said === null ? t('Nothing was said that can be edited') : t('Edit what was said last')}
        onClick={onEdit}
      >
        {editTitle(step)}
      </Button>
      {phase === 'running' || phase === 'pausing' ? (
        <Button
          idle={phase === 'pausing'}
          title={t('Stop before what comes next')}
          onClick={() => {
            model.post({ type: 'pauseSteps' });
          }}
        >
          {phase === 'pausing' ? t('Pausing…') : t('Pause')}
        </Button>
      ) : (
        <Button
          idle={!isWaiting || isLast}
          title={t('Go on to the end without stopping')}
          onClick={() => {
            choose('run');
          }}
        >
          {t('Run to the End')}
        </Button>
      )}
      <Button
        idle={isWaiting && isLast}
        title={t('End the conversation here, and keep what was said')}
        onClick={() => {
          choose('stop');
        }}
      >
        {t('Stop')}
      </Button>
    </div>
  );
}

/** What of the last turn can be edited. */
function editTitle({ said, kind }: StepShown): string {
  if (said?.by === 'tool') return t('Edit Observation');
  return kind === 'call' || kind === 'refuse' ? t('Edit Call') : t('Edit Turn');
}

interface TurnFieldProps {
  readonly step: StepShown;
  readonly said: NonNullable<StepShown['said']>;
  readonly onUse: (text: string) => void;
  readonly onDiscard: () => void;
}

/** The words of the last turn in a field, in which the person can change them. */
function TurnField({ step, said, onUse, onDiscard }: TurnFieldProps): JSX.Element {
  const field = useRef<HTMLTextAreaElement | null>(null);
  // The call is at the end of what the model said.
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
    element.scrollTop = element.scrollHeight;
  }, []);
  const use = (): void => {
    if (field.current !== null) onUse(field.current.value);
  };
  return (
    <>
      <textarea
        ref={field}
        class="turn-field"
        rows={6}
        spellcheck={false}
        defaultValue={said.text}
        aria-label={said.by === 'model' ? t('What the model said') : t('What the model is told')}
        aria-describedby="turn-hint"
        aria-invalid={step.problem === null ? undefined : 'true'}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) use();
          else if (event.key === 'Escape') onDiscard();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      {step.problem !== null && (
        <p class="turn-problem" role="alert">
          {step.problem}
        </p>
      )}
      <div class="step-buttons" role="group" aria-label={t('What to do')}>
        <Button appearance="primary" onClick={use}>
          {t('Use This Text')}
        </Button>
        <Button onClick={onDiscard}>{t('Discard')}</Button>
        <span id="turn-hint" class="dim">
          {said.by === 'tool'
            ? t('Ctrl+Enter uses it, Escape discards it. <image 1> stands for image 1.')
            : t('Ctrl+Enter uses it, Escape discards it.')}
        </span>
      </div>
    </>
  );
}
