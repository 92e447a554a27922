import { fill, texts } from '../texts/texts.ts';
import { api } from './session.ts';

/** Media types by file extension: browsers do not know all of them. */
const TYPES: Record<string, string> = {
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  htm: 'text/html',
  csv: 'text/csv',
  json: 'application/json',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** Returns the media type of a document; `undefined` if the service cannot read it. */
export const typeOf = (name: string): string | undefined => TYPES[name.toLowerCase().split('.').at(-1) ?? ''];

/** Uploads a file to a knowledge base. @throws Error that lists the supported types, for any other type */
export async function uploadFile(knowledgeBaseId: string, file: File, signal: AbortSignal): Promise<void> {
  const { name } = file;
  const mimeType = typeOf(name);
  if (!mimeType) throw new Error(fill(texts.knowledgeBase.wrongType, { types: Object.keys(TYPES) }));
  await api.uploadDocument(knowledgeBaseId, { name, mimeType, content: file, signal });
}
