import { t } from '@vscode/l10n';
import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { wholeNumber } from '../../src/core/displayLocale.ts';
import { tokenCount } from '../../src/core/tokenCount.ts';
import {
  MOST_IMAGES,
  type FromPrompt,
  type PromptPreviewState,
  type TokenCount,
  type ToPrompt,
} from '../../src/protocol/prompt.ts';
import { MessageText } from './messageText.tsx';
import { PageImage } from './pageImage.tsx';
import type { PageImages } from './pageImages.ts';

export interface AppProps {
  readonly shown: ReadonlySignal<ToPrompt | null>;
  readonly images: PageImages;
  readonly post: (message: FromPrompt) => void;
}

/** The preview of a prompt file: the message as it is sent, with its images and tokens. */
export function App({ shown, images, post }: AppProps): JSX.Element {
  const message = shown.value;
  if (message === null) return <p class="waiting">{t('Filling in the prompt…')}</p>;
  if (message.type === 'failed')
    return (
      <p class="waiting" role="alert">
        {message.message}
      </p>
    );
  const { state } = message;
  return (
    <main>
      <Head state={state} post={post} />
      <Problems state={state} post={post} />
      <section class="message" aria-label={t('User message')}>
        <h2>{t('User')}</h2>
        {state.parts.length === 0 && (
          <p class="dim">{t('The template is empty. What you write below the front matter appears here.')}</p>
        )}
        {state.parts.map((part, index) => {
          const image = part.type === 'image' ? state.images[part.image - 1] : undefined;
          return (
            <div class={`part ${part.type}`} key={index}>
              <Count count={part.count} />
              {part.type === 'text' ? (
                <MessageText
                  pieces={part.pieces}
                  onReveal={(at) => {
                    post({ type: 'reveal', at });
                  }}
                />
              ) : (
                <PageImage number={part.image} image={image} images={images} />
              )}
            </div>
          );
        })}
        {state.cut && (
          <p class="warned">{t('The rest is not shown because the text is too long for a preview.')}</p>
        )}
      </section>
    </main>
  );
}

interface PartProps {
  readonly state: PromptPreviewState;
  readonly post: AppProps['post'];
}

function Head({ state, post }: PartProps): JSX.Element {
  const { total, modelLength, maxTokens, images, couldCount } = state;
  const pages = images.flatMap(({ page }) => page ?? []);
  return (
    <header>
      <h1>{state.name}</h1>
      {state.description !== null && <p class="dim">{state.description}</p>}
      <p>
        <span class="chip">{state.dialect}</span>{' '}
        {state.reward === null ? (
          <span class="dim">{t('No reward')}</span>
        ) : (
          <>
            {t('Reward:')} <span class="chip">{state.reward}</span>
          </>
        )}
      </p>
      <label class="field">
        <span>{t('Question')}</span>
        <textarea
          rows={2}
          value={state.question}
          onInput={(event) => {
            post({ type: 'question', text: event.currentTarget.value });
          }}
        />
      </label>
      {state.countChosen ? (
        <label class="field narrow">
          <span>{t('Images')}</span>
          <input
            type="number"
            min={1}
            max={MOST_IMAGES}
            value={images.length}
            onInput={(event) => {
              const count = event.currentTarget.valueAsNumber;
              if (Number.isInteger(count) && count >= 1 && count <= MOST_IMAGES)
                post({ type: 'images', count });
            }}
          />
          <span class="dim">{t('Open a document to the side to see its pages here.')}</span>
        </label>
      ) : (
        <p class="dim">
          {t('Pages chosen in {0}: {1}', pages[0]?.document ?? '', pages.map(({ page }) => page).join(', '))}
        </p>
      )}
      <p class="total">
        <strong>{t('{0} in all', tokenCount(total.tokens, !total.exact))}</strong>
        {' · '}
        {total.exact ? t('counted by the server') : t('estimated')}
        {couldCount !== null && (
          <>
            {' · '}
            <button
              type="button"
              class="link"
              onClick={() => {
                post({ type: 'allowCounting' });
              }}
            >
              {t('Let {0} Count', couldCount)}
            </button>
          </>
        )}
        {modelLength !== null && (
          <span class={modelLength - total.tokens < maxTokens ? 'warned' : 'dim'}>
            {' · '}
            {roomPhrase(modelLength - total.tokens, modelLength, maxTokens)}
          </span>
        )}
      </p>
    </header>
  );
}

/** How many of the model's tokens are left for the answer. */
function roomPhrase(room: number, modelLength: number, maxTokens: number): string {
  const [length, most] = [wholeNumber(modelLength), wholeNumber(maxTokens)];
  return room < 0
    ? t('more than the model’s {0}; the answer may take {1}', length, most)
    : t('{0} left of the model’s {1}; the answer may take {2}', wholeNumber(room), length, most);
}

function Problems({ state, post }: PartProps): JSX.Element | null {
  if (state.problems.length === 0) return null;
  return (
    <section class="problems" aria-label={t('Problems')}>
      <ul>
        {state.problems.map(({ message, start, end }, index) => (
          <li key={index}>
            <button
              type="button"
              class="link"
              onClick={() => {
                post({ type: 'problem', start, end });
              }}
            >
              {message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Count({ count }: { readonly count: TokenCount | null }): JSX.Element {
  return <span class="count dim">{count === null ? '' : tokenCount(count.tokens, !count.exact)}</span>;
}
