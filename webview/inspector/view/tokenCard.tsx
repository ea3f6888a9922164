import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { tokensPhrase } from '../../../src/core/countPhrases.ts';
import type { Alternative, TokenGroup } from '../../../src/core/records/tokenProbabilities.ts';
import { percent, tokenText } from '../../shared/probability.ts';

/** A token that a person looks at. */
export interface LookedAt {
  readonly token: number;
  /** Whether it was reached with the keyboard, so that it must be in view and is read aloud. */
  readonly byKey: boolean;
}

interface TokenCardProps {
  readonly looked: LookedAt;
  readonly group: TokenGroup;
  readonly text: string;
  readonly alternatives: (group: TokenGroup) => Promise<readonly Alternative[]>;
  /** The element that has the tokens' elements and the card. */
  readonly frame: { readonly current: HTMLElement | null };
}

/** The alternatives of a token, with its own probability, beside it. */
export function TokenCard({ looked, group, text, alternatives, frame }: TokenCardProps): JSX.Element {
  const [others, setOthers] = useState<readonly Alternative[] | null>(null);
  const card = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setOthers(null);
    const set = (read: readonly Alternative[]): void => {
      if (isCurrent) setOthers(read);
    };
    alternatives(group).then(set, () => {
      set([]);
    });
    return () => {
      isCurrent = false;
    };
  }, [group]);
  useLayoutEffect(() => {
    if (card.current !== null && frame.current !== null) place(card.current, frame.current, looked.token);
  });
  const own =
    group.logprob === null
      ? t('Its probability is not known.')
      : t('Probability {0}', percent(group.logprob));
  const together = group.count > 1 ? t('{0} wrote this together.', tokensPhrase(group.count)) : '';
  const spoken = [
    `${tokenText(text)}: ${own}.`,
    together,
    ...(others ?? []).map((other) => `${tokenText(other.text)}: ${percent(other.logprob)}.`),
  ].join(' ');
  return (
    <>
      <div ref={card} class="token-card" aria-hidden="true">
        <p>
          <code>{tokenText(text)}</code> {own}
        </p>
        {together !== '' && <p class="dim">{together}</p>}
        {others !== null && others.length > 0 && (
          <dl>
            {others.map((other, index) => (
              <div key={index}>
                <dt>
                  <code>{tokenText(other.text)}</code>
                </dt>
                <dd>{percent(other.logprob)}</dd>
              </div>
            ))}
          </dl>
        )}
        {others?.length === 0 && <p class="dim">{t('No alternatives were reported.')}</p>}
      </div>
      <div class="visually-hidden" role="status">
        {looked.byKey && others !== null ? spoken : ''}
      </div>
    </>
  );
}

/** Places the card below the token's last line, or above its first where there is no room below. */
function place(card: HTMLElement, frame: HTMLElement, token: number): void {
  const pieces = [...frame.querySelectorAll<HTMLElement>(`[data-token="${token}"]`)];
  const [first, last] = [pieces[0]?.getClientRects()[0], pieces.at(-1)?.getClientRects()[0]];
  card.hidden = first === undefined || last === undefined;
  if (first === undefined || last === undefined) return;
  const within = frame.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = card;
  const left = Math.max(0, Math.min(first.left - within.left, within.width - width - 8));
  const isBelow = last.bottom + height + 8 < window.innerHeight || first.top - height - 8 < 0;
  const top = isBelow ? last.bottom - within.top + 6 : first.top - within.top - height - 6;
  card.style.left = `${left}px`;
  card.style.top = `${top}px`;
}
