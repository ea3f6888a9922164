import { t } from '@vscode/l10n';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { READABLE_TEXT, SMALL_TEXT } from '../../../src/core/geometry/textHeight.ts';
import type { Zoom } from '../../../src/protocol/document.ts';
import { Button, Dropdown, TextField, type Choice } from '../../shared/controls.tsx';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import type { Finder } from '../model/finder.ts';
import { Icon } from './icons.tsx';
import { IconButton } from './iconButton.tsx';
import { focusPages } from './pages.tsx';
import type { TextHeight } from '../model/textHeight.ts';
import type { Viewer } from '../model/viewer.ts';

const FACTORS = [0.5, 0.75, 1, 1.25, 1.5, 2, 4] as const;
const percent = (factor: number): string => `${Math.round(factor * 100)}%`;

/** The zoom choices, including the current factor. */
function zoomChoices(zoom: Zoom): { value: string; choices: Choice[] } {
  const factors = new Set<number>(FACTORS);
  if (typeof zoom === 'number') factors.add(zoom);
  return {
    value: String(zoom),
    choices: [
      { value: 'width', text: t('Fit width') },
      { value: 'page', text: t('Fit page') },
      ...[...factors]
        .sort((a, b) => a - b)
        .map((factor) => ({ value: String(factor), text: percent(factor) })),
    ],
  };
}

const zoomOf = (value: string): Zoom => (value === 'width' || value === 'page' ? value : Number(value));

/** The bar above the pages. */
export function PageBar({
  viewer,
  finder,
}: {
  readonly viewer: Viewer;
  readonly finder: Finder;
}): JSX.Element {
  const { value, choices } = zoomChoices(viewer.zoom.value);
  return (
    <div class="page-bar" role="toolbar" aria-label={t('Page bar')}>
      <div class="bar-group">
        <IconButton
          icon="sidebar"
          label={t('Sidebar')}
          title={t('Show or hide thumbnails and outline')}
          pressed={viewer.sidebarShown.value}
          onClick={() => {
            viewer.sidebarShown.value = !viewer.sidebarShown.peek();
          }}
        />
        <PageBox viewer={viewer} />
      </div>
      <div class="bar-group">
        <IconButton
          icon="minus"
          label={t('Zoom out')}
          title={t('Zoom out (-)')}
          onClick={() => {
            viewer.stepZoom(-1);
          }}
        />
        <Dropdown
          label={t('Zoom')}
          value={value}
          choices={choices}
          onChange={(chosen) => {
            viewer.setZoom(zoomOf(chosen));
          }}
        />
        <IconButton
          icon="plus"
          label={t('Zoom in')}
          title={t('Zoom in (+)')}
          onClick={() => {
            viewer.stepZoom(1);
          }}
        />
        {typeof viewer.zoom.value === 'string' && <span class="bar-word">{percent(viewer.scale.value)}</span>}
      </div>
      <div class="bar-group bar-end">
        <TextHeightNote height={viewer.textHeight.value} />
        <IconButton
          icon="find"
          label={t('Find')}
          title={t('Find (Ctrl+F)')}
          pressed={finder.shown.value}
          onClick={() => {
            if (finder.shown.peek()) finder.close();
            else finder.open();
          }}
        />
        <Button appearance="primary" title={t('Ask a question about this document')} onClick={viewer.ask}>
          {t('Ask')}
        </Button>
      </div>
    </div>
  );
}

/** The page in view, in a field in which another one can be entered. */
function PageBox({ viewer }: { readonly viewer: Viewer }): JSX.Element {
  const refused = useSignal<string | null>(null);
  // A new field shows the current page again.
  const renewed = useSignal(0);
  const page = viewer.page.value;
  const total = viewer.pageCount.value;
  const label = viewer.labelOf(page);
  return (
    <>
      <span class="bar-word bar-page" aria-hidden="true">
        {t('Page')}
      </span>
      <TextField
        key={renewed.value}
        class="page-box"
        label={t('Page, {0} of {1}', page, total)}
        value={label}
        invalid={refused.value !== null}
        onKey={(event) => {
          if (event.key !== 'Escape') return false;
          refused.value = null;
          renewed.value += 1;
          focusPages();
          return true;
        }}
        onCommit={(text) => {
          const wanted = viewer.findPage(text);
          if (wanted === null) {
            refused.value = text.trim();
            return;
          }
          refused.value = null;
          // Enter moves the focus from the field to the pages; a click elsewhere sets its own focus.
          if (document.activeElement?.classList.contains('page-box') === true) focusPages();
          renewed.value += 1;
          viewer.goTo(wanted);
        }}
      />
      <span class="bar-word">
        {label === String(page)
          ? t('of {0}', wholeNumber(total))
          : `(${t('{0} of {1}', wholeNumber(page), wholeNumber(total))})`}
      </span>
      <span role="status" class="bar-refusal">
        {refused.value === null
          ? ''
          : refused.value === ''
            ? t('Type a page number or label.')
            : t('There is no page {0}.', refused.value)}
      </span>
    </>
  );
}

/** A height in pixels for display: one decimal below ten. */
const pixelsText = (height: number): string => (height < 10 ? height.toFixed(1) : height.toFixed(0));

function TextHeightNote({ height }: { readonly height: TextHeight }): JSX.Element | null {
  if (height.kind === 'unknown') return null;
  if (height.kind === 'none') {
    return (
      <span
        class="text-height"
        title={t('The page has no text layer, so the height of its text is not known.')}
      >
        {t('Text height unknown')}
      </span>
    );
  }
  const said = t('Text {0} px high', pixelsText(height.height));
  if (height.height >= SMALL_TEXT) {
    return (
      <span
        class="text-height"
        title={t("Height of this page's text in the image that is sent, with the current pixel budget")}
      >
        {said}
      </span>
    );
  }
  const hard = t("With the current pixel budget, this page's text is hard for a model to read.");
  const needed =
    height.readableAt === null
      ? null
      : t('{0} px needs a budget of {1} px', READABLE_TEXT, wholeNumber(height.readableAt));
  return (
    <span class="text-height is-warning" title={needed === null ? hard : `${hard}\n${needed}`}>
      <Icon name="warning" />
      <span>
        {said}
        {needed !== null && <span class="text-height-more">{`; ${needed}`}</span>}
      </span>
    </span>
  );
}
