/** The output of `pagetrace mcp --help`. */
export const MCP_USAGE = `pagetrace mcp [options]: offers ask, ground, score, lint and stats to assistants (Model Context Protocol, stdio).

  --workspace FOLDER   the folder whose files may be read, links followed; may be repeated (default: the current folder)
  --server URL         the server that answers questions (default: the offline reader). Its key is PAGETRACE_API_KEY
  --allow-host HOST    pages may be sent to this host without asking; may be repeated. For other hosts that are not this
                       machine, the person is asked if the assistant's program can ask, otherwise nothing is sent

Files are written only where an argument of a tool names a new one. Python rewards are not run. It ends when standard
input ends. docs/agents.md shows how to add it to an assistant.

Exit status: 0 its input ended, or it was interrupted; 2 wrong arguments.
`;
