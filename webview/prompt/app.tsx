import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
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
  if (message === null) return <p class="waiting">The prompt is being filled…</p>;
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
      <section class="message" aria-label="Message of the user">
        <h2>User</h2>
        {state.parts.length === 0 && (
          <p class="dim">The template is empty. What you write below the front matter is shown here.</p>
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
          <p class="warned">The rest is not shown: there is more text than a preview can hold.</p>
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
  const { total, modelLength, maxTokens, images } = state;
  const room = modelLength === null ? null : modelLength - total.tokens;
  return (
    <header>
      <h1>{state.name}</h1>
      {state.description !== null && <p class="dim">{state.description}</p>}
      <p>
        <span class="chip">{state.dialect}</span>
        {state.reward === null ? (
          <span class="dim"> no reward is named</span>
        ) : (
          <span>
            {' '}
            scored by <span class="chip">{state.reward}</span>
          </span>
        )}
      </p>
      <label class="field">
        <span>Question</span>
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
          <span>Images</span>
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
          <span class="dim">Open a document beside to see its pages here.</span>
        </label>
      ) : (
        <p class="dim">
          With the pages that are chosen in {images[0]?.page?.document ?? 'the document'}:{' '}
          {images.map(({ page }) => page?.page).join(', ')}.
        </p>
      )}
      <p class="total">
        <strong>{tokenCount(total.tokens, !total.exact)}</strong> in all
        {total.exact ? ', counted by the server' : ', an estimate'}
        {room !== null && (
          <span class={room < maxTokens ? 'warned' : 'dim'}>
            {' '}
            · {room < 0 ? 'more than' : `${room.toLocaleString('en')} left of`} the model’s{' '}
            {(modelLength ?? 0).toLocaleString('en')}; the answer may take {maxTokens.toLocaleString('en')}
          </span>
        )}
      </p>
    </header>
  );
}

function Problems({ state, post }: PartProps): JSX.Element | null {
  if (state.problems.length === 0) return null;
  return (
    <section class="problems" aria-label="Problems">
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
