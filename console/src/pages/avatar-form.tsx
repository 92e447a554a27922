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
      title={isNew ? 'New avatar' : (avatar.data?.name ?? 'Avatar')}
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
      notifications.show({ message: `${saved.name} is saved.`, color: 'teal' });
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
            label="Name"
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
            label="In a few words"
            description="Shown below its name."
            value={persona.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <Divider label="What it says" />
          <Textarea
            label="Who it is and how it behaves"
            placeholder="You are the guide of the harbour museum. You answer in two sentences at most."
            description="Instructions for the model. {{name}} is replaced by a variable of the conversation."
            autosize
            minRows={4}
            value={persona.instructions}
            onChange={(event) => change({ instructions: event.currentTarget.value })}
          />
          <Textarea
            label="Greeting"
            description="What it says first."
            autosize
            value={persona.greeting}
            onChange={(event) => change({ greeting: event.currentTarget.value })}
          />
          <Select
            label="Answers from"
            description="A knowledge base with your documents."
            placeholder="no documents"
            clearable
            data={(knowledge.data ?? []).map(({ id: value, name }) => ({ value, label: name }))}
            value={persona.knowledgeBaseId || null}
            onChange={(value) => change({ knowledgeBaseId: value ?? '' })}
          />
          {(tools.data?.length ?? 0) > 0 && (
            <MultiSelect
              label="Tools it may use"
              data={(tools.data ?? []).map(({ id: value, name }) => ({ value, label: name }))}
              value={persona.toolIds}
              onChange={(toolIds) => change({ toolIds })}
            />
          )}
          <Divider label="Model and voice" />
          <Select
            label="Provider"
            description="Without its key the service answers with the offline demo, and says so."
            data={[
              { value: 'gemini', label: 'Google Gemini Live' },
              { value: 'openai', label: 'OpenAI Realtime' },
              { value: 'elevenlabs', label: 'ElevenLabs Conversational AI' },
            ]}
            allowDeselect={false}
            value={persona.provider}
            onChange={(provider) => change({ provider: provider as Persona['provider'], voice: '' })}
          />
          {persona.provider === 'elevenlabs' ? (
            <TextInput
              label="Agent at ElevenLabs"
              description="Its id there."
              required
              value={persona.remoteId}
              onChange={(event) => change({ remoteId: event.currentTarget.value })}
            />
          ) : (
            <Select
              label="Voice"
              placeholder="the provider’s own choice"
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
            label="Language"
            placeholder="whatever is spoken"
            searchable
            clearable
            data={LANGUAGES}
            value={persona.language || null}
            onChange={(language) => change({ language: language ?? '' })}
          />
          <Switch
            label="Shows emotions in its face"
            checked={persona.emotions}
            onChange={(event) => change({ emotions: event.currentTarget.checked })}
          />
          <Switch
            label="Remembers what a user told it before"
            checked={persona.memory}
            onChange={(event) => change({ memory: event.currentTarget.checked })}
          />
          <Switch
            label="“Mm-hm” and “okay” stop it"
            description="Otherwise it goes on speaking. Needs speech recognition on this machine."
            checked={persona.stopsOnBackchannel}
            onChange={(event) => change({ stopsOnBackchannel: event.currentTarget.checked })}
          />
          <Switch
            label="May search the web"
            checked={persona.search}
            onChange={(event) => change({ search: event.currentTarget.checked })}
          />
          {isShared && (
            <Text size="sm" c="dimmed">
              Its agent speaks for other avatars, too. When you save, this one gets an agent of its own.
            </Text>
          )}
          <SaveProblem
            error={save.error}
            onForce={() => save.mutate(true)}
            onReload={() => void cache.refetchQueries({ queryKey: ['avatar', before?.id] })}
          />
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!hasFace || avatars.isPending}>
              {before ? 'Save' : 'Make the avatar'}
            </Button>
            {!hasFace && (
              <Text size="sm" c="dimmed">
                Choose a face first.
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
                Delete
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      <Card withBorder style={{ alignSelf: 'start', position: 'sticky', top: 72 }}>
        <Title order={2} mb="sm">
          Try it
        </Title>
        {before?.agentId ? (
          <>
            {isDirty && (
              <Text size="sm" c="dimmed" mb="sm">
                You talk with what is saved: save to hear your changes.
              </Text>
            )}
            <TryIt avatar={before} />
          </>
        ) : (
          <Text c="dimmed">Once it is saved, you talk with it here.</Text>
        )}
      </Card>
    </SimpleGrid>
  );
}
