import { type Static, Type } from 'typebox';
import {
  AlwaysText,
  Amount,
  Body,
  Client,
  DateTime,
  Id,
  ListQuery,
  MaybeAmount,
  MaybeText,
  OptionalText,
  OrganizationId,
  OwnClient,
  Query,
  READ_ONLY,
  RequiredText,
  Resource,
  TEXT_LIMITS,
  Text,
  TIMESTAMPS,
  UpdateBody,
} from './common.ts';

export const DOCUMENT_STATUSES = ['awaiting_upload', 'uploaded', 'indexing', 'indexed', 'failed'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** Media types of documents that can be indexed. */
export const DOCUMENT_TYPES = [
  'text/plain',
  'text/markdown',
  'text/html',
  'text/csv',
  'application/json',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
/** Accepted for a document of any type, because it is the only binary type that every client generator supports. */
export const UNNAMED_BYTES = 'application/octet-stream';

export const KnowledgeBaseDocument = Resource('KnowledgeBaseDocument', {
  id: Id('Identifier of the document.', 'doc_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  organizationId: OrganizationId,
  knowledgeBaseId: Text('Id of the knowledge base.'),
  name: Text('Display name, such as the name of the file.'),
  description: AlwaysText('Description of the content.'),
  size: Amount('Size in bytes; 0 until the document is uploaded.'),
  status: Type.Enum(DOCUMENT_STATUSES, {
    description: 'Processing state. Only an `indexed` document can be found in conversations.',
  }),
  statusReason: MaybeText('Why the document is `failed`.'),
  mimeType: Text('Media type of the document.'),
  websiteId: MaybeText('Id of the website of which the document is a page. Absent otherwise.'),
  url: MaybeText('URL of the page. Absent if the document is not a page.'),
  timeline: Type.Array(
    Type.Object({
      type: Text('Kind of event.'),
      recordedAt: DateTime('When it happened.'),
      content: Text('Details of the event as text.'),
    }),
    { description: 'What happened to the document, oldest first.' },
  ),
  createdAt: DateTime('When it was added.'),
  updatedAt: DateTime('When it last changed.'),
});
export type KnowledgeBaseDocument = Static<typeof KnowledgeBaseDocument>;

export const KnowledgeBase = Resource('KnowledgeBase', {
  id: Id('Identifier of the knowledge base.', 'kb_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  organizationId: OrganizationId,
  name: Text('Display name.'),
  description: AlwaysText('Description of the content.'),
  documents: Type.Array(KnowledgeBaseDocument, {
    description:
      'Documents, oldest first. All of them if the knowledge base is requested by its id; elsewhere only the newest 50.',
  }),
  ...TIMESTAMPS,
  client: OwnClient,
});
export type KnowledgeBase = Static<typeof KnowledgeBase>;

const name = RequiredText(TEXT_LIMITS.name, 'Display name.');
const description = OptionalText(TEXT_LIMITS.description, 'Description of the content.');
const optional = { description, client: Client };
export const CreateKnowledgeBase = Body({ name, ...optional });
export type CreateKnowledgeBase = Static<typeof CreateKnowledgeBase>;
export const UpdateKnowledgeBase = UpdateBody({ name: Type.Optional(name), ...optional }, [
  ...READ_ONLY,
  'documents',
]);
export type UpdateKnowledgeBase = Static<typeof UpdateKnowledgeBase>;

export const CreateDocument = Body({
  name: RequiredText(TEXT_LIMITS.name, 'Display name, such as the name of the file.'),
  description,
  mimeType: RequiredText(TEXT_LIMITS.name, `Media type: one of ${DOCUMENT_TYPES.join(', ')}.`),
});
export type CreateDocument = Static<typeof CreateDocument>;

export const DocumentUpload = Resource('DocumentUpload', {
  document: KnowledgeBaseDocument,
  uploadUrl: Type.String({
    format: 'uri',
    description:
      'URL to which you upload the raw bytes with `PUT`. `Content-Type` must be the `mimeType` of the document or `application/octet-stream`.',
  }),
  expireAt: DateTime('When the upload URL expires.'),
});
export type DocumentUpload = Static<typeof DocumentUpload>;

export const Passage = Resource('Passage', {
  documentId: Text('Id of the document.'),
  documentName: Text('Name of the document.'),
  place: Amount('Position of the passage in the document, from 0.'),
  headings: MaybeText('Headings above the passage.'),
  text: Text('Extracted text of the passage.'),
});
export type Passage = Static<typeof Passage>;

export const RankedPassage = Resource('RankedPassage', {
  ...Passage.properties,
  score: Amount('Relevance: higher is better. Comparable only within one response.'),
  coverage: Amount(
    'Fraction of the question’s words that the passage contains, from 0 to 1. Rare words weigh more.',
  ),
  similarity: MaybeAmount(
    'Cosine similarity to the embedding of the question. Absent if the question or the passage has no embedding.',
  ),
});
export type RankedPassage = Static<typeof RankedPassage>;

export const FoundPassages = Resource('FoundPassages', {
  passages: Type.Array(RankedPassage, { description: 'Found passages, best first.' }),
  problem: MaybeText('Why the search used words only: the question could not be embedded. Absent otherwise.'),
});

/** Who computes the embeddings of the passages in a knowledge base and of the questions to it. */
export const EMBEDDED_BY = ['operator', 'organization', 'local_model', 'nobody'] as const;
export const KnowledgeBaseEmbeddings = Resource('KnowledgeBaseEmbeddings', {
  by: Type.Enum(EMBEDDED_BY, {
    description:
      'What computes the embeddings of passages and questions: the server that the operator has configured (`operator`), the model ' +
      'server of the organization (`organization`), a model on the machine of the service (`local_model`), or nothing (`nobody`), ' +
      'so that passages are found by words only.',
  }),
  model: MaybeText('Name of the embedding model. Absent for `nobody`.'),
  modelServerId: MaybeText('Id of the model server. Present only for `organization`.'),
  languages: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Languages of a model on the machine of the service, as ISO 639-1 codes. Passages in other languages are found by words. ' +
        'Absent for other models, and for one with many languages.',
    }),
  ),
  passages: Type.Integer({ description: 'Number of passages in the knowledge base.' }),
  embedded: Type.Integer({
    description: 'Number of passages that this model has embedded. The others are found by words only.',
  }),
  problem: MaybeText(
    'Why the model server did not embed the other passages at its last request. Present only for `organization`.',
  ),
});
export type KnowledgeBaseEmbeddings = Static<typeof KnowledgeBaseEmbeddings>;

const { skip, take } = ListQuery.properties;
export const PassagesQuery = Query({ skip, take });

export const SearchPassagesQuery = Query({
  query: Type.String({
    minLength: 1,
    maxLength: 1_000,
    description: 'Question in natural language.',
  }),
  take: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      default: 5,
      description: 'Maximum number of passages to return.',
    }),
  ),
});

export const DocumentParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the knowledge base.' }),
  doc: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the document.' }),
});
