import {
  Badge,
  Button,
  Card,
  ColorInput,
  Group,
  Modal,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Embed } from '@visavis/client';
import '@visavis/web/element';
import { createElement, type FormEvent, useState } from 'react';
import { formatSeconds } from '../lib/format.ts';
import { limitsOf } from '../lib/limits.ts';
import { listAvatars, listEmbeds, listKnowledgeBases } from '../lib/queries.ts';
import { api, serviceUrl } from '../lib/session.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { Empty, Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { removeLater } from '../parts/remove-later.ts';
import { texts } from '../texts/texts.ts';

const { embeds: words, embedForm: form, personForm, common } = texts;

export function Embeds() {
  const embeds = useQuery({ queryKey: ['embeds'], queryFn: listEmbeds });
  const avatars = useQuery({ queryKey: ['avatars'], queryFn: listAvatars });
  const [edited, setEdited] = useState<Embed | 'new'>();
  const cache = useQueryClient();
  const reload = () => void cache.invalidateQueries({ queryKey: ['embeds'] });
  return (
    <Page
      title={words.title}
      about={words.about}
      error={embeds.error}
      loading={embeds.isPending}
      actions={<Button onClick={() => setEdited('new')}>{words.add}</Button>}
    >
      {embeds.data?.length === 0 && (
        <Empty title={words.none} action={<Button onClick={() => setEdited('new')}>{words.first}</Button>}>
          {words.noneYet}
        </Empty>
      )}
      <Stack>
        {embeds.data?.map((embed) => (
          <Card key={embed.id} withBorder>
            <Group justify="space-between" mb="sm">
              <Group gap="sm">
                <Text fw={700}>{embed.name}</Text>
                <Badge color={embed.enabled ? 'teal' : 'gray'} variant="light" tt="none">
                  {embed.enabled ? words.on : words.off}
                </Badge>
              </Group>
              <Group gap="xs">
                <Button
                  component="a"
                  href={`#/conversations?embed=${embed.id}`}
                  size="compact-sm"
                  variant="subtle"
                >
                  {common.conversations}
                </Button>
                <Button size="compact-sm" variant="light" onClick={() => setEdited(embed)}>
                  {common.change}
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  onClick={() =>
                    removeLater(
                      embed.name,
                      () => api.delete('/v3/embeds/{id}', { path: { id: embed.id } }),
                      reload,
                    )
                  }
                >
                  {common.delete}
                </Button>
              </Group>
            </Group>
            <Text size="sm" c="dimmed" mb="sm">
              {words.summary(
                avatars.data?.find(({ id }) => id === embed.characterId)?.name ?? embed.characterId,
                embed.allowedOrigins,
              )}{' '}
              {words.use(
                formatSeconds(embed.use.secondsToday),
                formatSeconds(embed.secondsPerDay),
                embed.use.running,
                embed.concurrentConversations,
              )}
            </Text>
            <CodeBlock code={embed.snippet} label={words.line(embed.name)} />
          </Card>
        ))}
      </Stack>
      <Modal
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === 'new' ? words.add : words.changeTitle}
        size="xl"
      >
        {edited && (
          <EmbedForm
            before={edited === 'new' ? undefined : edited}
            onSaved={() => {
              reload();
              setEdited(undefined);
            }}
          />
        )}
      </Modal>
    </Page>
  );
}

