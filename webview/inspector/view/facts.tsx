import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { tokenCount } from '../../../src/core/tokenCount.ts';
import { DIALECT_NAMES } from '../../../src/core/trajectory/dialects/names.ts';
import { dialectOf } from '../../../src/core/trajectory/dialects/registry.ts';
import type { InspectorImage } from '../../../src/protocol/inspector.ts';
import { WordChoice, type Choice } from '../../shared/controls.tsx';
import { tokensPhrase, turnsPhrase } from '../../../src/core/countPhrases.ts';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import { endedWord } from '../../../src/core/records/endedWord.ts';
import { isRunning } from '../../../src/core/records/sampleState.ts';
import { dateAndTime, rate, seconds } from '../../shared/format.ts';
import type { InspectorInfo, InspectorModel } from '../model/inspectorModel.ts';
import { confidencePhrase, finishPhrase, pagesPhrase } from '../model/phrases.ts';
import type { SampleMeta } from '../model/sampleModel.ts';

interface FactsProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
  readonly meta: SampleMeta | null;
}

interface Fact {
  readonly key: string;
  readonly content: JSX.Element | string;
  /** What the fact is about. */
  readonly title: string;
  readonly state?: 'good' | 'warned';
}

/** One line of what matters about a response; a button below which everything else is listed. */
export function Facts(props: FactsProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const details = detailFacts(props);
  return (
    <>
      <div class={isOpen ? 'facts-line open' : 'facts-line'}>
        <ul class="meta" aria-label={t('Facts')}>
          {mainFacts(props).map((fact) => (
            <li key={fact.key} title={fact.title} class={`${fact.key} ${fact.state ?? ''}`}>
              {fact.content}
            </li>
          ))}
        </ul>
        {details.length > 0 && (
          <button
            type="button"
            class="link quiet details-button"
            aria-expanded={isOpen}
            onClick={() => {
              setOpen(!isOpen);
            }}
          >
            {t('Details')}
          </button>
        )}
      </div>
      {isOpen && (
        <dl class="details">
          {details.map(({ key, title, content }) => (
            <div key={key}>
              <dt>{title}</dt>
              <dd>{content}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function mainFacts({ model, info, meta }: FactsProps): readonly Fact[] {
  // Within a conversation, only a turn has ended.
  const finish = info.step === undefined ? finishPhrase(meta?.finishReason ?? null) : null;
  return [
    ...info.documents.map(({ name, pages }, index) => ({
      key: `document document-${index}`,
      content: pages === '' ? name : `${name}, ${pagesPhrase(pages)}`,
      title:
        pages === '' ? t('Document: {0}', name) : t('Document and pages: {0}, {1}', name, pagesPhrase(pages)),
    })),
    ...(info.askedAt === null
      ? []
      : [{ key: 'asked-at', content: dateAndTime(info.askedAt), title: t('When the question was asked') }]),
    { key: 'dialect', content: <Dialect model={model} info={info} />, title: t('Dialect') },
    ...rewardFact(info),
    ...(info.model === null
      ? []
      : [{ key: 'model', content: info.model, title: t('Model: {0}', info.model) }]),
    ...(meta?.tokens == null
      ? []
      : [
          {
            key: 'tokens',
            content: tokenCount(meta.tokens, meta.tokensEstimated),
            title: t('Tokens of the response'),
          },
        ]),
    ...conversationFact(info, meta),
    ...(finish === null
      ? []
      : [
          {
            key: 'finish',
            content: finish.text,
            title: t('Why the response ended'),
            state: finish.state,
          },
        ]),
  ];
}

/** How a conversation of several turns ended, or how far it is. */
function conversationFact({ conversation }: InspectorInfo, meta: SampleMeta | null): readonly Fact[] {
  if (conversation === undefined) return [];
  const { protocol, ended, turns } = conversation;
  const own = turns.filter(({ by }) => by === 'model').length;
  if (meta !== null && isRunning(meta))
    return own === 0
      ? []
      : [{ key: 'conversation', content: turnsPhrase(own), title: t('Turns so far ({0})', protocol) }];
  return [
    {
      key: 'conversation',
      content: t('{0} after {1}', endedWord(ended), turnsPhrase(own)),
      title: t('How the conversation ended ({0})', protocol),
      ...(ended === 'answered' ? {} : { state: 'warned' as const }),
    },
  ];
}

/** The reward, if its name differs from the dialect's. */
function rewardFact({ profile, composite, dialect }: InspectorInfo): readonly Fact[] {
  const name = composite?.chosen === true ? composite.name : profile;
  return name === null || name === dialect
    ? []
    : [{ key: 'profile', content: t('reward {0}', name), title: t('The reward that scores the response') }];
}

function detailFacts({ info, meta }: FactsProps): readonly Fact[] {
  const facts: Fact[] = [];
  const say = (title: string, content: string | null): void => {
    if (content !== null && content !== '') facts.push({ key: title, title, content });
  };
  say(t('Server'), info.server);
  say(t('Page images'), info.images.length === 0 ? null : imagesPhrase(info.images, info.imageTokens));
  say(
    t('Prompt, images included'),
    info.promptTokens === null ? null : promptPhrase(info.promptTokens, info.cachedTokens),
  );
  if (meta !== null) {
    say(
      t('First token'),
      meta.firstTokenAfter === null ? null : t('after {0}', seconds(meta.firstTokenAfter)),
    );
    say(t('Speed'), meta.tokensPerSecond === null ? null : speedPhrase(meta.tokensPerSecond, meta));
  }
  say(t('Sampling'), info.sampling);
  say(t('Asked'), info.askedAt === null ? null : dateAndTime(info.askedAt));
  say(t('Dialect'), info.dialectConfidence === null ? null : confidencePhrase(info.dialectConfidence));
  return facts;
}

/** The dropdown's value for a dialect that is to be recognized. */
const RECOGNIZE = '';

/** The dialect in which the response is read, and all the others to choose from. */
function Dialect({ model, info }: Pick<FactsProps, 'model' | 'info'>): JSX.Element {
  const { dialect, dialectConfidence } = info;
  const choices = DIALECT_NAMES.map((name): Choice => ({ value: name, text: name }));
  return (
    <WordChoice
      label={t('Dialect')}
      title={`${dialectOf(dialect).title}: ${dialectOf(dialect).description}`}
      value={dialect}
      choices={
        dialectConfidence === null
          ? [...choices, { value: RECOGNIZE, text: t('recognize from the text') }]
          : choices
      }
      onChange={(value) => {
        model.setDialect(DIALECT_NAMES.find((name) => name === value) ?? null);
      }}
    />
  );
}

function imagesPhrase(images: readonly InspectorImage[], total: number | null): string {
  const known = images.every((image) => image.tokens !== null);
  const tokens = total ?? (known ? images.reduce((sum, image) => sum + (image.tokens ?? 0), 0) : null);
  const isEstimated = total === null && images.some((image) => image.tokensEstimated);
  return tokens === null
    ? wholeNumber(images.length)
    : `${wholeNumber(images.length)}, ${tokenCount(tokens, isEstimated)}`;
}

function promptPhrase(prompt: number, cached: number | null): string {
  const tokens = tokensPhrase(prompt);
  return cached === null || cached === 0 ? tokens : t('{0}, {1} of them cached', tokens, wholeNumber(cached));
}

function speedPhrase(tokensPerSecond: number, { tokensEstimated }: SampleMeta): string {
  const speed = rate(tokensPerSecond);
  return tokensEstimated ? t('about {0} tokens per second', speed) : t('{0} tokens per second', speed);
}
