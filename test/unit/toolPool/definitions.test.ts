import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeDefinitions, readToolFacts, ToolFactsCounter } from '../../../src/core/toolPool/definitions.ts';
import { toolboxTool } from '../../../src/core/toolPool/toolbox.ts';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';

const define = (name: string, args: string, description: string): string =>
  `DEFINE_TOOL: ${name} || ${args} || ${description}\n`;

const tool = (name: string, ...others: readonly string[]) => ({
  name,
  spellings: [name, ...others].map((each) => ({ name: each })),
});

function countAll(responses: readonly string[]): ToolFactsCounter {
  const counter = new ToolFactsCounter();
  responses.forEach((response, row) => {
    counter.add(row, readToolFacts(response));
  });
  return counter;
}

describe('what responses say of tools', () => {
  it('is read from their definitions and calls', () => {
    const response = `${define('count_bars', 'Image k: chart', 'Counts || bars.')}DEFINE_TOOL: sum || values
DEFINE_TOOL:
<tool name="count_bars" args="Image 2: chart">5</tool><tool name='sum' args='2, 3'>5</tool>
END_OF_TOOLS`;
    expect(readToolFacts(response)).toEqual({
      definitions: [
        { name: 'count_bars', args: 'Image k: chart', description: 'Counts || bars.' },
        { name: 'sum', args: 'values', description: '' },
      ],
      calls: [
        { name: 'count_bars', namesImage: true },
        { name: 'sum', namesImage: false },
      ],
    });
    expect(readToolFacts('DEFINE_TOOL is a word.')).toEqual({ definitions: [], calls: [] });
  });

  it('is merged by what most definitions say, the first of equally many, with the others after it', () => {
    const counter = countAll([
      define('count_bars', 'Image k: chart', 'Counts bars.'),
      define('Count-Bars', 'Image k: the chart', 'Says how many bars there are.'),
      define('count_bars', 'Image k: the chart', 'Says how many.'),
      define('other', 'x', 'y'),
    ]);
    expect(mergeDefinitions(counter.counted(), tool('count_bars').spellings)).toEqual({
      count: 3,
      args: [
        { text: 'Image k: the chart', count: 2 },
        { text: 'Image k: chart', count: 1 },
      ],
      descriptions: [
        { text: 'Counts bars.', count: 1 },
        { text: 'Says how many bars there are.', count: 1 },
        { text: 'Says how many.', count: 1 },
      ],
    });
    expect(mergeDefinitions(counter.counted(), tool('missing').spellings)).toBeNull();
  });

  it('is the same whichever thread reads which row', () => {
    const response = fc
      .array(
        fc.tuple(fc.constantFrom('zoom', 'crop'), fc.constantFrom('a', 'b'), fc.constantFrom('x', 'y')),
        {
          maxLength: 3,
        },
      )
      .map((lines) => lines.map((line) => define(...line)).join(''));
    fc.assert(
      fc.property(fc.array(fc.tuple(response, fc.nat(2)), { maxLength: 12 }), (rows) => {
        const threads = [2, 0, 1].map((thread) => {
          const counter = new ToolFactsCounter();
          rows.forEach(([text, of], row) => {
            if (of === thread) counter.add(row, readToolFacts(text));
          });
          return counter.counted();
        });
        const joined = new ToolFactsCounter();
        for (const counted of threads) joined.addCounted(counted);
        const all = countAll(rows.map(([text]) => text)).counted();
        for (const name of ['zoom', 'crop'])
          expect(mergeDefinitions(joined.counted(), tool(name).spellings)).toEqual(
            mergeDefinitions(all, tool(name).spellings),
          );
      }),
      propertyRuns(),
    );
  });
});

describe('a tool as a prompt offers it', () => {
  const NOTHING = { definitions: [], calls: [] };

  it('is described by the definitions of the run', () => {
    const facts = countAll([define('zoom_in', 'Image k: where', 'Look closer.')]).counted();
    expect(toolboxTool(tool('zoom_in'), facts)).toEqual({
      name: 'zoom_in',
      args: 'Image k: where',
      description: 'Look closer.',
      source: 'defined',
    });
  });

  it('is described by a toolbox of PageTrace that has it', () => {
    expect(toolboxTool(tool('compute_percentage'), NOTHING)).toMatchObject({
      args: 'part_value, total_value',
      source: 'known',
    });
  });

  it('is described by its name and its calls otherwise', () => {
    const facts = countAll(['<tool name="addValues" args="1, 2">3</tool>']).counted();
    expect(toolboxTool(tool('addValues'), facts)).toMatchObject({
      args: 'the values',
      description: 'Add values.',
      source: 'name',
    });
    expect(toolboxTool(tool('find_row'), NOTHING).args).toBe('Image k: <where on the page>');
  });

  it('brings no tags, images or Jinja of a model into a prompt', () => {
    const line = 'Look <image>{{ at }} {% this %} {# x #}';
    const facts = countAll([define('zoom_in', 'Image k: x', line)]).counted();
    expect(toolboxTool(tool('zoom_in'), facts).description).toBe('Look { { at }} { % this %} { # x #}');
    const long = countAll([define('zoom_in', 'Image k: x', 'long '.repeat(200))]).counted();
    expect(toolboxTool(tool('zoom_in'), long).description.length).toBeLessThanOrEqual(300);
  });
});
