import { useEffect, useState } from 'preact/hooks';

/** Whether the panel is at most `width` CSS pixels wide; draws again when that changes. */
export function useIsNarrow(width: number): boolean {
  const query = `(max-width: ${width}px)`;
  const [isNarrow, setIsNarrow] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const update = (): void => {
      setIsNarrow(media.matches);
    };
    update();
    media.addEventListener('change', update);
    return () => {
      media.removeEventListener('change', update);
    };
  }, [query]);
  return isNarrow;
}
