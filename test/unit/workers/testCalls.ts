/** The calls of the worker of these tests. */
export interface TestCalls {
  /** Returns the request. */
  readonly echo: { readonly request: unknown; readonly value: unknown };
  /** Never returns. */
  readonly hang: { readonly request: null; readonly value: null };
  /** Uses more and more memory. */
  readonly grow: { readonly request: null; readonly value: null };
  /** Keeps some megabytes for as long as the thread runs. */
  readonly keep: { readonly request: number; readonly value: null };
  /** Ends the thread. */
  readonly exit: { readonly request: null; readonly value: null };
  /** Throws a PageTraceError. */
  readonly fail: { readonly request: null; readonly value: null };
  /** Throws another error. */
  readonly break: { readonly request: null; readonly value: null };
  /** The number of calls that the thread has answered. */
  readonly count: { readonly request: null; readonly value: number };
}
