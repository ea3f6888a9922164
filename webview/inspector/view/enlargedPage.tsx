import { t } from '@vscode/l10n';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { WHOLE_PAGE, type DrawnGoldBox, type NamedPage } from '../../../src/protocol/goldBoxes.ts';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import { Button, Dropdown, TextField } from '../../shared/controls.tsx';
import type { ImageZoom } from '../model/imageZoom.ts';
import type { InspectorInfo, InspectorModel } from '../model/inspectorModel.ts';
import { documentNameOf, imageOf, isMissed, type EnlargedPage as Shown } from '../model/unsentPages.ts';
import { EnlargedContent, EnlargedDialog } from './enlargedDialog.tsx';
import { goldFact } from './goldFrames.tsx';
import { drawingHint, GoldLayer, GoldTools } from './goldLayer.tsx';
import { PicturesContext, type FullPage } from './images.ts';
import { useLoaded } from './useLoaded.ts';
import { ZoomedImage, zoomHint } from './zoomedImage.tsx';

interface EnlargedPageProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
  readonly page: Shown;
}

/** A page of a document, whether it was sent or not, as it is now and at full resolution. */
export function EnlargedPage({ model, info, page }: EnlargedPageProps): JSX.Element {
  const name = documentNameOf(info, page);
  useEffect(() => {
    if (page.isDrawn === true) model.gold.isDrawing.value = true;
  }, []);
  return (
    <EnlargedDialog
      model={model}
      label={t('Page {0} of {1}', page.page, name)}
      bar={
        <>
          <PageChooser model={model} info={info} page={page} />
          <div class="enlarged-facts">
            {pageFacts(info, page).map((fact) => (
              <p key={fact}>{fact}</p>
            ))}
            <GoldFact model={model} page={page} />
          </div>
        </>
      }
    >
      <PageContent key={`${page.page} ${page.document}`} model={model} info={info} page={page} />
    </EnlargedDialog>
  );
}

/** What is known of a page: whether it was sent, and whether it has the answer. */
function pageFacts(info: InspectorInfo, page: NamedPage): readonly string[] {
  const image = imageOf(info, page);
  const sent = image === undefined ? t('not sent') : t('sent as image {0}', image.image);
  return isMissed(info, page) ? [sent, t('has the answer')] : [sent];
}

function GoldFact({ model, page }: Omit<EnlargedPageProps, 'info'>): JSX.Element | null {
  const fact = goldFact(model.gold, page);
  return fact === '' ? null : <p>{fact}</p>;
}

/** The most characters that are shown of what the person typed. */
const LONGEST_SHOWN = 20;

/** Chooses the page of the documents that is shown. */
function PageChooser({ model, info, page: { document, page, isGuess } }: EnlargedPageProps): JSX.Element {
  const { pageCount } = useContext(PicturesContext);
  const { value: counted } = useLoaded(
    async () => ({ document, pages: await pageCount(document) }),
    `${info.edition} ${document}`,
  );
  // What was counted last may be of the document before.
  const total = counted?.document === document ? counted.pages : null;
  const refused = useSignal<string | null>(null);
  const show = (next: NamedPage): void => {
    refused.value = null;
    model.enlarged.value = next;
  };
  const isEnd = total !== null && page >= total;
  const isBeyond = isGuess === true && isEnd && page > total;
  useEffect(() => {
    if (isBeyond) show({ document, page: 1 });
  }, [isBeyond]);
  return (
    <span class="page-chooser" role="group" aria-label={t('Page')}>
      {info.documents.length > 1 ? (
        <Dropdown
          label={t('Document')}
          value={document}
          choices={info.documents.map(({ name, path }) => ({ value: path, text: name }))}
          onChange={(path) => {
            show({ document: path, page: 1 });
          }}
        />
      ) : (
        <b>{documentNameOf(info, { document, page })}</b>
      )}
      <Button
        label={t('Previous page')}
        title={t('Previous page')}
        idle={page === 1}
        onClick={() => {
          show({ document, page: page - 1 });
        }}
      >
        {'\u2039'}
      </Button>
      <span aria-hidden="true">{t('Page')}</span>
      <TextField
        label={total === null ? t('Page') : t('Page, {0} of {1}', page, total)}
        value={String(page)}
        invalid={refused.value !== null}
        onCommit={(text) => {
          const wanted = text.trim();
          if (/^[1-9]\d{0,5}$/.test(wanted) && Number(wanted) <= (total ?? Infinity))
            show({ document, page: Number(wanted) });
          else refused.value = wanted.slice(0, LONGEST_SHOWN);
        }}
      />
      {total !== null && <span>{t('of {0}', wholeNumber(total))}</span>}
      <Button
        label={t('Next page')}
        title={t('Next page')}
        idle={isEnd}
        onClick={() => {
          show({ document, page: page + 1 });
        }}
      >
        {'\u203a'}
      </Button>
      <span role="status">{refused.value !== null && refusal(refused.value, total)}</span>
    </span>
  );
}

/** Why a page is not shown that the person entered. */
function refusal(entered: string, total: number | null): string {
  return [
    ...(entered === '' ? [] : [t('There is no page {0}.', entered)]),
    ...(total === null ? [] : [t('Enter a page from 1 to {0}.', wholeNumber(total))]),
  ].join(' ');
}

function PageContent({ model, info, page }: EnlargedPageProps): JSX.Element {
  const { pages } = useContext(PicturesContext);
  const loaded = useLoaded(() => pages(page.document, page.page), String(info.edition));
  return (
    <EnlargedContent loaded={loaded}>
      {(full) => <PagePicture model={model} page={page} name={documentNameOf(info, page)} full={full} />}
    </EnlargedContent>
  );
}

interface PagePictureProps {
  readonly model: InspectorModel;
  readonly page: NamedPage;
  readonly name: string;
  readonly full: FullPage;
}

/** The page with its gold boxes. */
function PagePicture({ model, page, name, full }: PagePictureProps): JSX.Element {
  const { gold } = model;
  const zoom = useSignal<ImageZoom>('fit');
  const sight = useSignal(WHOLE_PAGE);
  const fresh = useRef<DrawnGoldBox | null>(null);
  const isDrawing = gold.isDrawing.value;
  return (
    <ZoomedImage
      size={full}
      zoom={zoom}
      beside={0}
      label={t('The page')}
      head={
        <>
          <GoldTools model={model} page={page} canDraw hasOthers={false} sight={sight} fresh={fresh} />
          <p class="zoom-hint">{isDrawing ? drawingHint() : zoomHint()}</p>
        </>
      }
      sight={sight}
      drawing={isDrawing ? gold.drawingOn(page) : null}
    >
      {(scale) => (
        <>
          <img src={full.src} alt={t('Page {0} of {1}', page.page, name)} draggable={false} />
          <GoldLayer
            gold={gold}
            page={page}
            screen={{ width: full.width * scale, height: full.height * scale }}
            fresh={fresh}
          />
        </>
      )}
    </ZoomedImage>
  );
}
