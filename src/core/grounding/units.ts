/** A unit of a number. Units of a kind are converted by their factors; those of currencies differ from one another. */
export interface Unit {
  readonly kind: string;
  readonly factor: number;
}

const FACTORS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  percent: { '%': 1, percent: 1, prozent: 1, '‰': 0.1 },
  length: {
    mm: 0.001,
    cm: 0.01,
    m: 1,
    metres: 1,
    meters: 1,
    meter: 1,
    km: 1000,
    kilometer: 1000,
    kilometers: 1000,
    kilometres: 1000,
    ft: 0.3048,
    feet: 0.3048,
    mi: 1609.344,
    miles: 1609.344,
    米: 1,
    公里: 1000,
  },
  mass: {
    mg: 0.001,
    g: 1,
    kg: 1000,
    t: 1_000_000,
    tonnes: 1_000_000,
    tons: 1_000_000,
    tonnen: 1_000_000,
    lb: 453.59237,
    oz: 28.349523125,
    吨: 1_000_000,
    公斤: 1000,
  },
  time: {
    ms: 0.001,
    s: 1,
    sec: 1,
    seconds: 1,
    sekunden: 1,
    min: 60,
    minutes: 60,
    minuten: 60,
    h: 3600,
    hours: 3600,
    stunden: 3600,
    day: 86_400,
    days: 86_400,
    week: 604_800,
    weeks: 604_800,
  },
  calendar: { month: 1, months: 1, monate: 1, year: 12, years: 12, jahre: 12 },
  volume: {
    ml: 0.001,
    cl: 0.01,
    l: 1,
    liter: 1,
    liters: 1,
    litres: 1,
    hl: 100,
    m3: 1000,
    kubikmeter: 1000,
    'cubic metres': 1000,
    'cubic meters': 1000,
    立方米: 1000,
  },
  power: { w: 1, kw: 1000, mw: 1_000_000, gw: 1_000_000_000 },
  energy: { wh: 1, kwh: 1000, mwh: 1_000_000, gwh: 1_000_000_000, twh: 1_000_000_000_000 },
  data: { kb: 1, mb: 1000, gb: 1_000_000, tb: 1_000_000_000 },
  area: { m2: 1, ha: 10_000, km2: 1_000_000 },
};
const CURRENCIES: Readonly<Record<string, readonly string[]>> = {
  eur: ['€', 'eur', 'euro', 'euros', '欧元'],
  usd: ['$', 'usd', 'us$', 'dollar', 'dollars', '美元'],
  gbp: ['£', 'gbp', 'pound', 'pounds', 'pfund', '英镑'],
  chf: ['chf', 'franken', 'francs'],
  jpy: ['¥', 'jpy', 'yen', '日元'],
  cny: ['cny', 'rmb', 'yuan', '元', '人民币'],
};
const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...Object.entries(FACTORS).flatMap(([kind, names]) =>
    Object.entries(names).map(([name, factor]) => [name, { kind, factor }] as const),
  ),
  // The factors only tell the currencies apart.
  ...Object.values(CURRENCIES).flatMap((names, index) =>
    names.map((name) => [name, { kind: 'currency', factor: index + 1 }] as const),
  ),
]);

/** The first words of units of two words. */
const FIRST_WORDS: ReadonlySet<string> = new Set(
  [...UNITS.keys()].flatMap((name) => (name.includes(' ') ? name.split(' ', 1) : [])),
);

/** By how many places the decimal point moves. */
const SCALES: ReadonlyMap<string, number> = new Map([
  ...['k', 'thousand', 'thousands', 'tsd', 'tausend', '千'].map((name) => [name, 3] as const),
  ...['万', '萬'].map((name) => [name, 4] as const),
  ...['m', 'mn', 'mln', 'mio', 'million', 'millions', 'millionen', '百万'].map((name) => [name, 6] as const),
  ...['亿', '億'].map((name) => [name, 8] as const),
  ...['b', 'bn', 'bln', 'mrd', 'billion', 'billions', 'milliarde', 'milliarden'].map(
    (name) => [name, 9] as const,
  ),
]);

/** The unit of a folded word or sign; null if it is none. */
export function unitOf(key: string): Unit | null {
  return UNITS.get(key) ?? null;
}

/** Whether a folded word is the first one of a unit of two words. */
export function beginsUnit(key: string): boolean {
  return FIRST_WORDS.has(key);
}

/** By how many places a folded word such as `million` moves the decimal point; 0 if it is no such word. */
export function scaleOf(key: string): number {
  return SCALES.get(key) ?? 0;
}
