import { fill, texts } from '../texts/texts.ts';
import { api } from './session.ts';

/** Media types by the ends of names: browsers do not know all of them. */
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

/** Returns the media type of a document that the service reads; `undefined` for any other. */
export const typeOf = (name: string): string | undefined => TYPES[name.toLowerCase().split('.').at(-1) ?? ''];

/** Sends a file into a knowledge base. @throws Error that says which files the service reads, for any other */
export async function uploadFile(knowledgeBaseId: string, file: File, signal: AbortSignal): Promise<void> {
  const { name } = file;
  const mimeType = typeOf(name);
  if (!mimeType) throw new Error(fill(texts.knowledgeBase.wrongType, { types: Object.keys(TYPES) }));
  await api.uploadDocument(knowledgeBaseId, { name, mimeType, content: file, signal });
}
