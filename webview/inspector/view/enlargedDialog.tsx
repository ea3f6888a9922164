import { t } from '@vscode/l10n';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { InspectorModel } from '../model/inspectorModel.ts';
import type { Loaded } from './useLoaded.ts';

interface EnlargedDialogProps {
  readonly model: InspectorModel;
  readonly label: string;
  /** What is above the content. */
  readonly bar: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page over everything else. Escape or a click outside of it closes it; the focus then returns to where it was. */
export function EnlargedDialog({ model, label, bar, children }: EnlargedDialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement | null>(null);
  useEffect(() => {
    dialog.current?.showModal();
    return () => {
      // The next one is not drawn on before the person wants it.
      model.gold.isDrawing.value = false;
    };
  }, []);
  const close = (): void => {
    dialog.current?.close();
    model.enlarged.value = null;
  };
  return (
    <dialog
      ref={dialog}
      class="enlarged"
      aria-label={label}
      onClose={close}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !model.gold.escape()) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div class="enlarged-bar">
        {bar}
        <button type="button" class="link" onClick={close}>
          {t('Close')}
        </button>
      </div>
      {children}
    </dialog>
  );
}

interface EnlargedContentProps<T> {
  readonly loaded: Loaded<T>;
  readonly children: (value: T) => JSX.Element;
}

/** What is shown enlarged once it is loaded, and gets the focus then; until that, that it is loading, or why it failed. */
export function EnlargedContent<T>({ loaded, children }: EnlargedContentProps<T>): JSX.Element {
  const { value, failed } = loaded;
  const content = useRef<HTMLDivElement | null>(null);
  const hasValue = value !== null;
  useEffect(() => {
    // A field in which the person types keeps it.
    if (hasValue && !(document.activeElement instanceof HTMLInputElement))
      content.current?.querySelector<HTMLElement>('.zoom-view')?.focus({ preventScroll: true });
  }, [hasValue]);
  return (
    <div ref={content} class="enlarged-content">
      {failed !== null && <p class="enlarged-empty warned">{failed}</p>}
      {failed === null && value === null && <p class="enlarged-empty dim">{t('Loading…')}</p>}
      {value !== null && children(value)}
    </div>
  );
}
