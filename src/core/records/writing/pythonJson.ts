/**
 * The JSON of a value on one line, as Python's `json` writes it: NaN and infinities stand without quotes, and -0.0 keeps
 * its sign, and a number so large that digits would claim to be exact is a float, so that reading it gives the same value. Characters that some readers take for the end of a line are escaped.
 */
export function pythonJson(value: unknown): string {
  const json = isPlain(value) ? JSON.stringify(value) : jsonOf(value);
  return json.includes('\u2028') || json.includes('\u2029')
    ? json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
    : json;
}

/** Whether JSON.stringify keeps all numbers of a value. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isInteger(value)
      ? Number.isSafeInteger(value) && !Object.is(value, -0)
      : Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  for (const key in value) if (!isPlain((value as Readonly<Record<string, unknown>>)[key])) return false;
  return true;
}

function jsonOf(value: unknown): string {
  if (typeof value === 'number') return numberJson(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => jsonOf(item ?? null)).join(',')}]`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${jsonOf(item)}`).join(',')}}`;
}

function numberJson(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (Object.is(value, -0)) return '-0.0';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  const digits = JSON.stringify(value);
  return Number.isSafeInteger(value) || /[.e]/.test(digits) ? digits : `${digits}.0`;
}
