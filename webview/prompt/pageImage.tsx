import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PreviewImage } from '../../src/protocol/prompt.ts';
import type { PageImages } from './pageImages.ts';

export interface PageImageProps {
  readonly number: number;
  /** Undefined if the template places more images than are sent. */
  readonly image: PreviewImage | undefined;
  readonly images: PageImages;
}

type Loading = { readonly src: string } | { readonly failed: string } | null;

/** The page for an image, or a placeholder if there is none. */
export function PageImage({ number, image, images }: PageImageProps): JSX.Element {
  const [loading, setLoading] = useState<Loading>(null);
  const page = image?.page ?? null;
  const identity = JSON.stringify(page);
  useEffect(() => {
    setLoading(null);
    if (!image?.page) return undefined;
    let current = true;
    images(image).then(
      (src) => {
        if (current) setLoading({ src });
      },
      (error: unknown) => {
        if (current) setLoading({ failed: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => {
      current = false;
    };
    // Only the page matters, because the object is a new one in every state.
  }, [identity]);
  if (!image) return <div class="placeholder warned">{t('Image {0} is not sent', number)}</div>;
  if (!page) return <div class="placeholder">{t('Image {0}', number)}</div>;
  const about = t('Image {0}: {1}, page {2}', number, page.document, page.page);
  if (loading === null) return <div class="placeholder dim">{t('Rendering {0}…', about)}</div>;
  if ('failed' in loading) return <div class="placeholder warned">{`${about}: ${loading.failed}`}</div>;
  return (
    <figure>
      <img src={loading.src} alt={about} />
      <figcaption class="dim">{about}</figcaption>
    </figure>
  );
}
