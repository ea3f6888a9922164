/** The output of `pagetrace --help`. */
export const USAGE = `pagetrace: ask questions about documents, and see how a model reasons.

  pagetrace ask "question" FILE... [options]    ask about PDFs, page images, or folders of them
  pagetrace render FILE... --out DIR [options]  write the exact page images that would be sent
  pagetrace retrieve "question" FILE... [options]  the pages that fit a question, and why
  pagetrace eval DATASET --out RUN.jsonl        have the questions of a data set answered, into a run
  pagetrace eval --sweep FILE.sweep.yaml        compare prompts, servers, pixels, pages and sampling on a data set
  pagetrace batch export|import ...             answer a data set with vllm run-batch or a batch API
  pagetrace score FILE... [options]             what a reward function pays for trajectories and records
  pagetrace lint PROMPT... [options]            check prompts against the reward that will score the responses
  pagetrace parse FILE... [options]             trajectories as JSON: blocks, tool calls, steps, findings
  pagetrace ground FILE... [options]            where the claims of trajectories stand on the pages
  pagetrace export FILE [options]               a trajectory as one HTML file with its pages, or as Markdown
  pagetrace runs FILE... [options]              what runs hold: records, groups, numbers, and chosen samples
  pagetrace report FILE... [options]            a run as one HTML file: charts, metrics, tools, worst trajectories
  pagetrace convert FILE... --to FORM [options]  samples in another form, and what that form has no place for
  pagetrace judge FILE... --server URL [options]  let a model judge answers, and see how its verdicts agree with others
  pagetrace export-training FILE... --to FORM --out DIR  samples as training files, with their page images
  pagetrace stats FILE... [options]             statistics of many samples: fields, tools, groups, answers
  pagetrace mcp [options]                       offer these tools to assistants (Model Context Protocol)
  pagetrace profiles [PROFILE...] [options]     what reward profiles pay for
  pagetrace --help, pagetrace --version

--help after a command lists its options and exit statuses: pagetrace ask --help.
Results go to standard output, and everything else to standard error (with details if PAGETRACE_DEBUG=1).
`;
