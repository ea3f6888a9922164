import { problemsPhrase } from '../../../src/core/grounding/claimCounts.ts';
import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { SLOT, Sentence } from '../../shared/sentence.tsx';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import { Button, Tabs, type Tab } from '../../shared/controls.tsx';
import { later } from '../../shared/later.tsx';
import type { Advantages } from '../model/advantages.ts';
import type { InspectorInfo, InspectorModel } from '../model/inspectorModel.ts';
import type { Probabilities } from '../model/probabilities.ts';
import type { SampleModel } from '../model/sampleModel.ts';
import type { TabName } from '../model/uiState.ts';
import { Actions } from './actions.tsx';
import { AnswerLine } from './answerLine.tsx';
import { ChecksView } from './checksView.tsx';
import { ClaimsView } from './claimsView.tsx';
import { GroundingLine } from './groundingLine.tsx';
import { Header } from './header.tsx';
import { ImageStrip } from './imageStrip.tsx';
import { PicturesContext, type Pictures } from './images.ts';
import { Judging } from './judging.tsx';
import { PagesView } from './pagesView.tsx';
import { RequestView } from './requestView.tsx';
import { RewardLine } from './rewardLine.tsx';
import { RewardView } from './rewardView.tsx';
import { SamplesView, SampleTabs } from './samplesView.tsx';
import { StepBar } from './stepBar.tsx';
import { StepTree } from './stepTree.tsx';
import { TextView } from './textView.tsx';
import { nameChoice } from '../../../src/core/records/nameChoice.ts';
import { isRunning } from '../../../src/core/records/sampleState.ts';

const Enlarged = later(async () => (await import('./enlarged.tsx')).Enlarged);

interface AppProps {
  readonly model: InspectorModel;
  readonly pictures: Pictures;
  readonly probabilities: Probabilities;
  readonly advantages: Advantages;
}

/** The whole inspector, in any state. */
export function App({ model, pictures, probabilities, advantages }: AppProps): JSX.Element | null {
  const info = model.info.value;
  if (info === null) return null;
  const sample = model.sample.value;
  if (isNothing(info, sample)) return <Nothing model={model} info={info} />;
  // Another trajectory starts with views of its own: nothing expanded, not scrolled.
  return (
    <PicturesContext.Provider value={pictures}>
      <div key={info.key} class="inspector">
        <header class="head">
          <Header model={model} info={info} />
          {sample !== null && <Result model={model} info={info} sample={sample} />}
          <SampleTabs model={model} />
        </header>
        <main id="sample-panel" class="views">
          <Views
            model={model}
            info={info}
            sample={sample}
            probabilities={probabilities}
            advantages={advantages}
          />
        </main>
        <footer class="foot">
          {info.step !== undefined && <StepBar model={model} step={info.step} progress={info.progress} />}
          <ImageStrip model={model} info={info} source={pictures.images} />
          <Actions model={model} info={info} />
        </footer>
        {model.enlarged.value !== null && <Enlarged model={model} info={info} source={pictures.images} />}
      </div>
    </PicturesContext.Provider>
  );
}

interface ResultProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
  readonly sample: SampleModel;
}

/** The answer, the reward, and the verdict, one line each; nothing before the response has begun. */
function Result({ model, info, sample }: ResultProps): JSX.Element | null {
  if (sample.parsed.value.text.length === 0) return null;
  return (
    <div class="result">
      <AnswerLine model={model} sample={sample} />
      <GroundingLine model={model} sample={sample} />
      <RewardLine model={model} info={info} sample={sample} />
      <Judging model={model} info={info} meta={sample.meta.value} />
    </div>
  );
}

interface ViewsProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
  readonly sample: SampleModel | null;
  readonly probabilities: Probabilities;
  readonly advantages: Advantages;
}

