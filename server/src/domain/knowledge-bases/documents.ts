import type { Readable } from 'node:stream';
import { type CreateDocument, DOCUMENT_TYPES, type DocumentType, UNNAMED_BYTES } from '@visavis/contracts';
import { essenceOf } from '../../lib/media-type.ts';
import { createSigner } from '../../lib/signature.ts';
import { Slots } from '../../lib/slots.ts';
import { type BlobStore, BlobTooLargeError, type StoredBlob } from '../blobs.ts';
import { addSeconds, type Clock } from '../clock.ts';
import {
  conflict,
  forbidden,
  noCapacity,
  notFound,
  quotaExceeded,
  quote,
  tooLarge,
  unsupportedType,
} from '../errors.ts';
import { newId } from '../ids.ts';
import type { StoredBytes } from '../organizations/stored-bytes.ts';
import { documentEvents } from '../webhooks/document-events.ts';
import type {
  DocumentPatch,
  DocumentStore,
  IndexJob,
  IndexQueue,
  IndexReport,
  KnowledgeBase,
  KnowledgeDocument,
  KnowledgeIndex,
} from './document.ts';

/** Maximum documents of a knowledge base, because a response contains all of them. */
const MAX_DOCUMENTS = 500;
const UPLOAD_SECONDS = 15 * 60;
/** Maximum concurrent uploads of one document: if a client's first attempt hangs, it may try once more. */
const MAX_UPLOADS = 2;
const ACCEPTED = DOCUMENT_TYPES.join(', ');

/** Facts about uploaded bytes. */
export interface UploadedContent {
  maxBytes: number;
  /** As stated by the client; absent if it does not state it. */
  announcedBytes?: number | undefined;
  /** Its character set is stored with the content. */
  contentType?: string | undefined;
  /** For a page of a website: its title and the hash of its content. */
  page?: Pick<KnowledgeDocument, 'name' | 'contentHash'>;
}

export type Documents = ReturnType<typeof createDocuments>;

