import { isStopWord, stem, terms } from './words.ts';

/**
 * Words and phrases that reports and questions about them use as synonyms, one group for each line. A word may be in
 * several groups.
 */
const GROUPS = `
ceo, chief executive, chief executive officer, managing director
cfo, chief financial officer, finance director
cto, chief technology officer
coo, chief operating officer
chair, chairman, chairwoman, chairperson, president
resign, step down, leave, retire, depart
r&d, research and development
hr, human resources, personnel
employee, staff, workforce, worker, headcount, personnel, people, job
hire, recruit, take on
unemployed, unemployment, jobless, out of work
visitor, guest
company, group, firm, enterprise, corporation, business, organisation, organization
subsidiary, affiliate, group company
revenue, sales, turnover
profit, earnings, income, result
operating profit, operating result, operating income, ebit
net profit, profit for the year, net income, profit after tax, net result
pre-tax profit, profit before tax
cost, price, charge, fee, expense, cost of
spend, cost, expense, expenditure, pay, invest
bill, invoice, receivable
cheap, price, cost
investment, capital expenditure, capex
debt, borrowings, liabilities, loan
share, percentage, proportion, fraction, part, portion, percent
shareholder, investor, owner, stockholder
own, hold, belong, owner
money, cost, amount, sum
salary, wage, pay, remuneration, compensation
buy, acquire, purchase, take over, acquisition
sell, dispose, divest, sale
customer, client, buyer, purchaser
competitor, rival
backlog, order book
factory, plant, works, production site, manufacturing site
make, produce, manufacture, build
employ, employee, staff, headcount, people
memo, memorandum
write, author, signed
telephone, phone, tel
maximum, max
minimum, min
average, avg, mean
overnight, night
deadline, submit, until, due, by, close
headquarters, head office, seat, base
country, nation, state
town, city, municipality
inhabitant, resident, population, people, citizen
founded, established, since
open, inaugurate, start, launch
close, shut, end
begin, start, commence, launch
end, finish, complete, expire, run until, conclude, terminate
length, duration, long
year, annual, yearly
last quarter, final quarter, quarter 4, q4, fourth quarter
first quarter, quarter 1, q1
second quarter, quarter 2, q2
third quarter, quarter 3, q3
grow, rise, increase, growth, climb, up, gain
fall, drop, decrease, decline, sink, down, shrink, reduce
fast, quick, speed, rapid
total, overall, altogether, sum, all, whole
heavy, weight, weigh, mass
hot, warm, cold, temperature, heat
tall, high, height
above sea level, altitude, elevation
far, distance, kilometre, mile
guarantee, warranty
deliver, delivery, ship, shipment, supply
repeat, again, once more
lend, borrow, loan
die, death, dead, fatality
child, baby, birth
lose, loss
construct, build, construction
fail, failure, fault, breakdown
penalty, surcharge, cost, charge
successor, succeed, follow, replace, take over
predecessor, succeed, follow, replace, take over
order, quantity, qty
piece, unit
tax, vat, value added tax, sales tax, gst
seller, supplier, vendor
participant, attendee, people, person
finance, fund, pay for, sponsor, paid for by
journey to work, commute, commuting, commuter, way to work, travel to work
car, automobile, vehicle
bike, bicycle, cycle, cycling, cyclist
train, railway, rail
passenger, rider, traveller
satisfied, satisfaction, content, happy
expect, forecast, predict, outlook, foresee
plan, intend, want, aim, target, goal
risk, danger, threat
problem, difficulty, issue
reason, cause, because
use, usage, consume, consumption
emit, emission, greenhouse gas, carbon dioxide, co2
member, belong
minimum, min, at least
boss, head, director, leader, manager
lead, head, run, direct, manage
become, appoint, name, take over, succeed, elect
it, information technology
loss, deficit
cash, liquidity
dividend, payout, distribution
share, stock
stock, inventory
building, plant, property
born, birth
department, dept
product, goods, item
office, site, location, branch
found, establish, set up, start, create
month, monthly
quarter, quarterly
average, mean, typical, typically
biggest, largest, main
big, large, size
small, little, size
wide, width, breadth
old, age
produce, production, output
delivery time, lead time
left, leave, leaver, departure
arrive, arrival
study, survey, investigation, report, research
author, write, written by
energy, electricity
limit, maximum, max, at most
require, need, necessary, must
`;

/** One wording of a thing: the stems that must all occur in a text. */
export type Wording = readonly string[];

const wordings: readonly (readonly Wording[])[] = GROUPS.trim()
  .split('\n')
  .map((line) => line.split(',').map((phrase) => stems(phrase)));

const byFirstStem = new Map<string, { readonly phrase: Wording; readonly group: number }[]>();
for (const [group, phrases] of wordings.entries()) {
  for (const phrase of phrases) {
    const [first = ''] = phrase;
    byFirstStem.set(first, [...(byFirstStem.get(first) ?? []), { phrase, group }]);
  }
}

function stems(phrase: string): string[] {
  const found = terms(phrase.trim()).map((term) => term.stem);
  return found.length > 0 ? found : [stem(phrase.trim())];
}

/** A phrase of the lexicon at a place in a row of stems, with all synonyms from its groups. */
export interface KnownPhrase {
  /** The number of stems that the phrase covers, from the place on. */
  readonly length: number;
  readonly others: readonly Wording[];
}

/**
 * The longest phrase of the lexicon that begins at `at`, or null if there is none. Shorter ones that differ from it
 * only in stop words (`pay`, `pay for`) add their synonyms.
 */
export function knownPhrase(row: readonly string[], at: number): KnownPhrase | null {
  const starting = byFirstStem.get(row[at] ?? '') ?? [];
  const matching = starting.filter(({ phrase }) => phrase.every((part, offset) => row[at + offset] === part));
  const length = Math.max(0, ...matching.map(({ phrase }) => phrase.length));
  if (length === 0) return null;
  const content = (phrase: Wording): string => phrase.filter((part) => !isStopWord(part)).join(' ');
  const key = content(row.slice(at, at + length));
  const others = matching
    .filter(({ phrase }) => phrase.length === length || content(phrase) === key)
    .flatMap(({ group }) => wordings[group] ?? [])
    .filter((phrase) => content(phrase) !== key);
  return { length, others };
}
