import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/**
 * A part of a page whose code is loaded when it is first shown.
 * @param load loads its code
 */
export function later<Props>(
  load: () => Promise<(props: Props) => JSX.Element | null>,
): (props: Props) => JSX.Element | null {
  let loaded: ((props: Props) => JSX.Element | null) | null = null;
  return function Later(props: Props): JSX.Element | null {
    const [, setIsLoaded] = useState(loaded !== null);
    useEffect(() => {
      if (loaded !== null) return;
      void load().then((part) => {
        loaded = part;
        setIsLoaded(true);
      });
    }, []);
    const Part = loaded;
    // A function of props is a component.
    return Part === null ? null : <Part {...(props as Props & JSX.IntrinsicAttributes)} />;
  };
}
