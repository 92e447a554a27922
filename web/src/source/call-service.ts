import { ConversationError } from '../conversation-error.ts';

interface CallParts {
  token?: string;
  body?: unknown;
  /** Whether the request outlives its page. */
  keepalive?: boolean;
}

/** Calls the API with a client token, or without one. @throws ConversationError with the service's message */
export async function callService<T>(
  serviceUrl: string,
  method: string,
  path: string,
  { token, body, keepalive }: CallParts = {},
): Promise<T> {
  let response: Response;
  try {
    response = await fetch(serviceUrl.replace(/\/+$/, '') + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(keepalive && { keepalive }),
    });
  } catch (cause) {
    throw new ConversationError('unreachable', 'The service cannot be reached.', { cause });
  }
  const answer = (await response.json().catch(() => ({}))) as Partial<Record<string, string>>;
  if (response.ok) return answer as T;
  const { requestId } = answer;
  throw new ConversationError(
    answer.code ?? 'unreachable',
    answer.detail ?? `The service answered ${response.status}.`,
    {
      status: response.status,
      ...(requestId && { requestId }),
    },
  );
}
