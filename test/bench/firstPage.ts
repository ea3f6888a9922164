// Draws the first page of a PDF in a process of its own: node test/bench/firstPage.ts WORKER FILE
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { PAPER_BUDGET } from '../../src/core/geometry/pixelBudget.ts';
import { createDocuments } from '../../src/documents/documents.ts';

const [worker = '', file = ''] = process.argv.slice(2);
const documents = createDocuments({ worker: pathToFileURL(worker) });
const document = await documents.open({ kind: 'path', path: file });
await document.render(1, { budget: PAPER_BUDGET, format: 'jpeg' });
process.exit(0);
