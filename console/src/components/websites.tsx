import { Badge, Card, Group, Loader, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Website } from '@visavis/client';
import { useRef } from 'react';
import { type Collection, WEBSITES } from '../lib/collections.ts';
import { formatDateTime } from '../lib/format.ts';
import { bodyOf, readFields } from '../lib/forms.ts';
import { retryInterval } from '../lib/query-client.ts';
import { mayChange } from '../lib/roles.ts';
import { api } from '../lib/session.ts';
import { fill, texts } from '../texts/texts.ts';
import { AddForm } from './add-form.tsx';
import { useChangeForm } from './change-form.tsx';
import { Note } from './note.tsx';
import { Problem } from './problem.tsx';
import { RemoveLaterButton } from './remove-button.tsx';
import { SchemaFields } from './schema-fields.tsx';
import { SmallButton } from './small-button.tsx';

const { websites: words } = texts;
const COLORS: Record<Website['status'], string> = { reading: 'blue', read: 'teal', failed: 'red' };

const NEW = { ...readFields('website'), depth: 2, maxPages: 50 };

/**
 * The websites whose pages are documents of a knowledge base. @param reload reloads its documents
 * @param isAdding whether the form of a new one is open
 */
export function Websites({
  knowledgeBaseId,
  reload,
  isAdding,
  onAdded,
}: {
  knowledgeBaseId: string;
  reload: () => unknown;
  isAdding: boolean;
  onAdded: () => void;
}) {
  const wasReading = useRef(false);
  const websites = useQuery({
    queryKey: WEBSITES.all.queryKey,
    queryFn: async () => {
      const found = await WEBSITES.all.queryFn();
      const isReading = found.some(({ status }) => status === 'reading');
      // Reading a website creates documents as it goes, and the last ones at its end.
      if (isReading || wasReading.current) await reload();
      wasReading.current = isReading;
      return found;
    },
    refetchInterval: (query) =>
      query.state.data?.some(({ status }) => status === 'reading') ? 1_000 : retryInterval(query),
  });
  const websitesWithDocuments = {
    ...WEBSITES,
    reload: async () => {
      await WEBSITES.reload();
      await reload();
    },
  };
  return (
    <>
      {isAdding && (
        <AddForm
          collection={websitesWithDocuments}
          form="website"
          initial={NEW}
          body={(fields) => ({ ...bodyOf('website', fields), knowledgeBaseId })}
          action={words.read}
          onCreated={onAdded}
        />
      )}
      <Problem error={websites.error} />
      {websites.data
        ?.filter((website) => website.knowledgeBaseId === knowledgeBaseId)
        .map((website) => (
          <WebsiteCard key={website.id} website={website} collection={websitesWithDocuments} />
        ))}
    </>
  );
}

function WebsiteCard({ website, collection }: { website: Website; collection: Collection<Website> }) {
  const { id, url, status, statusReason, pages, readAt, nextReadAt } = website;
  const { button, form } = useChangeForm({
    collection,
    resource: website,
    nameOf: () => url,
    forms: ['website'],
    body: (fields) => {
      const { url: _url, ...body } = bodyOf('website', fields);
      return body;
    },
    children: (values, change) => (
      <SchemaFields form="website" values={values} change={change} controls={{ url: null }} />
    ),
  });
  const readAgain = useMutation({
    mutationFn: () => api.post('/v3/websites/{id}/read', { path: { id } }),
    onSettled: collection.reload,
  });
  const details = [
    fill(words.pages, { count: pages }),
    status !== 'reading' && readAt && fill(words.readAt, { when: formatDateTime(readAt) }),
    nextReadAt && fill(words.nextReadAt, { when: formatDateTime(nextReadAt) }),
  ];
  return (
    <Card>
      <Group justify="space-between" align="flex-start">
        <div style={{ flex: '1 1 14rem', minWidth: 0 }}>
          <Text fw={600}>{url}</Text>
          <Note>{details.filter(Boolean).join(' · ')}</Note>
          {statusReason && (
            <Text size="sm" {...(status === 'failed' ? { c: 'red' } : { c: 'dimmed' })}>
              {statusReason}
            </Text>
          )}
        </div>
        <Group gap="xs">
          {status === 'reading' && <Loader size="xs" />}
          <Badge color={COLORS[status]} flex="none">
            {words.statuses[status]}
          </Badge>
          {mayChange() && (
            <SmallButton
              aria-label={fill(words.againOf, { url })}
              loading={readAgain.isPending}
              onClick={() => readAgain.mutate()}
            >
              {words.again}
            </SmallButton>
          )}
          {button}
          <RemoveLaterButton id={id} name={url} from={collection} />
        </Group>
      </Group>
      <Problem error={readAgain.error} />
      {form}
    </Card>
  );
}
