import type { AnswerOf, CallArguments, ItemOf, ListPath, Method, Operation, PathOf } from './calls.ts';
import { checkOptions } from './check-options.ts';
import type { ClientOptions } from './client-options.ts';
import { type ConversationEvent, type FollowOptions, followConversation } from './follow-conversation.ts';
import type { KnowledgeBaseDocument } from './generated/api.ts';
import { listAll } from './list-all.ts';
import { sendAgain } from './retry.ts';
import { createSend, createSendRaw, type RequestParts, readJson } from './send.ts';
import { type DocumentContent, uploadDocument } from './upload-document.ts';

type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...options: CallArguments<M, Operation<M, P>>
) => Promise<AnswerOf<Operation<M, P>>>;

/**
 * The API, typed by its OpenAPI document. Everything rejects with a `VisavisApiError` that holds the problem where the
 * service does not answer with a success, and with a `VisavisConnectionError` where it does not answer.
 */
export interface VisavisClient {
  get: Call<'get'>;
  post: Call<'post'>;
  put: Call<'put'>;
  patch: Call<'patch'>;
  delete: Call<'delete'>;
  /** Everything in a list, newest first, read page by page as the iteration goes on (`take`: the size of a page). */
  list<P extends ListPath>(
    path: P,
    ...options: CallArguments<'get', Operation<'get', P>>
  ): AsyncGenerator<ItemOf<AnswerOf<Operation<'get', P>>>, void>;
  /** Yields the past and future events of a conversation or session, to its end, across broken connections. */
  followConversation(id: string, options?: FollowOptions): AsyncGenerator<ConversationEvent, void>;
  /** Adds a document to a knowledge base, sends its bytes and has it indexed; that goes on in the background. */
  uploadDocument(knowledgeBaseId: string, document: DocumentContent): Promise<KnowledgeBaseDocument>;
}

/** @throws TypeError where `baseUrl` is no address of a service, or a credential is given without a value */
export function createVisavisClient(options: ClientOptions): VisavisClient {
  checkOptions(options);
  const sendRaw = createSendRaw(options);
  const { timeoutMs: _, ...patient } = options;
  // Its answer goes on as long as the conversation, and it tries again by itself.
  const follow = createSend(patient, sendRaw);
  const send = sendAgain(createSend(options, sendRaw), options.maxRetries ?? 0);
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
  // Only the document knows which path takes and answers what.
  return client as unknown as VisavisClient;
}
