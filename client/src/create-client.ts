import type { AnswerOf, CallArguments, ItemOf, ListPath, Method, Operation, PathOf } from './calls.ts';
import { checkOptions } from './check-options.ts';
import type { ClientOptions } from './client-options.ts';
import { type ConversationEvent, type FollowOptions, followConversation } from './follow-conversation.ts';
import type { KnowledgeBaseDocument } from './generated/api.ts';
import { listAll } from './list-all.ts';
import { withRetries } from './retry.ts';
import { createSend, createSendRaw, type RequestParts, readJson } from './send.ts';
import { type DocumentContent, uploadDocument } from './upload-document.ts';

type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...options: CallArguments<M, Operation<M, P>>
) => Promise<AnswerOf<Operation<M, P>>>;

/**
 * The API, typed by its OpenAPI document. All functions reject with a `VisavisApiError` that holds the problem if the
 * service responds with an error, and with a `VisavisConnectionError` if it does not respond.
 */
export interface VisavisClient {
  get: Call<'get'>;
  post: Call<'post'>;
  put: Call<'put'>;
  patch: Call<'patch'>;
  delete: Call<'delete'>;
  /** Yields all items of a list, newest first, reading page by page during the iteration (`take`: page size). */
  list<P extends ListPath>(
    path: P,
    ...options: CallArguments<'get', Operation<'get', P>>
  ): AsyncGenerator<ItemOf<AnswerOf<Operation<'get', P>>>, void>;
  /** Yields the past and future events of a conversation or session until its end, even if the connection breaks. */
  followConversation(id: string, options?: FollowOptions): AsyncGenerator<ConversationEvent, void>;
  /** Adds a document to a knowledge base, uploads it and starts its indexing, which continues in the background. */
  uploadDocument(knowledgeBaseId: string, document: DocumentContent): Promise<KnowledgeBaseDocument>;
}

/** @throws TypeError if `baseUrl` is not an address of a service, or a given credential has no value */
export function createVisavisClient(options: ClientOptions): VisavisClient {
  checkOptions(options);
  const sendRaw = createSendRaw(options);
  const { timeoutMs: _, ...withoutTimeout } = options;
  // Without the timeout and retries: the event stream lasts as long as the conversation, and reconnects by itself.
  const follow = createSend(withoutTimeout, sendRaw);
  const send = withRetries(createSend(options, sendRaw), options.maxRetries ?? 0);
  const call =
    (method: Method) =>
    async (path: string, parts?: RequestParts): Promise<unknown> => {
      return readJson(await send(method, path, parts));
    };
  const client = {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
    list: (path: string, parts?: RequestParts) => listAll(send, path, parts),
    followConversation: (id: string, from: FollowOptions = {}) => followConversation(follow, id, from),
    uploadDocument: (id: string, document: DocumentContent) => uploadDocument(send, sendRaw, id, document),
  };
  // The types of each path come only from the OpenAPI document.
  return client as unknown as VisavisClient;
}
