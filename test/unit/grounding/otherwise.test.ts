import { describe, expect, it } from 'vitest';
import type { GroundedClaim } from '../../../src/core/grounding/model.ts';
import { groundTexts } from '../../support/groundedClaims.ts';
import { pageOfLines } from '../../support/pageWords.ts';

const PAGE = pageOfLines([
  'The council of Merton approved the annual budget of the city in March 2024.',
  '',
  'Net sales for the third quarter increased 8.4% to $214.9 million.',
  '',
  'The board did not approve the merger with Halden in June 2021.',
  '',
  'After a long debate, Anna Berg opened the new library on 3 May 2022 and closed the old archive.',
  '',
  'Costs at the Oslo plant have never fallen below 12.5 million since 2019.',
  '',
  'Der Rat der Stadt Merton hat den Haushalt der Stadt im März 2024 nicht genehmigt.',
  '',
  'The town of Halden had 41,500 inhabitants in 2023. A census follows in 2025.',
]);

function ground(text: string): GroundedClaim | undefined {
  return groundTexts([{ text, kind: 'evidence' }], [PAGE])[0];
}

describe('a sentence that nearly stands on the page', () => {
  it.each([
    [
      'a word, and the page has more behind it',
      'The council of Merton rejected the budget of the city in March 2024.',
      'rejected',
      'approved … annual',
    ],
    [
      'a word, and the page has more before it',
      'The council approved the annual report of the city in March 2024.',
      'report',
      'of Merton … budget',
    ],
    [
      'a word, and the page has a longer part behind it',
      'The council of Merton rejected the annual budget in March 2024.',
      'rejected',
      'approved … of the city',
    ],
    [
      'a word, and the claim has more before it',
      'The new council of Merton rejected the annual budget of the city in March 2024.',
      'new … rejected',
      'approved',
    ],
    [
      'a word, and the claim has more behind it',
      'The council of Merton approved the annual deficit of the city late in March 2024.',
      'deficit … late',
      'budget',
    ],
    [
      'a word with one more beside it in the claim',
      'The council of Merton unanimously rejected the annual budget of the city in March 2024.',
      'unanimously rejected',
      'approved',
    ],
    [
      'a word with one more beside it on the page',
      'After debate, Anna Berg closed the library on 3 May 2022',
      'closed',
      'a long … opened … new',
    ],
    [
      'a word near the start',
      'The mayor of Merton approved the budget of the city in March 2024.',
      'mayor',
      'council … annual',
    ],
    [
      'the first word',
      'Profits at the Oslo plant never fell below 12.5 million since 2019.',
      'Profits … fell',
      'Costs … have … fallen',
    ],
    [
      'the last word',
      'Anna Berg opened the library on 3 May 2022 and closed the old museum',
      'museum',
      'new … archive',
    ],
    [
      'two words for each other',
      'After a debate, Anna Berg closed the new library on 3 May 2022 and opened the old archive.',
      'closed … opened',
      'long … opened … closed',
    ],
    [
      'a name',
      'The council of Halden approved the budget of the city in March 2024.',
      'Halden',
      'Merton … annual',
    ],
    [
      'how a number is meant',
      'Net sales for the quarter increased 8.4% by $214.9 million.',
      'by',
      'third … to',
    ],
    [
      'a negation that the page does not have',
      'The council of Merton has not approved the budget of the city in March 2024.',
      'has not',
      'annual',
    ],
    [
      'no negation where the page has one',
      'The board did approve the merger with Halden in June 2021.',
      '',
      'not',
    ],
    [
      'no negation and another form of the verb',
      'The board approved the merger with Halden in June 2021.',
      'approved',
      'did not approve',
    ],
    [
      'no negation, in German, and the page has more',
      'Der Rat der Stadt Merton hat den Haushalt im März 2024 genehmigt.',
      '',
      'der Stadt … nicht',
    ],
    [
      'the other direction',
      'Net sales for the quarter decreased 8.4% to $214.9 million.',
      'decreased',
      'third … increased',
    ],
    [
      'the other direction in more words',
      'Net sales for the third quarter have decreased 8.4% to about $214.9 million.',
      'have decreased … about',
      'increased',
    ],
  ])('is near if it has %s', (_, text, said, pageHas) => {
    expect(ground(text)).toMatchObject({ status: 'near', difference: { said, pageHas } });
  });

  it.each([
    ['leaves words out', 'The council of Merton approved the budget of the city in March 2024.'],
    [
      'leaves words out and has others elsewhere',
      'The whole council of Merton approved the budget of the city in March 2024.',
    ],
    [
      'has a word more beside one that is left out',
      'The council of Merton finally approved the budget of the city in March 2024.',
    ],
    [
      'has another form of a verb',
      'The council of Merton has approved the budget of the city in March 2024.',
    ],
    ['has the same negation', 'The board did not approve the planned merger with Halden in June 2021.'],
    [
      'has the same negation in other words',
      'The board has not approved the merger with Halden in June 2021.',
    ],
    [
      'has words in another place',
      'In March 2024 the council of Merton approved the annual budget of the city.',
    ],
    ['says the same direction', 'Net sales for the third quarter grew by 8.4% to $214.9 million.'],
    ['says the same direction in one word', 'Net sales for the third quarter grew 8.4% to $214.9 million.'],
    [
      'has a word for another one that says as much',
      'The council in Merton approved the annual budget for the city in March 2024.',
    ],
    [
      'ends with a word that the next sentence begins with',
      'The town of Halden had 41,500 inhabitants a year',
    ],
  ])('is a paraphrase if it %s', (_, text) => {
    expect(ground(text)).toMatchObject({ status: 'found', difference: null });
  });

  it('is compared with words of its own sentence only', () => {
    const text = 'Overall, the board did not approve the merger with Halden in July';
    expect(ground(text)?.difference).toEqual({ said: 'Overall … July', pageHas: 'June' });
  });
});
