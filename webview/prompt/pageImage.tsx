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
  const name = `Image ${number}`;
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
  if (!image) return <div class="placeholder warned">{name} is not sent</div>;
  if (!page) return <div class="placeholder">{name}</div>;
  const about = `${name}: ${page.document}, page ${page.page}`;
  if (loading === null) return <div class="placeholder dim">{about} is being rendered…</div>;
  if ('failed' in loading) return <div class="placeholder warned">{`${about}: ${loading.failed}`}</div>;
  return (
    <figure>
      <img src={loading.src} alt={about} />
      <figcaption class="dim">{about}</figcaption>
    </figure>
  );
}
