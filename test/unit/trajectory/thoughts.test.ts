import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import type { ParseContext } from '../../../src/core/trajectory/model.ts';
import { TrajectoryParser, parseTrajectory } from '../../../src/core/trajectory/parser.ts';
import type { Thought, ThoughtOutline } from '../../../src/core/trajectory/thoughts/model.ts';
import { thoughtOutline } from '../../../src/core/trajectory/thoughts/outline.ts';
import { brokenText } from './generate.ts';

const CONTEXT: ParseContext = { dialect: 'think-answer', numImages: 2, tools: null };

function read(think: string): { outline: ThoughtOutline; text: string } {
  const text = `<think>${think}</think><answer>5</answer>`;
  return { outline: thoughtOutline(parseTrajectory(text, CONTEXT)), text };
}

/** One line per thought: its kind and label, its title, its text, and its verdict. */
function lines(think: string): string[] {
  const { outline, text } = read(think);
  if (outline.kind === 'unstructured') return [outline.kind];
  const formatThoughts = (thoughts: readonly Thought[], indent: string): string[] =>
    thoughts.flatMap(({ kind, label, title, body, verdict, about, children }) => [
      `${indent}${kind} ${label} | ${title} | ${text.slice(body.start, body.end)} |${verdict === null ? '' : ` ${verdict}`}${about.length === 0 ? '' : ` of ${about.join(', ')}`}`,
      ...formatThoughts(children, `${indent}  `),
    ]);
  return formatThoughts(outline.thoughts, '');
}

describe('trees of thoughts', () => {
  test('reads a tree from plain headings with numbers of two levels and one evaluation of several thoughts', () => {
    expect(
      lines(`
Let me break this down.
Sub-problem 1: Which image has revenue?
  Thought 1.1: Image 1 has a table. It lists revenue.
  Thought 1.2: Image 2 shows people.
  Evaluation: Thought 1.1 is promising because the table has a total. Thought 1.2 is a dead end.
Sub-problem 2: What is the value?
  Thought 2.1: Read the row Total.
  Evaluation: promising, it reads 518.9.
  Thought 2.2: Sum the rows.
  Evaluation: dead end, rows are cut.
Conclusion: The total is 518.9.
`),
    ).toEqual([
      'sub-problem 1 | Sub-problem 1 | Which image has revenue? |',
      '  thought 1.1 | Thought 1.1 | Image 1 has a table. It lists revenue. | promising',
      '  thought 1.2 | Thought 1.2 | Image 2 shows people. | dead-end',
      '  evaluation  | Evaluation | Thought 1.1 is promising because the table has a total. Thought 1.2 is a dead end. | of 1.1, 1.2',
      'sub-problem 2 | Sub-problem 2 | What is the value? |',
      '  thought 2.1 | Thought 2.1 | Read the row Total. | promising',
      '    evaluation  | Evaluation | promising, it reads 518.9. | promising of 2.1',
      '  thought 2.2 | Thought 2.2 | Sum the rows. | dead-end',
      '    evaluation  | Evaluation | dead end, rows are cut. | dead-end of 2.2',
      'conclusion  | Conclusion | The total is 518.9. |',
    ]);
  });

  test('reads a tree from Markdown headings whose labels begin again in each sub-problem', () => {
    expect(
      lines(`
### Sub-problem 1: Find the page
#### Thought 1
Look at image 1.
**Evaluation:** Promising.
#### Thought 2
Look at image 2.
**Evaluation:** Not promising; it is a photo.
### Sub-problem 2: Read it
#### Thought 1
Read the total. (promising)
#### Thought 2
Guess - dead end.
### Conclusion
It is 518.9.
`),
    ).toEqual([
      'sub-problem 1 | Sub-problem 1 | Find the page |',
      '  thought 1 | Thought 1 | Look at image 1. | promising',
      '    evaluation  | Evaluation | Promising. | promising of 1',
      '  thought 2 | Thought 2 | Look at image 2. | dead-end',
      '    evaluation  | Evaluation | Not promising; it is a photo. | dead-end of 2',
      'sub-problem 2 | Sub-problem 2 | Read it |',
      '  thought 1 | Thought 1 | Read the total. (promising) | promising',
      '  thought 2 | Thought 2 | Guess - dead end. | dead-end',
      'conclusion  | Conclusion | It is 518.9. |',
    ]);
  });

  test('reads a tree from bare numbers of two levels', () => {
    expect(
      lines(
        '1. Where is revenue?\n1.1 In the table (promising)\n1.2 In the photo (dead end)\n2. What is it?\n2.1 518.9\n',
      ),
    ).toEqual([
      'sub-problem 1 | Where is revenue? |  |',
      '  thought 1.1 | In the table (promising) |  | promising',
      '  thought 1.2 | In the photo (dead end) |  | dead-end',
      'sub-problem 2 | What is it? |  |',
      '  thought 2.1 | 518.9 |  |',
    ]);
  });
});

