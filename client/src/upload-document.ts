import type { DocumentUpload, KnowledgeBaseDocument } from './generated/api.ts';
import { readJson, type Send, type SendRaw } from './send.ts';

export interface DocumentContent {
  name: string;
  description?: string;
  /** Media type, such as `application/pdf`; by default that of the `Blob` or `File`. */
  mimeType?: string;
  content: Blob | Uint8Array<ArrayBuffer> | ArrayBuffer | string;
  signal?: AbortSignal;
}

/**
 * Adds a document, sends its content to the upload address from the service, and starts its indexing. Resolves while
 * that runs in the background; the document's `status` shows the result. Nothing remains if `signal` cancels it.
 */
export async function uploadDocument(
  send: Send,
  sendRaw: SendRaw,
  knowledgeBaseId: string,
  { name, description, content, signal, ...options }: DocumentContent,
): Promise<KnowledgeBaseDocument> {
  const mimeType = options.mimeType ?? (content instanceof Blob ? content.type : undefined);
  if (!mimeType) throw new TypeError('uploadDocument needs a mimeType for this content');
  signal?.throwIfAborted();
  const path = { id: knowledgeBaseId };
  // Sent without the signal: the response is needed to clean up.
  const added = await send('POST', '/v3/knowledge-bases/{id}/documents', {
    path,
    body: { name, description, mimeType },
  });
  const { document, uploadUrl } = (await readJson(added)) as DocumentUpload;
  const parts = { path: { ...path, doc: document.id }, ...(signal && { signal }) };
  try {
    signal?.throwIfAborted();
    const uploaded = await sendRaw(uploadUrl, {
      method: 'PUT',
      headers: { 'content-type': mimeType },
      body: content,
      ...(signal && { signal }),
    });
    await uploaded.body?.cancel();
    const indexed = await send('PATCH', '/v3/knowledge-bases/{id}/documents/{doc}/index', parts);
    const answer = (await readJson(indexed)) as KnowledgeBaseDocument;
    signal?.throwIfAborted();
    return answer;
  } catch (error) {
    if (signal?.aborted)
      await send('DELETE', '/v3/knowledge-bases/{id}/documents/{doc}', { path: parts.path }).catch(
        () => undefined,
      );
    throw error;
  }
}
