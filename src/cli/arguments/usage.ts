import { PRESETS } from '../../asking/promptFiles.ts';
import { wrapNames } from './wrapNames.ts';

/** What `pagetrace --help` says. */
export const USAGE = `pagetrace: ask questions about documents, and see how the answer was reasoned.

  pagetrace ask "question" FILE... [options]    ask about PDFs, page images, or folders of them
  pagetrace render FILE... --out DIR [options]  write the exact page images that would be sent
  pagetrace score FILE... [options]             what a reward function pays for trajectories and records
  pagetrace lint PROMPT... [options]            hold prompts against the reward that will score what they ask for
  pagetrace parse FILE... [options]             trajectories as JSON: blocks, tool calls, steps, findings
  pagetrace stats FILE... [options]             fields, tools, groups, answers and refinements of many samples
  pagetrace profiles [PROFILE...] [options]     what reward profiles pay for
  pagetrace --help, pagetrace --version

Options of ask:
  --pages 1-3,7        pages, counted from 1 (all up to 10 unless told; once for every FILE, in order)
  --server URL         an OpenAI-compatible server, vLLM first of all; without it the offline reader answers
  --model M            the model; the server's first unless told
  --prompt FILE        a .jinja prompt file, or a preset:
                       ${wrapNames(PRESETS, 23)}
  --reference TEXT     the reference answer
  --samples N          samples of the question, 1 unless told
  --temperature T, --top-p P, --repetition-penalty R, --max-tokens N, --seed S
  --min-pixels N, --max-pixels N   pixels of a page image: 200704 to 401408 unless the prompt says otherwise,
                       802816 to 1605632 for the offline reader
  --password TEXT      of an encrypted PDF (or PAGETRACE_PASSWORD)
  --api-key-file FILE  a file with the server's key (or PAGETRACE_API_KEY)
  --json               one JSON object on standard output; images, pages and documents count from 1
  --out FILE.trajectory  also write the answer there, over an older one; several samples become FILE-1.trajectory,
                       FILE-2.trajectory, ...

Options of render:
  --pages, --min-pixels, --max-pixels, --password as above
  --format jpeg|png, --quality 1..100, --multiple-of-28 (each side a multiple of 28 pixels)

The answer is written to standard output, everything else to standard error (more of it with PAGETRACE_DEBUG=1).
score, lint, parse, stats and profiles list their own options with --help. They end with 0; with 1 for findings; with 2
for wrong arguments and for what cannot be read or written.
Exit status of ask and render: 0 an answer came; 2 wrong arguments; 3 a document, or some of its pages,
cannot be used (the other pages of render are written); 4 the server cannot be used;
5 the answer broke off (what came is kept); 1 anything else; 130 interrupted (what came is kept).
`;
