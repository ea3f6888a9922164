/** The environment variables that hold secrets of PageTrace itself: keys of servers, and the password of a PDF. */
const SECRET_VARIABLES: ReadonlySet<string> = new Set([
  'PAGETRACE_API_KEY',
  'PAGETRACE_OFFLINE_KEY',
  'PAGETRACE_PASSWORD',
]);

/** The names of variables in which programs usually keep secrets, which include those above. */
const SECRET_NAME = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH/i;

type Environment = Readonly<Record<string, string | undefined>>;

/** An environment for other people's code: without PageTrace's own secrets, but with all that a person set for it. */
export function withoutOwnSecrets(environment: Environment): Record<string, string | undefined> {
  // Windows does not distinguish uppercase from lowercase letters in names.
  return withoutNames(environment, (name) => SECRET_VARIABLES.has(name.toUpperCase()));
}

/** An environment for a process that needs no secrets: without those of any program, as far as names tell. */
export function withoutSecrets(environment: Environment): Record<string, string | undefined> {
  return withoutNames(environment, (name) => SECRET_NAME.test(name));
}

function withoutNames(
  environment: Environment,
  isSecret: (name: string) => boolean,
): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isSecret(name)));
}
