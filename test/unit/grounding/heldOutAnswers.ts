/** An answer, and what a person who reads the page says of it; `none` if the page does not decide it. */
export interface HeldOutAnswer {
  readonly document: string;
  readonly page: number;
  readonly question?: string;
  readonly answer: string;
  readonly verdict: 'right' | 'wrong' | 'none';
}

/** Answers that were written before the wordings in them were read. */
export const HELD_OUT_ANSWERS: readonly HeldOutAnswer[] = (
  [
    [
      'annual-report 4',
      'Total revenue reached 518.9 million euros in 2024, 7.7% more than in 2023.',
      'right',
    ],
    [
      'annual-report 4',
      'Total revenue reached 518.9 million euros in 2024, 8.7% more than in 2023.',
      'wrong',
    ],
    ['annual-report 4', 'In 2024, Europe had a share of 44.5%.', 'right'],
    ['annual-report 4', 'In 2024, Europe had a share of 54.5%.', 'wrong'],
    ['annual-report 4', 'Asia grew fastest, by 12.8%.', 'right'],
    ['annual-report 4', 'Asia grew fastest, by 15.8%.', 'wrong'],
    ['annual-report 4', 'Europe grew fastest in 2024.', 'wrong'],
    ['annual-report 4', 'The Americas grew faster than Europe in 2024.', 'right'],
    ['annual-report 5', 'Production came out on top with 1,148 employees.', 'right'],
    ['annual-report 4', 'Asia came out on top in 2024.', 'wrong'],
    ['annual-report 7', 'Gas analysers outsold flow sensors in every quarter.', 'wrong'],
    ['annual-report 7', 'Flow sensors outsold gas analysers in 2024.', 'right'],
    ['second-report 3', 'Bellwater is ahead of Jarmouth in satisfaction.', 'right'],
    ['second-report 3', 'Hexley is ahead of Denning in satisfaction.', 'wrong'],
    ['annual-report 4', 'Asia lagged behind Europe in every year.', 'right'],
    ['annual-report 4', 'Europe lagged behind Asia in 2024.', 'wrong'],
    ['annual-report 4', 'Europe had revenue of more than 200 in every year.', 'right'],
    ['annual-report 4', 'Asia had revenue of more than 100 in every year.', 'wrong'],
    ['accounts 2', 'All sites had more than 80 employees in 2024.', 'right'],
    ['accounts 2', 'All sites had more than 100 employees in 2024.', 'wrong'],
    ['second-report 3', "The towns' cycle lanes are all above 50 kilometres.", 'wrong'],
    ['annual-report 4', 'Two regions grew by more than 5% in 2024.', 'right'],
    ['annual-report 4', 'Three regions grew by more than 10% in 2024.', 'wrong'],
    ['annual-report 5', 'Three sites have more than 400 employees.', 'right'],
    ['annual-report 5', 'Four sites have more than 400 employees.', 'wrong'],
    ['second-report 3', 'Five towns have more than 150 thousand inhabitants.', 'wrong'],
    ['second-report 3', 'Four towns have more than 100 kilometres of cycle lanes.', 'right'],
    ['annual-report 2', 'Operating profit rose by 11.7% in 2024.', 'right'],
    ['annual-report 2', 'Operating profit rose by 21.7% in 2024.', 'wrong'],
    ['accounts 1', 'Staff costs made up 34.5% of total operating income in the full year 2024.', 'right'],
    ['bericht 1', 'Der Jahresüberschuss lag 2024 um 4,6 höher als 2023.', 'right'],
    ['bericht 1', 'Der Jahresüberschuss stieg 2024 um 12,5 %.', 'wrong'],
    ['nianbao 1', '2024年净利润比2023年增长了15.8%。', 'right'],
    ['nianbao 1', '2024年净利润比2023年增长了25.8%。', 'wrong'],
    ['regions 1', 'Almerra is ahead of Port Sanguine in beds in every year.', 'right'],
    ['rapport 1', 'Fromages affinés outsold Beurre et crème in 2024.', 'right'],
    ['annual-report 4', 'Europe may well have outsold Asia.', 'none'],
    ['annual-report 4', 'Revenue in Japan grew by 14.2%.', 'none'],
    ['annual-report 4', 'Europe contributed less than half of revenue in every year except 2022.', 'none'],
    ['annual-report 4', 'The market grew by 3.1%.', 'none'],
    ['second-report 2', 'Walking fell by 1.7 percentage points between 2020 and 2025.', 'right'],
    ['second-report 2', 'Walking fell by 2.7 percentage points between 2020 and 2025.', 'wrong'],
    ['annual-report 4', 'Asia grew more than twice as fast as Europe in 2024.', 'right'],
    ['annual-report 4', 'Europe came out on top, ahead of the Americas.', 'right'],
    ['annual-report 5', 'Almost all sites have more than 300 employees.', 'none'],
    ['accounts 2', 'Only one commodity grew by more than 10% in 2024.', 'right'],
    ['annual-report 7', 'Order intake was above 130 in every quarter.', 'right'],
    ['annual-report 7', 'Operating profit was above 13 in every quarter.', 'wrong'],
    [
      'annual-report 4',
      'Europe had a share of 44.5%.',
      'right',
      'By how much did total revenue grow from 2023 to 2024?',
    ],
    [
      'annual-report 4',
      'Revenue was 37.0 million euros higher in 2024, and Asia contributed 21.7% of it.',
      'none',
      'How did revenue develop?',
    ],
  ] as const
).map(([place, answer, verdict, question]): HeldOutAnswer => {
  const [document = '', page = ''] = place.split(' ');
  return { document, page: Number(page), answer, verdict, ...(question === undefined ? {} : { question }) };
});
