import { Anchor, Badge, Button, Card, Group, Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { KnowledgeBaseDocument } from '@visavis/client';
import { useState } from 'react';
import { useChangeForm } from '../components/change-form.tsx';
import { DocumentDropZone } from '../components/document-drop-zone.tsx';
import { EmbeddingsState } from '../components/embeddings-state.tsx';
import { ExtractedText } from '../components/extracted-text.tsx';
import { Note } from '../components/note.tsx';
import { EmptyState, Page } from '../components/page.tsx';
import { PassageSearch } from '../components/passage-search.tsx';
import { type PastedText, PasteText } from '../components/paste-text.tsx';
import { Problem } from '../components/problem.tsx';
import { RemoveButton, RemoveLaterButton } from '../components/remove-button.tsx';
import { removeLater } from '../components/remove-later.tsx';
import { SmallButton } from '../components/small-button.tsx';
import { useUpload } from '../components/use-upload.tsx';
import { Websites } from '../components/websites.tsx';
import { KNOWLEDGE } from '../lib/collections.ts';
import { describeDocument, documentsRefetchInterval } from '../lib/describe-document.ts';
import { typeOf, uploadFile } from '../lib/document-types.ts';
import { isAbortError } from '../lib/fetch-with-progress.ts';
import { formatBytes, nameOf } from '../lib/format.ts';
import { mayChange } from '../lib/roles.ts';
import { api } from '../lib/session.ts';
import { mayLeave } from '../lib/unsaved.ts';
import { knowledgeUsages } from '../lib/usages.ts';
import { fill, texts } from '../texts/texts.ts';

const { knowledgeBase: words, common } = texts;
const { reload } = KNOWLEDGE;

/** The ways to add documents besides uploading files, each with its own form. */
const ADDING_FORMS = { text: texts.pasteText.open, website: texts.websites.open };

const COLORS: Record<string, string> = { indexed: 'teal', failed: 'red', indexing: 'blue' };

export function KnowledgeBasePage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const navigate = useNavigate();
  const base = useQuery({
    queryKey: ['knowledge', id],
    queryFn: () => KNOWLEDGE.read(id),
    refetchInterval: (query) => documentsRefetchInterval(query.state.data, query),
  });
  const { button, form } = useChangeForm({
    collection: KNOWLEDGE,
    resource: base.data,
    nameOf: ({ name }) => name,
    forms: ['knowledgeBase'],
  });
  const indexed = base.data?.documents.filter(({ status }) => status === 'indexed').length ?? 0;
  const [failures, setFailures] = useState<{ name: string; error: Error }[]>([]);
  const { send, progress } = useUpload();
  const [shownDocument, setShownDocument] = useState<KnowledgeBaseDocument>();

  const [adding, setAdding] = useState<keyof typeof ADDING_FORMS>();
  /** Opens or closes a form; only one is open at a time. A closed form keeps its text, but not its address. */
  const toggleForm = async (next: keyof typeof ADDING_FORMS) => {
    if (adding !== 'website' || (await mayLeave('website'))) setAdding(next === adding ? undefined : next);
  };

  const documents = {
    remove: (doc: string) => api.delete('/v3/knowledge-bases/{id}/documents/{doc}', { path: { id, doc } }),
    reload,
  };

  /** Uploads a file. Reloads even after a cancelled upload, of which nothing remains. */
  async function upload(file: File): Promise<void> {
    try {
      await send(file.name, (signal) => uploadFile(id, file, signal));
    } finally {
      await reload();
    }
  }

  async function uploadAll(files: File[]): Promise<void> {
    setFailures([]);
    for (const file of files) {
      await upload(file).catch((error: Error) => {
        if (!isAbortError(error)) setFailures((now) => [...now, { name: file.name, error }]);
      });
    }
  }

  const paste = useMutation({
    mutationFn: ({ name, text }: PastedText) => upload(new File([text], typeOf(name) ? name : `${name}.md`)),
  });

  async function remove(name: string): Promise<void> {
    const removal = { id, name, from: KNOWLEDGE, usages: () => knowledgeUsages(id) };
    if (await removeLater(removal)) await navigate({ to: '/knowledge' });
  }

  const usages = useQuery({
    queryKey: ['knowledge', id, 'usages'],
    queryFn: () => knowledgeUsages(id),
    enabled: indexed > 0 && mayChange(),
    // The knowledge base may just have been chosen on another page.
    staleTime: 0,
  });
  const indexAgain = useMutation({
    mutationFn: (doc: string) =>
      api.patch('/v3/knowledge-bases/{id}/documents/{doc}/index', { path: { id, doc } }),
    onSettled: reload,
  });

  return (
    <Page
      title={base.data?.name ?? words.title}
      about={base.data?.description ?? undefined}
      query={{ error: base.error ?? indexAgain.error, isPending: base.isPending }}
      actions={
        base.data && (
          <>
            {button}
            <RemoveButton id={id} onRemove={() => void remove(base.data.name)} />
          </>
        )
      }
    >
      {form && <Card>{form}</Card>}
      {mayChange() && <DocumentDropZone onFiles={(files) => void uploadAll(files)} />}
      <Stack gap="sm">
        {mayChange() && (
          <Group gap="sm">
            {(Object.keys(ADDING_FORMS) as (keyof typeof ADDING_FORMS)[]).map((name) => (
              <Button
                key={name}
                variant={name === adding ? 'outline' : 'light'}
                aria-expanded={name === adding}
                onClick={() => void toggleForm(name)}
              >
                {ADDING_FORMS[name]}
              </Button>
            ))}
          </Group>
        )}
        <PasteText
          add={{ ...paste, error: isAbortError(paste.error) ? null : paste.error }}
          isOpen={adding === 'text'}
          // Another form may be open by the time the text has been added.
          onClose={() => setAdding((now) => (now === 'text' ? undefined : now))}
        />
        <Websites
          knowledgeBaseId={id}
          reload={reload}
          isAdding={adding === 'website'}
          onAdded={() => setAdding(undefined)}
        />
      </Stack>
      {failures.map(({ name, error }) => (
        <Problem key={name} title={name} error={error} />
      ))}
      {progress}
      <Stack gap="sm">
        {base.data?.documents.map((document) => (
          <Card key={document.id} withBorder>
            <Group justify="space-between" align="flex-start">
              <div style={{ flex: '1 1 12rem', minWidth: 0 }}>
                <Text fw={600}>{document.name}</Text>
                {document.url && (
                  <Text size="sm">
                    <Anchor href={document.url} target="_blank" rel="noreferrer">
                      {document.url}
                    </Anchor>
                  </Text>
                )}
                <Text size="sm" c={document.status === 'failed' ? 'red' : 'dimmed'}>
                  {describeDocument(document)}
                </Text>
              </div>
              <Group gap="xs" wrap="nowrap">
                <Note visibleFrom="xs">{formatBytes(document.size)}</Note>
                {document.status === 'indexing' && <Loader size="xs" />}
                <Badge color={COLORS[document.status] ?? 'gray'} flex="none">
                  {nameOf(words.statuses, document.status)}
                </Badge>
                {document.status === 'indexed' && (
                  <SmallButton
                    aria-label={fill(words.textOf, { file: document.name })}
                    onClick={() => setShownDocument(document)}
                  >
                    {words.text}
                  </SmallButton>
                )}
                {document.status === 'failed' && mayChange() && (
                  <SmallButton onClick={() => indexAgain.mutate(document.id)}>{common.tryAgain}</SmallButton>
                )}
                <RemoveLaterButton id={document.id} name={document.name} from={documents} />
              </Group>
            </Group>
          </Card>
        ))}
      </Stack>
      {indexed > 0 && (
        <>
          {usages.data?.length === 0 && (
            <Text size="sm">
              {fill(words.unused, { field: texts.personForm.knowledge })}{' '}
              <Anchor href="#/avatars" underline="always">
                {texts.avatars.title}
              </Anchor>
            </Text>
          )}
          <EmbeddingsState id={id} indexed={indexed} />
          <PassageSearch id={id} />
        </>
      )}
      <ExtractedText document={shownDocument} onClose={() => setShownDocument(undefined)} />
      {base.data?.documents.length === 0 && !progress && (
        <EmptyState title={words.none}>{words.noneYet}</EmptyState>
      )}
    </Page>
  );
}
