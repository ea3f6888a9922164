import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type {
  JsonSchemaValidatorResult,
  jsonSchemaValidator,
} from '@modelcontextprotocol/sdk/validation/types.js';
import * as v from 'valibot';
import type { ConsentAnswer } from './consent.ts';
import { describeTools, runTool, type ToolMeans } from './tools.ts';

/** The least milliseconds between two reports of progress. */
const REPORT_INTERVAL = 100;

/** A server of the Model Context Protocol that offers the tools of PageTrace; it is not connected yet. */
export function createServer(version: string, means: ToolMeans, interval = REPORT_INTERVAL): Server {
  const server = new Server(
    { name: 'pagetrace', version },
    { capabilities: { tools: {} }, jsonSchemaValidator: ANSWER_CHECK },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: describeTools().map(({ name, title, description, inputSchema, isReadOnly }) => ({
      name,
      title,
      description,
      inputSchema,
      annotations: {
        title,
        readOnlyHint: isReadOnly,
        // Files that exist are never replaced.
        destructiveHint: false,
        openWorldHint: name === 'ask',
      },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const progressToken = params._meta?.progressToken;
    let progress = 0;
    let last = -Infinity;
    const report = (message: string): void => {
      if (progressToken === undefined || performance.now() - last < interval) return;
      last = performance.now();
      progress += 1;
      // A client that is gone needs no progress.
      void sendNotification({
        method: 'notifications/progress',
        params: { progressToken, progress, message },
      }).catch(() => undefined);
    };
    const askPerson =
      server.getClientCapabilities()?.elicitation === undefined
        ? null
        : (message: string) => askConsent(server, message, signal);
    const { text, structured, isError } = await runTool(
      params.name,
      params.arguments,
      { signal, report, askPerson },
      means,
    );
    return {
      content: [{ type: 'text', text }],
      ...(structured === null ? {} : { structuredContent: structured }),
      ...(isError ? { isError } : {}),
    };
  });
  return server;
}

const consentSchema = v.object({ always: v.optional(v.boolean(), false) });

/** Checks answers to the one question that is asked of a person. */
const ANSWER_CHECK: jsonSchemaValidator = {
  getValidator:
    <T>() =>
    (content: unknown): JsonSchemaValidatorResult<T> => {
      const read = v.safeParse(consentSchema, content);
      return read.success
        ? { valid: true, data: read.output as T, errorMessage: undefined }
        : { valid: false, data: undefined, errorMessage: read.issues[0].message };
    },
};

async function askConsent(server: Server, message: string, signal: AbortSignal): Promise<ConsentAnswer> {
  const answer = await server.elicitInput(
    {
      message,
      requestedSchema: {
        type: 'object',
        properties: {
          always: { type: 'boolean', title: 'Do not ask again in this session', default: false },
        },
      },
    },
    { signal, timeout: PATIENCE },
  );
  if (answer.action !== 'accept') return 'no';
  return answer.content?.['always'] === true ? 'always' : 'once';
}

/** Milliseconds that a person has for an answer. */
const PATIENCE = 600_000;
