import { ExtractionError } from './extraction-error.ts';

export type DocumentFormat = 'text' | 'markdown' | 'html' | 'csv' | 'json' | 'pdf' | 'docx';

const FORMATS: Record<string, DocumentFormat> = {
  'text/plain': 'text',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
};

export const FORMAT_NAMES: Record<DocumentFormat, string> = {
  text: 'plain text',
  markdown: 'Markdown',
  html: 'HTML',
  csv: 'CSV',
  json: 'JSON',
  pdf: 'PDF',
  docx: 'Word (DOCX)',
};

/** Parses a media type such as `text/html; charset=utf-8`. */
export function readMediaType(mediaType: string): { format: DocumentFormat; charset?: string } {
  const [essence = '', ...parameters] = mediaType.split(';').map((part) => part.trim());
  const format = FORMATS[essence.toLowerCase()];
  if (format === undefined) {
    const known = Object.values(FORMAT_NAMES).join(', ');
    throw new ExtractionError(
      'unsupported_type',
      `Documents of type "${essence}" are not supported. Supported: ${known}.`,
    );
  }
  const charset = parameters
    .map((parameter) => /^charset="?([\w.:-]+)"?$/i.exec(parameter)?.[1])
    .find((found) => found !== undefined);
  return charset === undefined ? { format } : { format, charset };
}
