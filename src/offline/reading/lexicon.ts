import { isStopWord, stem, terms } from './words.ts';

/**
 * Words and phrases that reports and questions about them use for one another, one group a line. A word may stand in
 * several groups.
 */
const GROUPS = `
ceo, chief executive, chief executive officer, managing director
cfo, chief financial officer, finance director
cto, chief technology officer
coo, chief operating officer
chair, chairman, chairwoman, chairperson, president
boss, head, director, leader, manager
lead, head, run, direct, manage
become, appoint, name, take over, succeed, elect
resign, step down, leave, retire, depart
r&d, research and development
hr, human resources, personnel
it, information technology
employee, staff, workforce, worker, headcount, personnel, people, job
work, employ
hire, recruit, take on
unemployed, unemployment, jobless, out of work
visitor, guest
medical, doctor
certificate, note, attestation
holiday, vacation, leave
ill, sick, illness, sickness
record, log, measure, register, write down
gather, assemble, assembly, meet, meeting
meal, lunch, dinner, food
popular, favourite, common
book, reserve, reservation
disturb, disrupt, interrupt
dismiss, lay off, cut job
company, group, firm, enterprise, corporation, business, organisation, organization
subsidiary, affiliate, group company
revenue, sales, turnover
profit, earnings, income, result
earn, profit, make
operating profit, operating result, operating income, ebit
net profit, profit for the year, net income, profit after tax, net result
pre-tax profit, profit before tax
loss, deficit
cost, price, charge, fee, expense, cost of
spend, cost, expense, expenditure, pay, invest
pay, settle
bill, invoice, receivable
expensive, price, cost
cheap, price, cost
spending, expenditure, expense
investment, capital expenditure, capex
debt, borrowings, liabilities, loan
cash, liquidity
tax, levy
dividend, payout, distribution
share, stock
share, percentage, proportion, fraction, part, portion, percent
shareholder, investor, owner, stockholder
own, hold, belong, owner
money, cost, amount, sum
salary, wage, pay, remuneration, compensation
buy, acquire, purchase, take over, acquisition
sell, dispose, divest, sale
customer, client, buyer, purchaser
supplier, vendor
competitor, rival
order, booking
backlog, order book
stock, inventory
factory, plant, works, production site, manufacturing site
building, plant, property
make, produce, manufacture, build
employ, employee, staff, headcount, people
born, birth
memo, memorandum
write, author, signed
quantity, qty, number
telephone, phone, tel
department, dept
maximum, max
minimum, min
average, avg, mean
construct, build, erect, put up, design
conduct, carry out, perform, undertake, do
renovation, refurbishment, modernisation, renewal, restoration
overnight, night
closed, shut, not open
hours, opening hours, open
talk, lecture, presentation, speak, speaker, title
teach, teacher, lecturer, instructor
organiser, organise, organizer, host
deadline, submit, until, due, by, close
product, goods, item
headquarters, head office, seat, base
office, site, location, branch
country, nation, state
town, city, municipality
inhabitant, resident, population, people, citizen
populous, inhabitant, population
found, establish, set up, start, create
founded, established, since
open, inaugurate, start, launch
close, shut, end
begin, start, commence, launch
end, finish, complete, expire, run until, conclude, terminate
last, take, run, duration
length, duration, long
wait, waiting
year, annual, yearly
month, monthly
quarter, quarterly
last quarter, final quarter, quarter 4, q4, fourth quarter
first quarter, quarter 1, q1
second quarter, quarter 2, q2
third quarter, quarter 3, q3
grow, rise, increase, growth, climb, up, gain
fall, drop, decrease, decline, sink, down, shrink, reduce
fast, quick, speed, rapid
change, differ, difference
average, mean, typical, typically
total, overall, altogether, sum, all, whole
biggest, largest, main
big, large, size
small, little, size
heavy, weight, weigh, mass
hot, warm, cold, temperature, heat
tall, high, height
above sea level, altitude, elevation
altitude, elevation, height
wide, width, breadth
deep, depth
thick, thickness
far, distance, kilometre, mile
old, age
exact, accurate, accuracy, precision, precise
strong, strength, power
loud, noise, sound
voltage, power supply, volt
power, watt, energy
pressure, bar
speed, velocity
capacity, volume, content
material, made of
waterproof, protection, protection class
guarantee, warranty
deliver, delivery, ship, shipment, supply
delivery time, lead time
repeat, again, once more
lend, borrow, loan
steal, theft, stolen
fly, flight
die, death, dead, fatality
child, baby, birth
arrive, arrival
left, leave, leaver, departure
hire, recruit, recruitment, joiner, appointment
give, donate, donation, gift
pay, payment
sell, sale, sold
buy, purchase
lose, loss
produce, production, output
construct, build, construction
marry, marriage, wedding
breed, brood
receive, receipt
fail, failure, fault, breakdown
cancel, cancellation, terminate, termination
penalty, surcharge, cost, charge
enrol, enrolment, register, registration
treat, treatment, patient
vote, election, elect, ballot
see, sighting, spot
catch, catches, haul
succeed, follow, replace, take over, successor
successor, succeed, follow, replace, take over
predecessor, succeed, follow, replace, take over
order, quantity, qty
piece, unit
tax, vat, value added tax, sales tax, gst
seller, supplier, vendor
study, survey, investigation, report, research
poll, survey
interview, questionnaire
asked, interviewed, surveyed
answer, reply, response, respond
respondent, participant, interviewee
participant, attendee, people, person
author, write, written by
finance, fund, pay for, sponsor, paid for by
fund, foundation, sponsor
journey to work, commute, commuting, commuter, way to work, travel to work
journey, trip, travel, ride
car, automobile, vehicle
bike, bicycle, cycle, cycling, cyclist
cycle lane, bike lane, cycle path, bike path
train, railway, rail
railway station, train station
bus, coach
walk, walking, on foot, pedestrian
public transport, transit, bus and train
ticket, fare
pass, season ticket, subscription
passenger, rider, traveller
punctual, on time, late, delay
accident, crash
injured, hurt, wounded
fire, blaze
child, kid, young, minor
adult, grown-up
old, elderly, senior, over
pensioner, retired, elderly, over 65, over 70
man, male
woman, female
manager, management, executive
student, pupil, school
teacher, school
doctor, physician
house, home, household
family, household
married, couple
alone, single
satisfied, satisfaction, content, happy
complain, complaint, letter
recommend, recommendation, propose, proposal, suggest
propose, recommend, suggest, plan
expect, forecast, predict, outlook, foresee
plan, intend, want, aim, target, goal
goal, aim, target
risk, danger, threat
problem, difficulty, issue
reason, cause, because
use, usage, consume, consumption
energy, electricity
emit, emission, greenhouse gas, carbon dioxide, co2
environment, climate, sustainability
train, training
lesson, training, course
meeting, assembly
annual general meeting, agm, shareholders' meeting
take place, held, happen, hold
audit, auditor
sign, signed
interest rate, rate
discount rate, rate
lawsuit, claim, legal action, litigation, sue
law, regulation, act
patent, intellectual property
award, prize
member, belong
phone, telephone
mail, e-mail, email
address, location
website, internet, online
computer, software
sensor, detector
meter, gauge, instrument
free, no charge, free of charge, without payment
limit, maximum, max, at most
minimum, min, at least
allowed, permitted, may, permissible
require, need, necessary, must
include, contain
fraction, share
half, 50%
quarter, 25%
`;

/** One way to say a thing: the stems that must all stand in a text. */
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

/** A phrase of the lexicon at a place in a row of stems, with everything else that its groups say for it. */
export interface KnownPhrase {
  /** Stems that the phrase takes up, from the place on. */
  readonly length: number;
  readonly others: readonly Wording[];
}

/**
 * The longest phrase of the lexicon that begins at `at`, null when none does. Shorter ones that differ from it in stop
 * words only (`pay`, `pay for`) add what they say for it.
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
