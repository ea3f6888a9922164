import { PageTraceError, type ErrorDetails, type ErrorReason } from '../core/errors.ts';

/** A PageTraceError as it is sent between threads: an Error would lose its reason in transit. */
export interface Fault extends Omit<ErrorDetails, 'cause'> {
  readonly reason: ErrorReason;
  readonly message: string;
}

/** The data of an error, without its cause. */
export function faultOf({ reason, message, hint, remedy, said, status }: PageTraceError): Fault {
  return {
    reason,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(remedy === undefined ? {} : { remedy }),
    ...(said === undefined ? {} : { said }),
    ...(status === undefined ? {} : { status }),
  };
}

/** The error with this data. */
export function errorOf({ reason, message, ...details }: Fault): PageTraceError {
  return new PageTraceError(reason, message, details);
}
