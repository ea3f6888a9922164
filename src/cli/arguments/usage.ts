/** The output of `pagetrace --help`. */
export const USAGE = `pagetrace: ask questions about documents, and see how the answer was reasoned.

  pagetrace ask "question" FILE... [options]    ask about PDFs, page images, or folders of them
  pagetrace render FILE... --out DIR [options]  write the exact page images that would be sent
  pagetrace score FILE... [options]             what a reward function pays for trajectories and records
  pagetrace lint PROMPT... [options]            hold prompts against the reward that will score what they ask for
  pagetrace parse FILE... [options]             trajectories as JSON: blocks, tool calls, steps, findings
  pagetrace stats FILE... [options]             fields, tools, groups, answers and refinements of many samples
  pagetrace profiles [PROFILE...] [options]     what reward profiles pay for
  pagetrace --help, pagetrace --version

Each command lists its options and its exit statuses with --help: pagetrace ask --help.
Results go to standard output, everything else to standard error (more of it with PAGETRACE_DEBUG=1).
`;