export function createDocuments(needs: {
  store: DocumentStore;
  blobs: BlobStore;
  queue: IndexQueue;
  knowledgeIndex: KnowledgeIndex;
  storedBytes: StoredBytes;
  secret: Uint8Array;
  clock: Clock;
}) {
  const { store, blobs, queue, knowledgeIndex, clock } = needs;
  const signer = createSigner(needs.secret, 'uploads');
  const uploading = new Slots(0);

  async function findDocument(knowledgeBase: KnowledgeBase, id: string): Promise<KnowledgeDocument> {
    const document = await store.find(knowledgeBase.id, id);
    if (!document) throw notFound('document', id);
    return document;
  }

  async function replaceContent(
    document: KnowledgeDocument,
    content: Readable,
    { maxBytes, contentType, page }: UploadedContent,
    bytes: number,
  ): Promise<KnowledgeDocument> {
    const blobKey = `organizations/${document.organizationId}/documents/${newId('doc')}`;
    const charset = charsetOf(contentType);
    const mediaType = charset ? `${document.mimeType}; charset=${charset}` : document.mimeType;
    const { size } = await storeContent(blobs, blobKey, content, mediaType, { maxBytes, bytes });
    // Of concurrent uploads, the last to finish counts; each deletes the previous file.
    let before: KnowledgeDocument | undefined = document;
    while (before && before.status !== 'indexing') {
      const now = clock();
      const after = await store.updateIfCurrent(
        document.id,
        { statuses: ['awaiting_upload', 'uploaded', 'indexed', 'failed'], blobKey: before.blobKey },
        { blobKey, size, status: 'uploaded', statusReason: null, updatedAt: now, contentHash: null, ...page },
        { type: 'uploaded', recordedAt: now, content: `${size} bytes were uploaded.` },
      );
      if (after) {
        if (before.blobKey) await blobs.delete(before.blobKey);
        return after;
      }
      before = await store.find(document.knowledgeBaseId, document.id);
    }
    await blobs.delete(blobKey);
    throw conflict('The document was deleted or is being indexed.');
  }

  /**
   * Handles a report of the indexer. @returns false if the run is superseded (document deleted, uploaded again or
   * indexed again) and should stop
   */
  async function report({ documentId, attempt }: IndexJob, report: IndexReport): Promise<boolean> {
    const now = clock();
    const content = report.type === 'failed' ? report.reason : report.content;
    const patch: DocumentPatch = { updatedAt: now };
    if (report.type !== 'progress') patch.status = report.type;
    if (report.type === 'failed') patch.statusReason = report.reason;
    const expected = { statuses: ['indexing'] as const, attempt };
    const entry = { type: report.type, recordedAt: now, content };
    return (await store.updateIfCurrent(documentId, expected, patch, entry, documentEvents)) !== undefined;
  }

  return {
    report,
    async passages(knowledgeBase: KnowledgeBase, id: string, page: { skip: number; take: number }) {
      const document = await findDocument(knowledgeBase, id);
      return { document, ...(await knowledgeIndex.passagesOf(knowledgeBase.id, id, page)) };
    },
    async search(knowledgeBase: KnowledgeBase, query: string, take: number) {
      const { passages, problem } = await knowledgeIndex.search(knowledgeBase, query, take);
      const documents = new Map<string, KnowledgeDocument | undefined>();
      for (const id of new Set(passages.map(({ documentId }) => documentId)))
        documents.set(id, await store.find(knowledgeBase.id, id));
      // Omits documents that were deleted since the search.
      const found = passages.flatMap((passage) => {
        const document = documents.get(passage.documentId);
        return document ? [{ document, passage }] : [];
      });
      return { found, ...(problem !== undefined && { problem }) };
    },
    embeddings: (knowledgeBase: KnowledgeBase) => knowledgeIndex.embeddingsOf(knowledgeBase),
    /** Deletes the index entries of all documents of an organization, before its rows are deleted. */
    async deleteIndex(organizationId: string) {
      const documents = await store.listOfOrganization(organizationId);
      // Marks indexing runs as failed, so that they write nothing more.
      for (const { id } of documents.filter(({ status }) => status === 'indexing')) {
        const now = clock();
        const statusReason = 'The organization is being deleted.';
        const entry = { type: 'failed', recordedAt: now, content: statusReason };
        await store.updateIfCurrent(
          id,
          { statuses: ['indexing'] },
          { status: 'failed', statusReason, updatedAt: now },
          entry,
        );
      }
      await knowledgeIndex.removeOrganization(organizationId);
    },
    /**
     * Queues documents left `indexing` by a crash between the change of status and the queuing. Call this when the
     * service starts. Returns how many documents are being indexed.
     */
    async resumeIndexing() {
      const jobs = await store.listIndexing();
      for (const job of jobs) await queue.enqueue(job);
      return jobs.length;
    },
    /** @param page for a page of a website: its website and address */
    async create(
      knowledgeBase: KnowledgeBase,
      fields: CreateDocument,
      page?: { websiteId: string; url: string },
    ) {
      const mimeType = acceptedType(fields.mimeType);
      if (!mimeType) {
        throw unsupportedType(
          `Documents of type ${quote(fields.mimeType)} are not accepted. Accepted types: ${ACCEPTED}.`,
        );
      }
      const now = clock();
      const document: KnowledgeDocument = {
        id: newId('doc'),
        organizationId: knowledgeBase.organizationId,
        knowledgeBaseId: knowledgeBase.id,
        name: fields.name,
        description: fields.description ?? null,
        mimeType,
        size: 0,
        status: 'awaiting_upload',
        statusReason: null,
        attempt: 0,
        blobKey: null,
        websiteId: page?.websiteId ?? null,
        url: page?.url ?? null,
        contentHash: null,
        createdAt: now,
        updatedAt: now,
        timeline: [{ type: 'created', recordedAt: now, content: 'The document was added.' }],
      };
      if (!(await store.insert(document, MAX_DOCUMENTS)))
        throw conflict(
          `A knowledge base has at most ${MAX_DOCUMENTS} documents. Delete some, or use another knowledge base.`,
        );
      const expiresAt = addSeconds(now, UPLOAD_SECONDS);
      const expires = expiresAt.getTime();
      const signature = signer.sign(`${document.id}/${expires}`);
      return {
        document,
        uploadPath: `/uploads/${document.id}?expires=${expires}&signature=${signature}`,
        expiresAt,
      };
    },
    /** Checks the upload address before any byte is read. @throws DomainError `forbidden`, `not_found` */
    async checkUpload(
      id: string,
      { expires, signature }: { expires: number; signature: string },
      contentType: string | undefined,
    ) {
      if (!signer.verify(`${id}/${expires}`, signature)) throw forbidden('The upload address is not valid.');
      if (expires <= clock().getTime())
        throw forbidden('The upload address has expired; add the document again to get a new one.');
      const document = await store.findInAnyOrganization(id);
      if (!document) throw notFound('document', id);
      const type = essenceOf(contentType ?? '');
      if (type !== UNNAMED_BYTES && type !== document.mimeType) {
        throw unsupportedType(`The upload must have the Content-Type ${document.mimeType}.`);
      }
      if (document.status === 'indexing') throw conflict('The document is being indexed.');
      return document;
    },
    /** @throws DomainError `payload_too_large`, `quota_exceeded`, `capacity` */
    async upload(document: KnowledgeDocument, content: Readable, options: UploadedContent) {
      const { maxBytes, announcedBytes } = options;
      const { organizationId } = document;
      const bounds = { maxBytes: announcedBytes ?? maxBytes, minBytes: announcedBytes ?? 1 };
      // Per document, so that the address of one document cannot block uploads of another.
      if (!uploading.take(document.id, MAX_UPLOADS))
        throw noCapacity('The document is already being uploaded; try again when that upload has ended.');
      try {
        const reservation = await needs.storedBytes.reserve(organizationId, bounds);
        try {
          return await replaceContent(document, content, options, reservation.bytes);
        } finally {
          reservation.release();
        }
      } finally {
        uploading.release(document.id);
      }
    },
    async index(knowledgeBase: KnowledgeBase, id: string) {
      const document = await findDocument(knowledgeBase, id);
      if (document.status === 'indexing') return document;
      const now = clock();
      const after = await store.updateIfCurrent(
        id,
        { statuses: ['uploaded', 'indexed', 'failed'], attempt: document.attempt },
        { status: 'indexing', statusReason: null, attempt: document.attempt + 1, updatedAt: now },
        { type: 'indexing', recordedAt: now, content: 'Indexing was requested.' },
      );
      if (!after) {
        const meanwhile = await findDocument(knowledgeBase, id);
        if (meanwhile.status === 'indexing') return meanwhile;
        throw conflict('The document has not been uploaded yet: PUT it to its uploadUrl first.');
      }
      const job = { documentId: id, attempt: after.attempt };
      try {
        await queue.enqueue(job);
      } catch (error) {
        await report(job, { type: 'failed', reason: 'Indexing could not be scheduled; try again.' });
        throw error;
      }
      return after;
    },
    async remove(knowledgeBase: KnowledgeBase, id: string) {
      const document = await store.remove(knowledgeBase.id, id);
      if (!document) throw notFound('document', id);
      return document;
    },
    ofWebsite: store.listOfWebsite,
    /** Returns documents by knowledge base id, oldest first; by default all documents of each. */
    async newestOf(ids: readonly string[], maxEach = Number.MAX_SAFE_INTEGER) {
      const documentsByBase = new Map<string, KnowledgeDocument[]>(ids.map((id) => [id, []]));
      const documents = ids.length === 0 ? [] : await store.listNewest(ids, maxEach);
      for (const document of documents) documentsByBase.get(document.knowledgeBaseId)?.push(document);
      return documentsByBase;
    },
    /** Returns the document of an indexing run, unless the run is superseded. */
    async findForRun({ documentId, attempt }: IndexJob) {
      const document = await store.findInAnyOrganization(documentId);
      return document?.status === 'indexing' && document.attempt === attempt ? document : undefined;
    },
  };
}

/** @throws DomainError `payload_too_large`, `quota_exceeded` */
async function storeContent(
  blobs: BlobStore,
  key: string,
  content: Readable,
  contentType: string,
  { maxBytes, bytes }: { maxBytes: number; bytes: number },
): Promise<StoredBlob> {
  try {
    return await blobs.put(key, content, { contentType, maxBytes: Math.min(maxBytes, bytes) });
  } catch (error) {
    if (!(error instanceof BlobTooLargeError)) throw error;
    if (bytes >= maxBytes) throw tooLarge(`The document is larger than ${maxBytes} bytes.`);
    throw quotaExceeded(
      `The document is larger than ${bytes} bytes, the storage that the organization has left.`,
    );
  }
}

/** Ignores parameters such as `charset`. */
function acceptedType(contentType: string): DocumentType | undefined {
  const essence = essenceOf(contentType);
  return DOCUMENT_TYPES.find((type) => type === essence);
}

const charsetOf = (contentType = '') => /;\s*charset="?([\w.:-]{1,40})/i.exec(contentType)?.[1];
