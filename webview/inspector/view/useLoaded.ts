import { useEffect, useState } from 'preact/hooks';
import { asPageTraceError } from '../../../src/core/errors.ts';

/** What has been loaded so far: a value, or why there is none. */
export interface Loaded<T> {
  readonly value: T | null;
  /** A sentence; null if nothing has failed. */
  readonly failed: string | null;
}

/**
 * Loads something, again whenever `key` changes; nothing while it is null. What was loaded before is kept until then.
 * The signal aborts when it is no longer wanted.
 */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, key: string | null): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ value: null, failed: null });
  useEffect(() => {
    if (key === null) return undefined;
    const wanted = new AbortController();
    load(wanted.signal).then(
      (value) => {
        if (!wanted.signal.aborted) setLoaded({ value, failed: null });
      },
      (error: unknown) => {
        if (!wanted.signal.aborted) setLoaded({ value: null, failed: asPageTraceError(error).message });
      },
    );
    return () => {
      wanted.abort();
    };
  }, [key]);
  return loaded;
}
