import type { JSX } from 'preact';
import { tokenCount } from '../../../src/core/tokenCount.ts';
import { DIALECT_NAMES } from '../../../src/core/trajectory/dialects/names.ts';
import { dialectOf } from '../../../src/core/trajectory/dialects/registry.ts';
import type { InspectorImage } from '../../../src/protocol/inspector.ts';
import { Button, WordChoice, type Choice } from '../../shared/controls.tsx';
import { count, pluralize, rate, seconds } from '../../shared/format.ts';
import { FailureAlert } from '../../shared/failureAlert.tsx';
import { StatusLine } from '../../shared/statusLine.tsx';
import type { InspectorInfo, InspectorModel } from '../model/inspectorModel.ts';
import type { SampleMeta } from '../model/sampleModel.ts';
import {
  finishPhrase,
  pagesPhrase,
  reasoningNotice,
  recognizedPhrase,
  stateSentence,
} from '../model/phrases.ts';
import { isRunning } from '../../../src/core/records/sampleState.ts';

interface HeaderProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
}

/** The question, its documents, the model, and the result. */
export function Header({ model, info }: HeaderProps): JSX.Element {
  const meta = model.sample.value?.meta.value ?? null;
  const notice = meta === null ? null : reasoningNotice(meta.reasoning);
  return (
    <>
      <h1 class="question">{info.question ?? 'Trajectory without a question'}</h1>
      <Meta model={model} info={info} meta={meta} />
      <Notices
        model={model}
        notices={notice === null ? info.notices : [...info.notices, notice]}
        info={info}
      />
      <Status model={model} info={info} meta={meta} />
    </>
  );
}

interface MetaProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
  readonly meta: SampleMeta | null;
}

function Meta({ model, info, meta }: MetaProps): JSX.Element {
  const parts: JSX.Element[] = [];
  const say = (key: string, text: string, title?: string, state?: string): void => {
    parts.push(
      <li key={key} title={title} class={state}>
        {text}
      </li>,
    );
  };
  info.documents.forEach(({ name, pages }, index) => {
    say(`document-${index}`, pages === '' ? name : `${name}, ${pagesPhrase(pages)}`, 'Document and pages');
  });
  parts.push(
    <li key="dialect">
      <Dialect model={model} info={info} />
    </li>,
  );
  if (info.model !== null) say('model', info.model, 'Model');
  if (info.server !== null) say('server', info.server, 'Server');
  if (info.images.length > 0)
    say('images', imagesPhrase(info.images, info.imageTokens), 'Page images of the request');
  if (info.promptTokens !== null)
    say(
      'prompt',
      promptPhrase(info.promptTokens, info.cachedTokens),
      'Tokens of the whole prompt, images included',
    );
  if (meta !== null) {
    if (meta.firstTokenAfter !== null) say('first', `first token ${seconds(meta.firstTokenAfter)}`);
    if (meta.tokens !== null) say('tokens', tokensPhrase(meta));
    const finish = finishPhrase(meta.finishReason);
    if (finish !== null) say('finish', finish.text, 'Why the response ended', finish.state);
  }
  if (info.sampling !== '') say('sampling', info.sampling, 'Sampling');
  return <ul class="meta">{parts}</ul>;
}

/** The dropdown's value for a dialect that is to be recognized. */
const RECOGNIZE = '';

/** The dialect in which the response is read, how surely it was recognized, and all the others to choose from. */
function Dialect({ model, info }: HeaderProps): JSX.Element {
  const { dialect, dialectConfidence } = info;
  const choices = DIALECT_NAMES.map((name): Choice => ({ value: name, text: name }));
  return (
    <>
      <WordChoice
        label="Dialect"
        title={`${dialectOf(dialect).title}: ${dialectOf(dialect).description}`}
        value={dialect}
        choices={
          dialectConfidence === null
            ? [...choices, { value: RECOGNIZE, text: 'recognize from the text' }]
            : choices
        }
        onChange={(value) => {
          model.setDialect(DIALECT_NAMES.find((name) => name === value) ?? null);
        }}
      />
      {dialectConfidence !== null && recognizedPhrase(dialectConfidence)}
    </>
  );
}

function imagesPhrase(images: readonly InspectorImage[], total: number | null): string {
  const known = images.every((image) => image.tokens !== null);
  const tokens = total ?? (known ? images.reduce((sum, image) => sum + (image.tokens ?? 0), 0) : null);
  const isEstimated = total === null && images.some((image) => image.tokensEstimated);
  return tokens === null
    ? pluralize(images.length, 'image')
    : `${pluralize(images.length, 'image')}, ${tokenCount(tokens, isEstimated)}`;
}

function promptPhrase(prompt: number, cached: number | null): string {
  const rest = cached === null || cached === 0 ? '' : ` (${count(cached)} cached)`;
  return `prompt ${pluralize(prompt, 'token')}${rest}`;
}

function tokensPhrase({ tokens, tokensEstimated, tokensPerSecond }: SampleMeta): string {
  const count = tokenCount(tokens ?? 0, tokensEstimated);
  return tokensPerSecond === null ? count : `${count} at ${rate(tokensPerSecond)} a second`;
}

interface NoticesProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
  readonly notices: readonly string[];
}

function Notices({ info, notices }: NoticesProps): JSX.Element | null {
  const changed = info.documents.filter((document) => document.changed);
  const all = [
    ...changed.map(
      ({ name }) => `${name} has changed since this was asked: pages and images may be others now.`,
    ),
    ...notices,
  ];
  if (all.length === 0) return null;
  return (
    <ul class="notices" aria-label="Notices">
      {all.map((notice) => (
        <li key={notice}>{notice}</li>
      ))}
    </ul>
  );
}

interface StatusProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
  readonly meta: SampleMeta | null;
}

/** One line about the current state; a live region, so that a screen reader announces changes. */
function Status({ model, info, meta }: StatusProps): JSX.Element {
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
            Try Again
          </Button>
        )}
      </FailureAlert>
    );
  }
  const isEmpty = (model.sample.value?.parsed.value.text.length ?? 0) === 0;
  const running = model.samples.value.some((sample) => isRunning(sample.meta.value));
  const own = info.progress ?? stateSentence(meta?.state, isEmpty);
  const sentence = own === '' && running ? 'Other samples are still arriving.' : own;
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
