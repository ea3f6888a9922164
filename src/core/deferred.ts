/** A promise and the functions that settle it. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** Creates a pending promise with its functions, like Promise.withResolvers, which Node 20 lacks. */
export function defer<T>(): Deferred<T> {
  const settle: Partial<Pick<Deferred<T>, 'resolve' | 'reject'>> & object = {};
  const promise = new Promise<T>((resolve, reject) => {
    Object.assign(settle, { resolve, reject });
  });
  return { promise, ...(settle as Pick<Deferred<T>, 'resolve' | 'reject'>) };
}