function Views({ model, info, sample, probabilities, advantages }: ViewsProps): JSX.Element {
  const failed = sample?.checks.value.filter(({ state }) => state === 'failed').length ?? 0;
  const samples = model.samples.value.length;
  const tabs: readonly (Tab & { readonly id: TabName })[] = [
    { id: 'steps', title: t('Steps') },
    { id: 'reward', title: t('Reward') },
    {
      id: 'checks',
      title: t('Checks'),
      count: failed === 0 ? null : failed,
      label: failed === 0 ? t('Checks') : t('Checks, {0} failed', wholeNumber(failed)),
    },
    ...claimsTab(model, sample),
    { id: 'text', title: t('Text') },
    ...pagesTab(info),
    { id: 'request', title: t('Request') },
    ...(samples < 2
      ? []
      : [
          {
            id: 'samples' as const,
            title: t('Samples'),
            count: samples,
            label: t('Samples, {0}', wholeNumber(samples)),
          },
        ]),
  ];
  return (
    <Tabs
      label={t('Parts of the trajectory')}
      tabs={tabs}
      active={tabs.some(({ id }) => id === model.tab.value) ? model.tab.value : 'steps'}
      onChange={(id) => {
        model.showTab(id as TabName);
      }}
      render={(id) => (
        <Scroll key={`${id}-${model.sampleIndex.value}`} model={model} tab={id as TabName} sample={sample}>
          {id === 'pages' && info.pageChoice !== undefined && (
            <PagesView model={model} recorded={info.pageChoice} />
          )}
          {id === 'request' && <RequestView model={model} info={info} />}
          {id === 'samples' && <SamplesView model={model} info={info} />}
          {sample !== null && id === 'steps' && <Steps model={model} sample={sample} />}
          {sample !== null && id === 'reward' && <RewardView model={model} info={info} sample={sample} />}
          {sample !== null && id === 'checks' && <ChecksView model={model} sample={sample} />}
          {sample !== null && id === 'claims' && <ClaimsView model={model} sample={sample} />}
          {sample !== null && id === 'text' && (
            <TextView model={model} sample={sample} probabilities={probabilities} advantages={advantages} />
          )}
        </Scroll>
      )}
    />
  );
}

/** The tab of the pages that PageTrace chose, with how many with the answer were not sent; none if it chose none. */
function pagesTab({ pageChoice }: InspectorInfo): readonly (Tab & { readonly id: TabName })[] {
  if (pageChoice === undefined) return [];
  const missed = nameChoice(pageChoice).missed?.length ?? 0;
  return [
    {
      id: 'pages',
      title: t('Pages'),
      count: missed === 0 ? null : missed,
      label: missed === 0 ? t('Pages') : t('Pages, {0} with the answer not sent', wholeNumber(missed)),
    },
  ];
}

/** The tab of the claims, with how many are problems and which; none before the first grounding of a trajectory. */
function claimsTab(
  model: InspectorModel,
  sample: SampleModel | null,
): readonly (Tab & { readonly id: TabName })[] {
  if (sample === null || sample.grounding.value.kind === 'none') return [];
  const { counts } = model.claims.index.value;
  const { problems } = counts;
  return [
    {
      id: 'claims',
      title: t('Claims'),
      count: problems === 0 ? null : problems,
      label:
        problems === 0
          ? t('Claims')
          : t('Claims, {0} with a problem: {1}', wholeNumber(problems), problemsPhrase(counts)),
    },
  ];
}

function Steps({
  model,
  sample,
}: {
  readonly model: InspectorModel;
  readonly sample: SampleModel;
}): JSX.Element {
  if (sample.parsed.value.steps.length > 0) return <StepTree model={model} sample={sample} />;
  const running = isRunning(sample.meta.value);
  return (
    <p class="hint">
      {running
        ? t('The steps appear here as they arrive.')
        : t('There is no response, so there are no steps.')}
    </p>
  );
}

interface ScrollProps {
  readonly model: InspectorModel;
  readonly tab: TabName;
  readonly sample: SampleModel | null;
  readonly children: ComponentChildrenLike;
}

type ComponentChildrenLike = JSX.Element | (JSX.Element | false | null)[];

/** How near to its end a view must be scrolled to follow arriving text, in CSS pixels. */
const FOLLOWS = 48;