describe('graphs of thoughts', () => {
  const GRAPH = `**Step 1: Generate Initial Thoughts**
- **Thought A:** Read the table in image 1.
- **Thought B:** Compare with the chart in image 2.
- **Thought C:** Use the caption.

**Step 2: Transform and Refine**
- **Refined Thought A:** Add the unit.
- **Merge Thoughts A and B:** The table confirms the chart. Discard Thought C.

**Step 3: Structure as a Graph**
A -> D, B -> D
D → E

**Conclusion:** 518.9`;

  test('reads a graph from letters, bullets and bold text, with merges, refinements and discarded thoughts', () => {
    expect(lines(GRAPH)).toEqual([
      'section  | Generate Initial Thoughts |  |',
      '  thought A | Thought A | Read the table in image 1. |',
      '  thought B | Thought B | Compare with the chart in image 2. |',
      '  thought C | Thought C | Use the caption. | dead-end',
      'section  | Transform and Refine |  |',
      '  refinement A | Refined Thought A | Add the unit. | of A',
      '  merge  | Merge Thoughts A and B | The table confirms the chart. Discard Thought C. | of A, B',
      'graph  | Structure as a Graph | A -> D, B -> D\nD → E |',
      'conclusion  | Conclusion | 518.9 |',
    ]);
  });

  test('reads the edges of a graph from arrows and from named merges', () => {
    const edges = (think: string): unknown => {
      const { outline } = read(think);
      return outline.kind === 'outline' ? outline.edges.map(({ from, to }) => `${from} ${to}`) : null;
    };
    expect(edges(GRAPH)).toEqual(['A D', 'B D', 'D E']);
    expect(
      edges('Initial thoughts:\n* T1: table\n* T2: chart\nGraph: T1 -> T3 -> T4; T2 --> T3, T1 → T3'),
    ).toEqual(['1 3', '3 4', '2 3']);
    expect(edges('Thought 1: a\nThought 2: b\nMerged Thought 3: Thoughts 1 and 2 agree.')).toEqual([
      '1 3',
      '2 3',
    ]);
  });

  test('reads lists below a heading that names several thoughts', () => {
    expect(
      lines(`1. **Initial Thoughts**
   1. Read the table.
   2. Read the chart.
2. **Evaluation**
   - Thought 1: promising.
   - Thought 2: dead end.
3. **Merged Thought**: Thought 1 is enough.
4. Conclusion: 518.9`),
    ).toEqual([
      'section  | Initial Thoughts |  |',
      '  thought 1 | Read the table. |  | promising',
      '  thought 2 | Read the chart. |  | dead-end',
      'section  | Evaluation |  |',
      '  evaluation 1 | Thought 1 | promising. | promising of 1',
      '  evaluation 2 | Thought 2 | dead end. | dead-end of 2',
      '  merge  | Merged Thought | Thought 1 is enough. | of 1',
      'conclusion  | Conclusion | 518.9 |',
    ]);
  });
});

describe('plain text', () => {
  test.each([
    'The image shows a table. I think thought 1 is good. The total is 518.9, so the answer follows.',
    'First, I look at Image 1.\nThought has it that the total is 518.9.\n1. It is in the table.\n2. It is 518.9.',
    '- Image 1: a table\n- Image 2: people',
    'Thought 1: one alone is no tree.',
  ])('%j is plain text, and the outline says so', (think) => {
    const { outline, text } = read(think);
    expect(outline).toMatchObject({
      kind: 'unstructured',
      reason: expect.stringMatching(/^\S.*plain text\.$/) as string,
    });
    expect(text.slice(outline.span?.start, outline.span?.end)).toBe(think);
  });

  test('an empty think block and a missing one are reported', () => {
    expect(read(' ').outline).toMatchObject({
      kind: 'unstructured',
      reason: 'There is no reasoning because <think> is empty.',
    });
    const none = thoughtOutline(parseTrajectory('<answer>5</answer>', CONTEXT));
    expect(none).toMatchObject({ kind: 'unstructured', span: null });
  });
});

test('the tree of a streaming block grows, and a closed block is read once', () => {
  const parser = new TrajectoryParser(CONTEXT);
  parser.append('<think>Sub-problem 1: a\nThought 1.1: b\nThought 1.2: c');
  expect(thoughtOutline(parser.snapshot())).toMatchObject({
    thoughts: [{ children: [{ label: '1.1' }, { label: '1.2' }] }],
  });
  parser.append('</think>');
  const closed = thoughtOutline(parser.snapshot());
  parser.append('<answer>5');
  expect(thoughtOutline(parser.snapshot())).toBe(closed);
});

describe('thoughts of any text', () => {
  const piece = fc.constantFrom(
    ...[
      'Sub-problem 1: a\n',
      '### Thought 1.2\n',
      '**Thought A**: b\n',
      '1.1 c\n',
      '1. d\n',
      '- e\n',
      'Evaluation: dead end\n',
    ],
    ...[
      '(promising)',
      'Merge Thoughts 1 and 2\n',
      'T1 -> T2 -> T3',
      'Initial Thoughts\n',
      'Conclusion\n',
      'Graph:\n',
      ' ',
      '\n',
      '**',
      '#',
    ],
  );
  const think = fc.oneof(
    fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
    brokenText,
  );

  test('the thoughts of any text are nested and in order, and none is lost or repeated', () => {
    fc.assert(
      fc.property(think, (text) => {
        const { outline, text: whole } = read(text);
        if (outline.kind === 'unstructured') return;
        const check = (thoughts: readonly Thought[], from: number, to: number): void => {
          let at = from;
          for (const { span, heading, body, children } of thoughts) {
            expect(span.start).toBeGreaterThanOrEqual(at);
            expect(span.end).toBeLessThanOrEqual(to);
            expect(heading.start).toBeGreaterThanOrEqual(span.start);
            expect(body.start).toBeLessThanOrEqual(body.end);
            check(children, span.start, span.end);
            at = span.end;
          }
        };
        check(outline.thoughts, outline.span.start, outline.span.end);
        expect(whole).toContain(text);
      }),
      propertyRuns(4000),
    );
  });

  test.each([
    'Thought 1: promising\nEvaluation: Thought 1\n',
    ' ',
    '* ',
    '1.1',
    'Thought 1 and 2 and 3 ',
    'T1->',
    '(',
  ])(
    'a long text of %j is read in less than quadratic time',
    (text) => {
      // A reader that goes back over all previous text would take minutes for these.
      expect(read(text.repeat(200_000 / text.length)).outline.span).not.toBeNull();
    },
    20_000,
  );
});
