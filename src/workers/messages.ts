import type { Fault } from './fault.ts';

/** The calls that a worker answers, by name. Requests and values are data that can be sent between threads. */
export type WorkerCalls<Calls> = {
  readonly [Name in keyof Calls]: { readonly request: unknown; readonly value: unknown };
};

/** A call as it is sent to the worker. */
export interface WorkerRequest {
  readonly id: number;
  readonly call: string;
  readonly request: unknown;
}

/** What a worker sends. */
export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'value'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'fault'; readonly id: number; readonly fault: Fault };
