import { Badge, Button, Card, Group, Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { BodyOf, Operation, Website } from '@visavis/client';
import { type ReactNode, useRef, useState } from 'react';
import { formatDateTime } from '../lib/format.ts';
import { bodyOf, readFields } from '../lib/forms.ts';
import { listWebsites } from '../lib/queries.ts';
import { reloading, untilItComes } from '../lib/query-client.ts';
import { mayChange } from '../lib/roles.ts';
import { api } from '../lib/session.ts';
import { useFields } from '../lib/use-fields.ts';
import { fill, texts } from '../texts/texts.ts';
import { AddForm } from './add-form.tsx';
import { ChangeButton, ChangeForm, useChange, useSaveChange } from './change-form.tsx';
import { Problem } from './problem.tsx';
import { RemoveLaterButton } from './remove-button.tsx';
import { SchemaFields } from './schema-fields.tsx';

const { websites: words, common } = texts;
const COLORS: Record<Website['status'], string> = { reading: 'blue', read: 'teal', failed: 'red' };

const newWebsite = () => ({ ...readFields('website'), depth: 2, maxPages: 50 });

/**
 * Websites whose pages are documents of a knowledge base. @param reload of its documents
 * @param children other ways to add documents, beside its own
 */
export function Websites({
  knowledgeBaseId,
  reload,
  children,
}: {
  knowledgeBaseId: string;
  reload: () => unknown;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const { fields, change, setSaved } = useFields(newWebsite);
  const wasReading = useRef(false);
  const websites = useQuery({
    queryKey: ['websites'],
    queryFn: async () => {
      const found = await listWebsites();
      const isReading = found.some(({ status }) => status === 'reading');
      // A reading makes documents all the while, and its last ones at its end.
      if (isReading || wasReading.current) await reload();
      wasReading.current = isReading;
      return found;
    },
    refetchInterval: (query) =>
      query.state.data?.some(({ status }) => status === 'reading') ? 1_000 : untilItComes(query),
  });
  const reloadAll = async () => {
    await reloading('websites')();
    await reload();
  };
  const create = useMutation({
    mutationFn: () =>
      api.post('/v3/websites', {
        body: { ...bodyOf('website', fields), knowledgeBaseId } as BodyOf<Operation<'post', '/v3/websites'>>,
      }),
    onSuccess: () => {
      setSaved(newWebsite());
      setOpen(false);
      return reloadAll();
    },
  });
  return (
    <Stack gap="sm">
      {mayChange() && (
        <Group>
          {children}
          <Button variant="light" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {words.open}
          </Button>
        </Group>
      )}
      {isOpen && (
        <AddForm form="website" create={create} action={words.read}>
          <SchemaFields form="website" values={fields} change={change} />
        </AddForm>
      )}
      <Problem error={websites.error} />
      {websites.data
        ?.filter((website) => website.knowledgeBaseId === knowledgeBaseId)
        .map((website) => (
          <WebsiteCard key={website.id} website={website} reload={reloadAll} />
        ))}
    </Stack>
  );
}

function WebsiteCard({ website, reload }: { website: Website; reload: () => Promise<void> }) {
  const { id, url, status, statusReason, pages, readAt, nextReadAt } = website;
  const { before, button, onSaved } = useChange(website, reload);
  const readAgain = useMutation({
    mutationFn: () => api.post('/v3/websites/{id}/read', { path: { id } }),
    onSettled: reload,
  });
  const said = [
    fill(words.pages, { count: pages }),
    status !== 'reading' && readAt && fill(words.readAt, { when: formatDateTime(readAt) }),
    nextReadAt && fill(words.nextReadAt, { when: formatDateTime(nextReadAt) }),
  ];
  return (
    <Card withBorder>
      <Group justify="space-between" align="flex-start">
        <div style={{ flex: '1 1 14rem', minWidth: 0 }}>
          <Text fw={600}>{url}</Text>
          <Text size="sm" c="dimmed">
            {said.filter(Boolean).join(' · ')}
          </Text>
          {statusReason && (
            <Text size="sm" {...(status === 'failed' ? { c: 'red' } : { c: 'dimmed' })}>
              {statusReason}
            </Text>
          )}
        </div>
        <Group gap="xs">
          {status === 'reading' && <Loader size="xs" />}
          <Badge color={COLORS[status]} variant="light" tt="none" flex="none">
            {words.statuses[status]}
          </Badge>
          {mayChange() && (
            <Button
              size="compact-sm"
              variant="light"
              aria-label={fill(words.againOf, { url })}
              loading={readAgain.isPending}
              onClick={() => readAgain.mutate()}
            >
              {words.again}
            </Button>
          )}
          <ChangeButton name={url} {...button} />
          <RemoveLaterButton
            id={id}
            label={fill(common.deleteOf, { name: url })}
            what={url}
            remove={() => api.delete('/v3/websites/{id}', { path: { id } })}
            onDone={reload}
          />
        </Group>
      </Group>
      <Problem error={readAgain.error} />
      {before && <WebsiteForm before={before} onSaved={onSaved} />}
    </Card>
  );
}

/** The form's name is the website's id. */
function WebsiteForm({ before, onSaved }: { before: Website; onSaved: () => void }) {
  const { fields, change } = useFields(() => readFields('website', before), before.id);
  const path = { id: before.id };
  const save = useSaveChange({
    before,
    nameOf: ({ url }) => url,
    read: () => api.get('/v3/websites/{id}', { path }),
    write: () => {
      const { url: _url, ...body } = bodyOf('website', fields);
      return api.patch('/v3/websites/{id}', {
        path,
        body: body as BodyOf<Operation<'patch', '/v3/websites/{id}'>>,
      });
    },
    onSaved,
  });
  return (
    <ChangeForm forms={['website']} save={save} onReload={onSaved}>
      <SchemaFields form="website" values={fields} change={change} special={{ url: null }} />
    </ChangeForm>
  );
}
