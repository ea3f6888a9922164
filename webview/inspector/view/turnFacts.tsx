import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { tokensPhrase } from '../../../src/core/countPhrases.ts';
import type { RecordedTurn, TurnImage } from '../../../src/core/records/conversation.ts';
import { seconds } from '../../shared/format.ts';
import { pageOfAdded } from '../model/addedImages.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import { ImageChip } from './imageChip.tsx';

interface TurnFactsProps {
  readonly model: InspectorModel;
  readonly turn: RecordedTurn;
  readonly current: boolean;
}

/** What is known of the turn that begins with a step: what a tool did, tokens, time, and the images that it added. */
export function TurnFacts({ model, turn, current }: TurnFactsProps): JSX.Element {
  const { did, tokens, edited } = turn;
  const words = [
    turn.by === 'model' ? t('model') : null,
    did === null ? null : didPhrase(did),
    edited ? t('edited by a person') : null,
    tokens === null ? null : tokensPhrase(tokens),
    seconds(turn.seconds * 1000),
  ];
  return (
    <span class="turn-facts">
      <span class="dim">{words.filter((word) => word !== null).join(' · ')}</span>
      {turn.images.map((image) => (
        <AddedImage key={image.image} model={model} image={image} current={current} />
      ))}
    </span>
  );
}

/** An image that a turn added: its page, and the part of it that a crop shows. */
function AddedImage({
  model,
  image,
  current,
}: Omit<TurnFactsProps, 'turn'> & { readonly image: TurnImage }): JSX.Element {
  const { page, region, width, height } = image;
  const info = model.info.value;
  const shown = info === null ? null : pageOfAdded(info, image);
  return (
    <>
      <ImageChip model={model} image={shown ?? 0} text={t('Page {0}', page)} stop={current} />
      {region !== null && (
        <span class="chip coordinates" title={t('The part of the page that was cut out')}>
          {t(
            'from {0}, {1} to {2}, {3}',
            ...[region.left, region.top, region.right, region.bottom].map(share),
          )}
        </span>
      )}
      <span class="dim">{t('{0} × {1} px', width, height)}</span>
    </>
  );
}

/** A share of a side: `12.5%`. */
const share = (value: number): string => `${Number((value * 100).toFixed(1))}%`;

function didPhrase(did: NonNullable<RecordedTurn['did']>): string {
  switch (did) {
    case 'search':
      return t('searched');
    case 'crop':
      return t('cut out');
    case 'tool':
      return t('called');
  }
}
