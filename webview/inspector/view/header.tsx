import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { Button } from '../../shared/controls.tsx';
import { FailureAlert } from '../../shared/failureAlert.tsx';
import { StatusLine } from '../../shared/statusLine.tsx';
import { Facts } from './facts.tsx';
import type { InspectorInfo, InspectorModel } from '../model/inspectorModel.ts';
import type { SampleMeta } from '../model/sampleModel.ts';
import { reasoningNotice, stateSentence } from '../model/phrases.ts';
import { questionOfPrompt } from '../../../src/core/records/promptQuestion.ts';
import { isRunning } from '../../../src/core/records/sampleState.ts';

interface HeaderProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
}

/** What is known about the response, the question, and what is in progress. */
export function Header({ model, info }: HeaderProps): JSX.Element {
  const meta = model.sample.value?.meta.value ?? null;
  const notice = meta === null ? null : reasoningNotice(meta.reasoning);
  return (
    <>
      <Facts model={model} info={info} meta={meta} />
      <h1 class="question" title={info.question ?? undefined}>
        {info.question === null ? t('Trajectory without a question') : questionOfPrompt(info.question)}
      </h1>
      <Notices
        model={model}
        notices={notice === null ? info.notices : [...info.notices, notice]}
        info={info}
      />
      <Status model={model} info={info} meta={meta} />
    </>
  );
}

interface NoticesProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
  readonly notices: readonly string[];
}

function Notices({ model, info, notices }: NoticesProps): JSX.Element | null {
  const changed = info.documents.filter((document) => document.changed);
  const all = [
    ...changed.map(({ name }) =>
      t('{0} has changed since the question was asked, so its pages may look different now.', name),
    ),
    ...notices,
  ];
  if (all.length === 0) return null;
  return (
    <ul class="notices" aria-label={t('Notices')}>
      {all.map((notice) => (
        <li key={notice}>
          <NoticeText model={model} text={notice} />
        </li>
      ))}
    </ul>
  );
}

interface NoticeTextProps {
  readonly model: InspectorModel;
  readonly text: string;
}

/** A notice, in which the name of a setting opens the settings there. */
function NoticeText({ model, text }: NoticeTextProps): JSX.Element {
  const [before = '', setting, after = ''] = text.split(/\b(pagetrace(?:\.\w+)+)/, 3);
  if (setting === undefined) return <>{text}</>;
  return (
    <>
      {before}
      <button
        type="button"
        class="link"
        onClick={() => {
          model.post({ type: 'openSetting', setting });
        }}
      >
        {setting}
      </button>
      {after}
    </>
  );
}

interface StatusProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
  readonly meta: SampleMeta | null;
}

/** One line about the current state; a live region, so that a screen reader announces changes. */
function Status({ model, info, meta }: StatusProps): JSX.Element | null {
  if (info.failure !== null) {
    const { message, hint, canRetry } = info.failure;
    return (
      <FailureAlert message={message} hint={hint}>
        {canRetry && (
          <Button
            appearance="primary"
            disabled={!info.canAsk}
            onClick={() => {
              model.command('retry');
            }}
          >
            {t('Try Again')}
          </Button>
        )}
      </FailureAlert>
    );
  }
  // What is in progress is said where the person decides on it.
  if (info.step !== undefined) return null;
  const isEmpty = (model.sample.value?.parsed.value.text.length ?? 0) === 0;
  const running = model.samples.value.some((sample) => isRunning(sample.meta.value));
  const own = info.progress ?? stateSentence(meta?.state, isEmpty);
  const sentence = own === '' && running ? t('Other samples are still arriving.') : own;
  return (
    <StatusLine
      sentence={sentence}
      isBusy={running}
      onCancel={() => {
        model.command('cancel');
      }}
    />
  );
}
