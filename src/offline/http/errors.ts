/** An error answer in vLLM's form: `{"error": {message, type, param, code}}`. */
export class ApiError extends Error {
  readonly status: number;
  readonly type: string;
  readonly param: string | null;

  constructor(status: number, message: string, param: string | null = null) {
    super(message);
    this.status = status;
    this.type = TYPES[status] ?? 'InternalServerError';
    this.param = param;
  }

  get body(): object {
    return { error: { message: this.message, type: this.type, param: this.param, code: this.status } };
  }
}

const TYPES: Readonly<Record<number, string>> = {
  400: 'BadRequestError',
  403: 'PermissionDeniedError',
  404: 'NotFoundError',
  413: 'RequestEntityTooLargeError',
  500: 'InternalServerError',
  503: 'ServiceUnavailableError',
};
