import type { ToolAnswer, ToolCallMessage, ToolRequest } from '@visavis/contracts';
import { Breaker } from '../../lib/breaker.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import type { Clock } from '../clock.ts';
import type { Conversation, ConversationStore } from '../conversations/conversation.ts';
import { newId } from '../ids.ts';
import type { PostedResponse, PostMessage } from '../messages/post-message.ts';
import { type SigningSecrets, signMessage } from '../messages/sign-message.ts';
import type { OwnedStore } from '../owned.ts';
import { findArgumentFault } from './tool-parameters.ts';
import type { Tool } from './tools.ts';

/** Maximum characters of a result; a longer one is a failure, because a truncated result would mislead the model. */
export const MAX_OUTPUT_CHARACTERS = 32_000;
/** Maximum characters of the error text from the tool's address. */
const MAX_REASON = 500;
/** A call that got no answer for this long is remembered, so that the next user does not wait for it as well. */
const SLOW_MS = 1_000;
/** Longest time for which a tool may ask not to be called. */
const MAX_REST_MS = 60_000;
/** Maximum number of tools whose last result is remembered. */
const MAX_RECORDS = 1_000;

/** What is remembered of a tool, and why it is not called now. */
interface CallRecord {
  breaker: Breaker;
  reason: string;
}

export function createToolCalls(needs: {
  store: Pick<OwnedStore<Tool>, 'find'>;
  conversations: Pick<ConversationStore, 'findInAnyOrganization'>;
  secrets: SigningSecrets;
  post: PostMessage;
  clock: Clock;
  logger: Logger;
  /** Measures the time of calls. */
  timer?: typeof systemClock;
}) {
  const { store, conversations, secrets, clock, logger, timer = systemClock } = needs;
  /** By tool and its last change, so that a changed tool is called again. */
  const callRecords = new RecentMap<string, CallRecord>(MAX_RECORDS, () => ({
    breaker: new Breaker(timer),
    reason: '',
  }));

  function headersOf(tool: Tool, id: string, now: Date, body: string): Record<string, string> {
    const own = tool.headers ? (JSON.parse(secrets.open(tool.headers)) as Record<string, string>) : {};
    return { ...own, ...signMessage(tool, secrets, { id, now, body }) };
  }

  async function send(
    tool: Tool,
    conversation: Conversation,
    request: ToolRequest,
    signal: AbortSignal,
  ): Promise<ToolAnswer> {
    const record = callRecords.get(`${tool.id} ${tool.updatedAt.getTime()}`);
    if (record.breaker.isOpen)
      return failure(
        `it gave no answer a moment ago (${record.reason}), so it was not called; do not call it again now`,
      );
    const callId = newId('call');
    const now = clock();
    const body = JSON.stringify(describeCall(callId, tool, conversation, request, now));
    let headers: Record<string, string>;
    try {
      headers = headersOf(tool, callId, now, body);
    } catch {
      return failure(
        'its secret can no longer be decrypted; the owner of the tool must rotate the secret and set the headers again',
      );
    }
    const timeout = new AbortController();
    const cancel = timer.after(tool.timeoutMs, () => timeout.abort());
    const fromMs = timer.now();
    try {
      const response = await needs.post(
        tool.organizationId,
        tool.url,
        body,
        headers,
        AbortSignal.any([signal, timeout.signal]),
      );
      const durationMs = Math.round(timer.now() - fromMs);
      logger.debug(
        {
          event: 'tool.called',
          callId,
          conversationId: conversation.id,
          toolId: tool.id,
          status: response.status,
          durationMs,
        },
        'the service called a tool',
      );
      const { retryAfterSeconds } = response;
      if (retryAfterSeconds && (response.status === 429 || response.status === 503)) {
        record.reason = `it answered ${response.status}`;
        record.breaker.open({ retryAfterMs: Math.min(retryAfterSeconds * 1000, MAX_REST_MS) });
      } else record.breaker.close();
      return toToolAnswer(response);
    } catch (error) {
      signal.throwIfAborted();
      logger.debug(
        { event: 'tool.failed', callId, conversationId: conversation.id, toolId: tool.id, err: error },
        'the service could not call a tool',
      );
      const reason = error instanceof Error ? error.message : 'the call failed';
      if (timer.now() - fromMs >= SLOW_MS) {
        record.reason = reason;
        record.breaker.open({});
      }
      return failure(reason);
    } finally {
      cancel();
    }
  }

  return {
    /** Sends a model's tool call. Failures become text for the model; rejects only if `signal` fires. */
    async call(conversationId: string, request: ToolRequest, signal: AbortSignal): Promise<ToolAnswer> {
      const conversation = await conversations.findInAnyOrganization(conversationId);
      if (conversation?.status !== 'running') return failure('the conversation is over');
      const tool = await store.find(conversation.organizationId, request.toolId);
      if (!tool) return failure('the tool no longer exists');
      const fault = findArgumentFault(tool.parameters, request.arguments);
      if (fault !== undefined) return failure(`the arguments are not valid: ${fault}`);
      return send(tool, conversation, request, signal);
    },
  };
}

function describeCall(
  callId: string,
  tool: Tool,
  conversation: Conversation,
  { arguments: args, language }: ToolRequest,
  now: Date,
): ToolCallMessage {
  const { consumerIdentity: user, client } = conversation;
  const characterId = conversation.characterId ?? conversation.avatarId;
  return {
    type: 'tool.call',
    timestamp: now.toISOString(),
    data: {
      callId,
      toolId: tool.id,
      tool: tool.name,
      arguments: args,
      conversationId: conversation.id,
      ...(user && { user }),
      ...(client && { client }),
      ...(characterId && { characterId }),
      ...(language && { language }),
    },
  };
}

function toToolAnswer({ status, contentType, body, isComplete }: PostedResponse): ToolAnswer {
  const isText = contentType === '' || /^text\/|^application\/(?:[\w.+-]+\+)?json$/.test(contentType);
  const text = isText ? body.trim() : '';
  if (status >= 300 && status < 400) return failure('redirects are not followed');
  if (status < 200 || status >= 300) {
    const reason = text.slice(0, MAX_REASON);
    return failure(reason === '' ? `it answered ${status}` : `it answered ${status}: ${reason}`);
  }
  if (!isText && body !== '')
    return failure(`it answered with ${contentType}, which is neither JSON nor text`);
  if (!isComplete || text.length > MAX_OUTPUT_CHARACTERS)
    return failure(`its response is longer than ${MAX_OUTPUT_CHARACTERS} characters`);
  return { output: text === '' ? 'Done. The tool returned no content.' : text, failed: false };
}

const failure = (reason: string): ToolAnswer => ({ output: reason, failed: true });
