import * as v from 'valibot';

/**
 * Identifies the trajectory that an inspector shows, so that it is found again after a reload: its kind, and the name
 * by which that kind finds it (the id of a question, the URI of a file).
 */
export interface SourceIdentity {
  readonly kind: string;
  readonly id: string;
}

const KEY = /^([a-z][A-Za-z]*):(.+)$/s;

/** An identity as one string, `kind:id`: the key that a webview stores and by which two identities are compared. */
export function sourceKey({ kind, id }: SourceIdentity): string {
  return `${kind}:${id}`;
}

/** Reads an identity back from its key. */
export const sourceIdentity = v.pipe(
  v.string(),
  v.regex(KEY),
  v.transform((key): SourceIdentity => {
    const [, kind = '', id = ''] = KEY.exec(key) ?? [];
    return { kind, id };
  }),
);
