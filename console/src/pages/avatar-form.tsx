import {
  Button,
  Card,
  Divider,
  Group,
  MultiSelect,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { Avatar } from '@visavis/client';
import { type FormEvent, useState } from 'react';
import { LANGUAGES } from '../lib/languages.ts';
import { NEW_PERSONA, type Persona, readPersona, savePersona } from '../lib/persona.ts';
import { listAvatars, listKnowledgeBases, listTools } from '../lib/queries.ts';
import { api } from '../lib/session.ts';
import { useUnsaved } from '../lib/use-unsaved.ts';
import { VOICES } from '../lib/voices.ts';
import { FacePicker } from '../parts/face-picker.tsx';
import { Page } from '../parts/page.tsx';
import { removeLater } from '../parts/remove-later.ts';
import { Outdated, SaveProblem } from '../parts/save-problem.tsx';
import { TryIt } from '../parts/try-it.tsx';
import { VoiceSample } from '../parts/voice-sample.tsx';
import { texts } from '../texts/texts.ts';

const { avatarForm: words, personForm: shared, common } = texts;

export function AvatarForm() {
  const { id } = useParams({ strict: false }) as { id: string };
  const isNew = id === 'new';
  const avatar = useQuery({
    queryKey: ['avatar', id],
    queryFn: () => api.get('/v1/avatars/{id}', { path: { id } }),
    enabled: !isNew,
    // What is typed must not be overwritten by what others save.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Page
      title={isNew ? texts.avatars.add : (avatar.data?.name ?? common.avatar)}
      error={avatar.error}
      loading={!isNew && avatar.isPending}
    >
      {(isNew || avatar.data) && <Form key={avatar.data?.updatedAt ?? 'new'} before={avatar.data} />}
    </Page>
  );
}

function Form({ before }: { before: Avatar | undefined }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [persona, setPersona] = useState<Persona>(() => (before ? readPersona(before) : NEW_PERSONA));
  const [isDirty, setDirty] = useState(false);
  const avatars = useQuery({ queryKey: ['avatars'], queryFn: listAvatars });
  const knowledge = useQuery({ queryKey: ['knowledge'], queryFn: listKnowledgeBases });
  const tools = useQuery({ queryKey: ['tools'], queryFn: listTools });
  const isShared = (avatars.data ?? []).filter((one) => one.agentId?.id === before?.agentId?.id).length > 1;
  const change = (part: Partial<Persona>) => {
    setDirty(true);
    setPersona((now) => ({ ...now, ...part }));
  };

  useUnsaved(isDirty);

  const save = useMutation({
    mutationFn: async (force: boolean) => {
      if (before && !force) {
        const now = await api.get('/v1/avatars/{id}', { path: { id: before.id } });
        const changed =
          now.updatedAt !== before.updatedAt || now.agent?.updatedAt !== before.agent?.updatedAt;
        if (changed) throw new Outdated(texts.outdated.avatar);
      }
      return savePersona(persona, before, isShared);
    },
    onSuccess: async (saved) => {
      setDirty(false);
      await cache.invalidateQueries({ queryKey: ['avatars'] });
      cache.setQueryData(['avatar', saved.id], await api.get('/v1/avatars/{id}', { path: { id: saved.id } }));
      notifications.show({ message: common.saved(saved.name), color: 'teal' });
      await navigate({ to: `/avatars/${saved.id}` as '/' });
    },
  });

  const hasFace = persona.identity !== '' || persona.picture !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(false);
  };

  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={common.name}
            required
            maxLength={200}
            value={persona.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <FacePicker
            identity={persona.identity}
            picture={persona.picture}
            current={before?.thumbnailUrl}
            onChange={(face) => change(face)}
          />
          <TextInput
            label={shared.description}
            description={shared.descriptionHelp}
            value={persona.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <Divider label={shared.brain} />
          <Textarea
            label={shared.instructions}
            placeholder={shared.instructionsExample}
            description={shared.instructionsHelp}
            autosize
            minRows={4}
            value={persona.instructions}
            onChange={(event) => change({ instructions: event.currentTarget.value })}
          />
          <Textarea
            label={shared.greeting}
            description={shared.greetingHelp}
            autosize
            value={persona.greeting}
            onChange={(event) => change({ greeting: event.currentTarget.value })}
          />
          <Select
            label={shared.knowledge}
            description={shared.knowledgeHelp}
            placeholder={shared.noKnowledge}
            clearable
            data={(knowledge.data ?? []).map(({ id: value, name }) => ({ value, label: name }))}
            value={persona.knowledgeBaseId || null}
            onChange={(value) => change({ knowledgeBaseId: value ?? '' })}
          />
          {(tools.data?.length ?? 0) > 0 && (
            <MultiSelect
              label={shared.tools}
              data={(tools.data ?? []).map(({ id: value, name }) => ({ value, label: name }))}
              value={persona.toolIds}
              onChange={(toolIds) => change({ toolIds })}
            />
          )}
          <Divider label={shared.voiceGroup} />
          <Select
            label={words.provider}
            description={words.providerHelp}
            data={Object.entries(words.providers).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            value={persona.provider}
            onChange={(provider) => change({ provider: provider as Persona['provider'], voice: '' })}
          />
          {persona.provider === 'elevenlabs' ? (
            <TextInput
              label={shared.remote}
              description={words.remoteHelp}
              required
              value={persona.remoteId}
              onChange={(event) => change({ remoteId: event.currentTarget.value })}
            />
          ) : (
            <Select
              label={shared.voice}
              placeholder={words.noVoice}
              searchable
              clearable
              data={VOICES[persona.provider]}
              value={persona.voice || null}
              onChange={(voice) => change({ voice: voice ?? '' })}
            />
          )}
          {persona.voice && persona.provider !== 'elevenlabs' && (
            <VoiceSample provider={persona.provider} voice={persona.voice} />
          )}
          <Select
            label={words.language}
            placeholder={words.noLanguage}
            searchable
            clearable
            data={LANGUAGES}
            value={persona.language || null}
            onChange={(language) => change({ language: language ?? '' })}
          />
          <Switch
            label={words.emotions}
            checked={persona.emotions}
            onChange={(event) => change({ emotions: event.currentTarget.checked })}
          />
          <Switch
            label={shared.memory}
            checked={persona.memory}
            onChange={(event) => change({ memory: event.currentTarget.checked })}
          />
          <Switch
            label={words.backchannel}
            description={words.backchannelHelp}
            checked={persona.stopsOnBackchannel}
            onChange={(event) => change({ stopsOnBackchannel: event.currentTarget.checked })}
          />
          <Switch
            label={shared.search}
            checked={persona.search}
            onChange={(event) => change({ search: event.currentTarget.checked })}
          />
          {isShared && (
            <Text size="sm" c="dimmed">
              {words.shared}
            </Text>
          )}
          <SaveProblem
            error={save.error}
            onForce={() => save.mutate(true)}
            onReload={() => void cache.refetchQueries({ queryKey: ['avatar', before?.id] })}
          />
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!hasFace || avatars.isPending}>
              {before ? common.save : words.make}
            </Button>
            {!hasFace && (
              <Text size="sm" c="dimmed">
                {shared.faceFirst}
              </Text>
            )}
            {before && (
              <Button
                variant="subtle"
                color="red"
                onClick={() => {
                  removeLater(
                    before.name,
                    () => api.delete('/v1/avatars/{id}', { path: { id: before.id } }),
                    () => void cache.invalidateQueries({ queryKey: ['avatars'] }),
                  );
                  void navigate({ to: '/avatars' });
                }}
              >
                {common.delete}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      <Card withBorder style={{ alignSelf: 'start', position: 'sticky', top: 72 }}>
        <Title order={2} mb="sm">
          {shared.try}
        </Title>
        {before?.agentId ? (
          <>
            {isDirty && (
              <Text size="sm" c="dimmed" mb="sm">
                {shared.saveFirst}
              </Text>
            )}
            <TryIt avatar={before} />
          </>
        ) : (
          <Text c="dimmed">{shared.tryLater}</Text>
        )}
      </Card>
    </SimpleGrid>
  );
}
