/** A promise and the functions that settle it. (Node 20 lacks Promise.withResolvers.) */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** A promise that is still open. */
export function deferred<T>(): Deferred<T> {
  const settle: Partial<Pick<Deferred<T>, 'resolve' | 'reject'>> & object = {};
  const promise = new Promise<T>((resolve, reject) => {
    Object.assign(settle, { resolve, reject });
  });
  return { promise, ...(settle as Pick<Deferred<T>, 'resolve' | 'reject'>) };
}