/** The scrolling part: it keeps its position while it is hidden, and follows a response that is arriving. */
function Scroll({ model, tab, sample, children }: ScrollProps): JSX.Element {
  const element = useRef<HTMLDivElement | null>(null);
  const following = useRef(true);
  const { value: parsed } = sample?.parsed ?? { value: null };
  const streaming = sample?.meta.value.state === 'streaming';
  useEffect(() => {
    if (element.current !== null && model.scrollOf(tab) > 0)
      scrollerOf(element.current).scrollTop = model.scrollOf(tab);
    let last = { top: 0, height: 0 };
    const listener = (): void => {
      if (element.current === null) return;
      const { scrollTop: top, scrollHeight: height, clientHeight } = scrollerOf(element.current);
      // The person scrolled up: the position decreased although the content did not get shorter.
      if (top < last.top - 2 && height >= last.height) following.current = false;
      if (height - top - clientHeight < FOLLOWS) following.current = true;
      last = { top, height };
      model.keepScroll(tab, top);
    };
    // Handles scrolling of the page and of the box; the event does not bubble, so it is captured.
    window.addEventListener('scroll', listener, { capture: true, passive: true });
    return () => {
      window.removeEventListener('scroll', listener, { capture: true });
    };
  }, []);
  useLayoutEffect(() => {
    if (!streaming || !following.current || element.current === null) return;
    const box = scrollerOf(element.current);
    if (tab === 'steps' || tab === 'text') box.scrollTop = box.scrollHeight;
  }, [parsed?.version, streaming]);
  // Parts that come into view are drawn later, and their height differs from the estimate.
  useEffect(() => {
    const content = element.current?.firstElementChild;
    if (!streaming || content === undefined || content === null) return undefined;
    const observer = new ResizeObserver(() => {
      if (!following.current || element.current === null || (tab !== 'steps' && tab !== 'text')) return;
      const box = scrollerOf(element.current);
      box.scrollTop = box.scrollHeight;
    });
    observer.observe(content);
    return () => {
      observer.disconnect();
    };
  }, [streaming]);
  return (
    <div ref={element} class="scroll">
      <div>{children}</div>
    </div>
  );
}

/** The element that scrolls: the box itself, or the whole page if that is low or narrow. */
function scrollerOf(box: HTMLElement): Element {
  return getComputedStyle(box).overflowY === 'visible' ? (document.scrollingElement ?? box) : box;
}

function isNothing(info: InspectorInfo, sample: SampleModel | null): boolean {
  if (info.failure !== null) return false;
  if (sample === null) return true;
  const { state } = sample.meta.value;
  return (
    state === 'done' &&
    sample.parsed.value.text.length === 0 &&
    info.question === null &&
    info.images.length === 0
  );
}

interface NothingProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
}

function Nothing({ model, info }: NothingProps): JSX.Element {
  return (
    <main class="nothing">
      <h1>{info.isFile ? t('This trajectory is empty') : t('No trajectory yet')}</h1>
      {info.isFile ? (
        <p>
          <Sentence
            text={t(
              'Type or paste what a model wrote, or add {0} and {1} to the front matter and ask the question. The steps appear here as the text grows.',
              SLOT,
              SLOT,
            )}
            elements={[<code>question:</code>, <code>documents:</code>]}
          />
        </p>
      ) : (
        <p>
          <Sentence
            text={t(
              'Ask a question about a document, or open a {0} file and choose Inspect Trajectory.',
              SLOT,
            )}
            elements={[<code>.trajectory</code>]}
          />
        </p>
      )}
      <Button
        appearance="primary"
        disabled={!info.canAsk}
        onClick={() => {
          model.command('ask');
        }}
      >
        {t('Ask About Document')}
      </Button>
      {!info.canAsk && <p class="dim">{t('Asking is not possible right now.')}</p>}
      {info.notices.map((notice) => (
        <p key={notice} class="dim">
          {notice}
        </p>
      ))}
    </main>
  );
}
