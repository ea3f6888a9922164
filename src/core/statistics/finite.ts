/** A number; null for one that is too large for a number, or that comes from such a one. */
export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
