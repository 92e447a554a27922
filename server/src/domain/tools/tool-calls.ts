import type { ToolAnswer, ToolCallMessage, ToolRequest } from '@visavis/contracts';
import { Breaker } from '../../lib/breaker.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import type { Clock } from '../clock.ts';
import type { Conversation, ConversationStore } from '../conversations/conversation.ts';
import { newId } from '../ids.ts';
import type { PostedAnswer, PostMessage } from '../messages/post-message.ts';
import { type SigningSecrets, signMessage } from '../messages/sign-message.ts';
import type { OwnedStore } from '../owned.ts';
import { misfit } from './tool-parameters.ts';
import type { Tool } from './tools.ts';

/** Maximum characters of a result; a longer one is a failure, because a truncated result would mislead the model. */
export const MAX_ANSWER = 32_000;
/** Maximum characters of the error text from the tool's address. */
const MAX_REASON = 500;
/** A call that got no answer for this long is remembered, so that the next user does not wait for it as well. */
const LONG_MS = 1_000;
/** Longest time for which a tool may ask not to be called. */
const LONGEST_REST_MS = 60_000;
/** Maximum number of tools whose last result is remembered. */
const MAX_CALLED = 1_000;

/** What is remembered of a tool, and why it is not called now. */
interface Called {
  breaker: Breaker;
  why: string;
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
  const called = new RecentMap<string, Called>(MAX_CALLED, () => ({ breaker: new Breaker(timer), why: '' }));

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
    const before = called.get(`${tool.id} ${tool.updatedAt.getTime()}`);
    if (before.breaker.isOpen)
      return failure(
        `it gave no answer a moment ago (${before.why}), so it was not called; do not call it again now`,
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
    const patience = new AbortController();
    const cancel = timer.after(tool.timeoutMs, () => patience.abort());
    const fromMs = timer.now();
    try {
      const answer = await needs.post(
        tool.organizationId,
        tool.url,
        body,
        headers,
        AbortSignal.any([signal, patience.signal]),
      );
      const durationMs = Math.round(timer.now() - fromMs);
      logger.debug(
        {
          event: 'tool.called',
          callId,
          conversationId: conversation.id,
          toolId: tool.id,
          status: answer.status,
          durationMs,
        },
        'the service called a tool',
      );
      const { retryAfterSeconds } = answer;
      if (retryAfterSeconds && (answer.status === 429 || answer.status === 503)) {
        before.why = `it answered ${answer.status}`;
        before.breaker.open({ retryAfterMs: Math.min(retryAfterSeconds * 1000, LONGEST_REST_MS) });
      } else before.breaker.close();
      return readAnswer(answer);
    } catch (error) {
      signal.throwIfAborted();
      logger.debug(
        { event: 'tool.failed', callId, conversationId: conversation.id, toolId: tool.id, err: error },
        'the service could not call a tool',
      );
      const why = error instanceof Error ? error.message : 'the call failed';
      if (timer.now() - fromMs >= LONG_MS) {
        before.why = why;
        before.breaker.open({});
      }
      return failure(why);
    } finally {
      cancel();
    }
  }

  return {
    /**
     * Sends a model's tool call to the tool's address. Failures are returned as text for the model. Rejects only if
     * `signal` fires.
     */
    async call(conversationId: string, request: ToolRequest, signal: AbortSignal): Promise<ToolAnswer> {
      const conversation = await conversations.findInAnyOrganization(conversationId);
      if (conversation?.status !== 'running') return failure('the conversation is over');
      const tool = await store.find(conversation.organizationId, request.toolId);
      if (!tool) return failure('the tool no longer exists');
      const fault = misfit(tool.parameters, request.arguments);
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

function readAnswer({ status, contentType, body, isWhole }: PostedAnswer): ToolAnswer {
  const isText = contentType === '' || /^text\/|^application\/(?:[\w.+-]+\+)?json$/.test(contentType);
  const text = isText ? body.trim() : '';
  if (status >= 300 && status < 400) return failure('redirects are not followed');
  if (status < 200 || status >= 300) {
    const reason = text.slice(0, MAX_REASON);
    return failure(reason === '' ? `it answered ${status}` : `it answered ${status}: ${reason}`);
  }
  if (!isText && body !== '')
    return failure(`it answered with ${contentType}, which is neither JSON nor text`);
  if (!isWhole || text.length > MAX_ANSWER)
    return failure(`its response is longer than ${MAX_ANSWER} characters`);
  return { output: text === '' ? 'Done. The tool returned no content.' : text, failed: false };
}

const failure = (why: string): ToolAnswer => ({ output: why, failed: true });
