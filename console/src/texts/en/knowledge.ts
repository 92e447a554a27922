import { count } from './count.ts';

/** Knowledge bases, their documents and what is found in them. */
export const knowledge = {
  title: 'Knowledge',
  about: 'Avatars answer from these documents. Put documents that belong together into one knowledge base.',
  empty: 'empty',
  documents: (documents: number, ready: number) => `${count(documents, 'document')}, ${ready} ready`,
  manyDocuments: (documents: number) => `${documents} documents or more`,
  none: 'No knowledge yet',
  noneYet:
    'Type a name above. Then add PDF, Word, web or text files. The avatar finds the passages that fit a question and answers from them.',
};

export const knowledgeBase = {
  title: 'Knowledge base',
  documents: 'Documents',
  drop: 'Drop documents here, or click to choose them',
  types: 'PDF, Word (.docx), web pages, Markdown, text, CSV, JSON',
  wrongType: (types: readonly string[]) =>
    `The service cannot read this type of file. It reads: ${types.join(', ')}.`,
  statuses: {
    awaiting_upload: 'waiting for its content',
    uploaded: 'uploaded',
    indexing: 'indexing',
    indexed: 'ready',
    failed: 'failed',
  },
  text: 'Text',
  textOf: (file: string) => `Text of ${file}`,
  none: 'No documents yet',
  noneYet:
    'Drop a document above, or paste a text. Then choose this knowledge base under “Answers from” in an avatar.',
};

export const pasteText = {
  open: 'Type or paste text',
  name: 'Name of the document',
  nameExample: 'Opening hours',
  text: 'Text',
  about: 'Headings may be written as in Markdown: # Opening hours',
};

export const extractedText = {
  about: (passages: number) =>
    `This is the text that the service extracted. It has ${count(passages, 'passage')}. Answers use these passages.`,
};

export const passageSearch = {
  title: 'What would an answer get?',
  about: 'Ask as a visitor would. The model gets these passages. The best comes first.',
  question: 'Question',
  example: 'When are you open on Thursdays?',
  search: 'Search',
  found: 'Passages found',
  none: 'No passage fits. The avatar will say that it does not know.',
  score: (score: string) => `score ${score}`,
  scoreHelp: 'A higher score means more relevant. Compare scores of one search only.',
  words: (share: string) => `words ${share}`,
  wordsHelp: 'Share of the question’s words that the passage has, by weight',
  meaning: (share: string) => `meaning ${share}`,
  wordsAlone:
    'Found by words alone. Questions in other words find their passage once the operator has added the model for it: npx visavis models add all-minilm-l6-v2',
  meaningHelp: 'Cosine similarity to the question',
};