function EmbedForm({ before, onSaved }: { before: Embed | undefined; onSaved: () => void }) {
  const avatars = useQuery({ queryKey: ['avatars'], queryFn: listAvatars });
  const knowledge = useQuery({ queryKey: ['knowledge'], queryFn: listKnowledgeBases });
  const [fields, setFields] = useState(() => ({
    name: before?.name ?? '',
    characterId: before?.characterId ?? '',
    allowedOrigins: before?.allowedOrigins ?? [],
    knowledgeBaseId: before?.knowledgeBaseId ?? null,
    greeting: before?.greeting ?? '',
    maxSeconds: before?.maxSeconds ?? 300,
    concurrentConversations: before?.concurrentConversations ?? 2,
    secondsPerDay: before?.secondsPerDay ?? 3600,
    enabled: before?.enabled ?? true,
    look: before?.look ?? {},
  }));
  const change = (part: Partial<typeof fields>) => setFields((now) => ({ ...now, ...part }));
  const look = (part: Partial<Embed['look']>) => change({ look: { ...fields.look, ...part } });
  const save = useMutation({
    mutationFn: () => {
      const body = { ...fields, greeting: fields.greeting || null };
      return before
        ? api.patch('/v3/embeds/{id}', { path: { id: before.id }, body })
        : api.post('/v3/embeds', { body });
    },
    onSuccess: onSaved,
  });
  const speaking = (avatars.data ?? []).filter(({ agentId }) => agentId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={common.name}
            {...limitsOf('embed', 'name')}
            data-autofocus
            value={fields.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <Select
            label={common.avatar}
            required
            searchable
            data={speaking.map(({ id, name }) => ({ value: id, label: name }))}
            value={fields.characterId || null}
            onChange={(characterId) => change({ characterId: characterId ?? '' })}
          />
          <TagsInput
            label={form.websites}
            description={form.websitesHelp}
            {...limitsOf('embed', 'allowedOrigins')}
            required={fields.allowedOrigins.length === 0}
            value={fields.allowedOrigins}
            onChange={(allowedOrigins) => change({ allowedOrigins })}
            acceptValueOnBlur
          />
          <Select
            label={personForm.knowledge}
            placeholder={form.ownKnowledge}
            clearable
            data={(knowledge.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={fields.knowledgeBaseId}
            onChange={(knowledgeBaseId) => change({ knowledgeBaseId })}
          />
          <Textarea
            label={personForm.greeting}
            {...limitsOf('embed', 'greeting')}
            placeholder={form.ownGreeting}
            autosize
            value={fields.greeting}
            onChange={(event) => change({ greeting: event.currentTarget.value })}
          />
          <Group grow>
            <NumberInput
              label={form.longest}
              {...limitsOf('embed', 'maxSeconds')}
              value={fields.maxSeconds}
              onChange={(value) => change({ maxSeconds: Number(value) })}
            />
            <NumberInput
              label={form.atOnce}
              {...limitsOf('embed', 'concurrentConversations')}
              value={fields.concurrentConversations}
              onChange={(value) => change({ concurrentConversations: Number(value) })}
            />
            <NumberInput
              label={form.perDay}
              {...limitsOf('embed', 'secondsPerDay')}
              value={fields.secondsPerDay}
              onChange={(value) => change({ secondsPerDay: Number(value) })}
            />
          </Group>
          <TextInput
            label={form.title}
            placeholder={form.ownTitle}
            {...limitsOf('embed', 'look.title')}
            value={fields.look.title ?? ''}
            onChange={(event) => look({ title: event.currentTarget.value })}
          />
          <Group grow>
            <ColorInput
              label={form.colour}
              placeholder={form.colourExample}
              format="hex"
              value={fields.look.accentColor ?? ''}
              onChange={(accentColor) => look({ accentColor })}
            />
            <Select
              label={form.corner}
              data={[
                { value: 'right', label: form.right },
                { value: 'left', label: form.left },
              ]}
              value={fields.look.side ?? 'right'}
              onChange={(side) => look({ side: (side ?? 'right') as 'left' | 'right' })}
            />
          </Group>
          <Switch
            label={form.on}
            checked={fields.enabled}
            onChange={(event) => change({ enabled: event.currentTarget.checked })}
          />
          <Problem error={save.error} />
          <Button type="submit" loading={save.isPending}>
            {common.save}
          </Button>
        </Stack>
      </form>
      <div>
        <Text fw={600} mb="xs">
          {form.preview}
        </Text>
        {before ? (
          createElement('visavis-avatar', {
            key: before.updatedAt,
            embed: before.id,
            service: serviceUrl,
            style: { '--visavis-accent': before.look.accentColor },
          })
        ) : (
          <Text c="dimmed">{form.previewLater}</Text>
        )}
      </div>
    </SimpleGrid>
  );
}
