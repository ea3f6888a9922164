import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useContext, useRef } from 'preact/hooks';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import type { UnsentPage } from '../model/unsentPages.ts';
import { goldFact, GoldFrames } from './goldFrames.tsx';
import { PicturesContext } from './images.ts';
import { useLoaded } from './useLoaded.ts';
import { useNear } from './useNear.ts';

interface UnsentShotProps {
  readonly model: InspectorModel;
  readonly page: UnsentPage;
  readonly edition: number;
}

/** A page with the answer that was not sent, in the strip of page images. */
export function UnsentShot({ model, page, edition }: UnsentShotProps): JSX.Element {
  const element = useRef<HTMLLIElement | null>(null);
  const near = useNear(element);
  const { pages } = useContext(PicturesContext);
  const loaded = useLoaded(() => pages(page.document, page.page), near ? String(edition) : null);
  const { value, failed } = loaded;
  const gold = goldFact(model.gold, page);
  return (
    <li ref={element} class="shot unsent">
      <button
        type="button"
        class="thumb"
        aria-label={t('Enlarge page {0} of {1}, which was not sent', page.page, page.name)}
        title={t('Enlarge')}
        onClick={() => {
          model.enlarged.value = { document: page.document, page: page.page };
        }}
      >
        <span class="thumb-picture" style={value === null ? undefined : shapeStyle(value)}>
          {value === null ? <span class="thumb-empty">{failed && '!'}</span> : <img src={value.src} alt="" />}
          <GoldFrames gold={model.gold} page={page} />
        </span>
      </button>
      <div class="shot-words">
        <p>
          <b>{t('Not sent')}</b>, {t('page {0}', wholeNumber(page.page))}
        </p>
        {page.isMissed && <p class="facts">{t('has the answer')}</p>}
        {gold !== '' && <p class="facts">{gold}</p>}
        {failed !== null && <p class="warned">{failed}</p>}
      </div>
    </li>
  );
}

/** The shape of a small picture, so that what is drawn over it is at its place. */
export function shapeStyle({
  width,
  height,
}: {
  readonly width: number | null;
  readonly height: number | null;
}): Record<string, string> | undefined {
  return width === null || height === null ? undefined : { '--shape': String(width / height) };
}
