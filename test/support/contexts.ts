import { UNKNOWN_CONTEXT, type ScoreContext } from '../../src/core/rewards/model.ts';

/** Boxes, as VG-Refiner's reference and answers have them. */
export const BOXES = '[{"bbox_2d": [10, 20, 30, 40]}]';

/** Contexts of a response: nothing is known, everything is known (in several ways), or values are present but empty. */
export const CONTEXTS: readonly ScoreContext[] = [
  UNKNOWN_CONTEXT,
  {
    numImages: 2,
    verdict: 'right',
    question: 'What was the revenue?',
    sentPrompt: null,
    reference: '518.9',
    toolResults: null,
    responseLength: 300,
    retrieval: { images: ['report_3.jpg', 'report_1.jpg'], fileName: 'report.pdf', pages: ['1'] },
  },
  {
    numImages: 1,
    verdict: 'wrong',
    question: 'Where is the dog?',
    sentPrompt: null,
    reference: BOXES,
    toolResults: '[{"bbox_2d": [1, 2, 3, 4]}]',
    responseLength: 1_900,
    retrieval: { images: null, fileName: null, pages: ['2', '7'] },
  },
  { ...UNKNOWN_CONTEXT, question: '', reference: '', toolResults: '', responseLength: 0, retrieval: null },
];
