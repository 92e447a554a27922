import { type Static, Type } from 'typebox';
import {
  AlwaysText,
  Body,
  Client,
  DateTime,
  Id,
  ListQuery,
  OptionalText,
  Query,
  READ_ONLY,
  RequiredText,
  Resource,
  TEXT_LIMITS,
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
  organizationId: Type.String(),
  knowledgeBaseId: Type.String(),
  name: Type.String(),
  description: AlwaysText('What it holds.'),
  size: Type.Number({ description: 'Bytes; 0 until uploaded.' }),
  status: Type.Enum(DOCUMENT_STATUSES),
  statusReason: Type.Optional(Type.String({ description: 'Why the document is `failed`.' })),
  mimeType: Type.String(),
  websiteId: Type.Optional(Type.String({ description: 'Of a page: the website that it was read from.' })),
  url: Type.Optional(Type.String({ description: 'Of a page: its address.' })),
  timeline: Type.Array(
    Type.Object({ type: Type.String(), recordedAt: DateTime('When it happened.'), content: Type.String() }),
    { description: 'What happened to the document, oldest first.' },
  ),
  createdAt: DateTime('When it was added.'),
  updatedAt: DateTime('When it last changed.'),
});
export type KnowledgeBaseDocument = Static<typeof KnowledgeBaseDocument>;

export const KnowledgeBase = Resource('KnowledgeBase', {
  id: Id('Identifier of the knowledge base.', 'kb_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  organizationId: Type.String(),
  name: Type.String(),
  description: AlwaysText('What it holds.'),
  documents: Type.Array(KnowledgeBaseDocument),
  createdAt: DateTime('When it was created.'),
  updatedAt: DateTime('When it last changed.'),
  client: Type.Optional(Type.String()),
});
export type KnowledgeBase = Static<typeof KnowledgeBase>;

const name = RequiredText(TEXT_LIMITS.name, 'A name for people.');
const optional = { description: OptionalText(TEXT_LIMITS.description, 'What it holds.'), client: Client };
export const CreateKnowledgeBase = Body({ name, ...optional });
export type CreateKnowledgeBase = Static<typeof CreateKnowledgeBase>;
export const UpdateKnowledgeBase = UpdateBody({ name: Type.Optional(name), ...optional }, [
  ...READ_ONLY,
  'documents',
]);
export type UpdateKnowledgeBase = Static<typeof UpdateKnowledgeBase>;

export const CreateDocument = Body({
  name: RequiredText(TEXT_LIMITS.name, 'A name for people, such as the name of the file.'),
  description: OptionalText(TEXT_LIMITS.description, 'What it holds.'),
  mimeType: RequiredText(TEXT_LIMITS.name, `One of ${DOCUMENT_TYPES.join(', ')}.`),
});
export type CreateDocument = Static<typeof CreateDocument>;

export const DocumentUpload = Resource('DocumentUpload', {
  document: KnowledgeBaseDocument,
  uploadUrl: Type.String({
    format: 'uri',
    description:
      'Takes `PUT` with the raw bytes and `Content-Type` = the `mimeType` of the document, or `application/octet-stream`.',
  }),
  expireAt: DateTime('When the upload URL expires.'),
});
export type DocumentUpload = Static<typeof DocumentUpload>;

export const Passage = Resource('Passage', {
  documentId: Type.String(),
  documentName: Type.String(),
  place: Type.Number({ description: 'In the document, from 0.' }),
  headings: Type.Optional(Type.String({ description: 'The headings above it.' })),
  text: Type.String({ description: 'The extracted text.' }),
});
export type Passage = Static<typeof Passage>;

export const RankedPassage = Resource('RankedPassage', {
  ...Passage.properties,
  score: Type.Number({ description: 'Relevance, higher is better; comparable within one answer only.' }),
  coverage: Type.Number({
    description: 'The share of the question’s weighted words that the passage contains: 0 to 1.',
  }),
  similarity: Type.Optional(
    Type.Number({
      description: 'Cosine similarity to the question’s embedding, if the service has embeddings.',
    }),
  ),
});
export type RankedPassage = Static<typeof RankedPassage>;

export const FoundPassages = Resource('FoundPassages', {
  passages: Type.Array(RankedPassage),
  problem: Type.Optional(
    Type.String({ description: 'Why words alone counted, where what embeds questions did not work.' }),
  ),
});

/** Who computes the embeddings of the passages in a knowledge base and of the questions to it. */
export const EMBEDDED_BY = ['operator', 'organization', 'local_model', 'nobody'] as const;
export const KnowledgeBaseEmbeddings = Resource('KnowledgeBaseEmbeddings', {
  by: Type.Enum(EMBEDDED_BY, {
    description:
      'Who embeds passages and questions: the service that the operator has set, the organization’s model server, a model of this ' +
      'machine, or nobody, so that words alone find passages.',
  }),
  model: Type.Optional(Type.String({ description: 'The model that does.' })),
  modelServerId: Type.Optional(Type.String({ description: 'Of `organization`: its model server.' })),
  languages: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Of `local_model`: the languages that it knows (ISO 639-1), if these are few; texts in others are found by words. Absent for a ' +
        'model of many languages.',
    }),
  ),
  passages: Type.Integer({ description: 'How many passages there are.' }),
  embedded: Type.Integer({
    description: 'How many of them that model has embedded; the others are found by words alone.',
  }),
  problem: Type.Optional(
    Type.String({
      description: 'Of `organization`: why its server did not embed the others when it was last asked.',
    }),
  ),
});
export type KnowledgeBaseEmbeddings = Static<typeof KnowledgeBaseEmbeddings>;

const { skip, take } = ListQuery.properties;
export const PassagesQuery = Query({ skip, take });

export const SearchPassagesQuery = Query({
  query: Type.String({
    minLength: 1,
    maxLength: 1_000,
    description: 'A question in natural language.',
  }),
  take: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 50, default: 5, description: 'How many to return.' }),
  ),
});

export const DocumentParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  doc: Type.String({ minLength: 1, maxLength: 100 }),
});
