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
import type { Character } from '@visavis/client';
import { type FormEvent, useState } from 'react';
import { type CharacterFields, readCharacter, saveCharacter } from '../lib/character-fields.ts';
import { listKnowledgeBases, listTools } from '../lib/queries.ts';
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

const { characterForm: words, personForm: shared, common } = texts;

export function CharacterForm() {
  const { id } = useParams({ strict: false }) as { id: string };
  const isNew = id === 'new';
  const character = useQuery({
    queryKey: ['character', id],
    queryFn: () => api.get('/v3/characters/{id}', { path: { id } }),
    enabled: !isNew,
    // What is typed must not be overwritten by what others save.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Page
      title={isNew ? texts.characters.add : (character.data?.name ?? words.title)}
      error={character.error}
      loading={!isNew && character.isPending}
    >
      {(isNew || character.data) && <Form key={character.data?.updatedAt ?? 'new'} before={character.data} />}
    </Page>
  );
}

function Form({ before }: { before: Character | undefined }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [fields, setFields] = useState(() => readCharacter(before));
  const [isDirty, setDirty] = useState(false);
  const knowledge = useQuery({ queryKey: ['knowledge'], queryFn: listKnowledgeBases });
  const tools = useQuery({ queryKey: ['tools'], queryFn: listTools });
  useUnsaved(isDirty);
  const change = (part: Partial<CharacterFields>) => {
    setDirty(true);
    setFields((now) => ({ ...now, ...part }));
  };
  const save = useMutation({
    mutationFn: async (force: boolean) => {
      if (before && !force) {
        const now = await api.get('/v3/characters/{id}', { path: { id: before.id } });
        const isChanged =
          now.updatedAt !== before.updatedAt || now.brain?.updatedAt !== before.brain?.updatedAt;
        if (isChanged) throw new Outdated(texts.outdated.character);
      }
      return saveCharacter(fields, before);
    },
    onSuccess: async (saved) => {
      setDirty(false);
      await cache.invalidateQueries({ queryKey: ['characters'] });
      cache.setQueryData(['character', saved.id], saved);
      notifications.show({ message: common.saved(saved.name), color: 'teal' });
      await navigate({ to: `/characters/${saved.id}` as '/' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(false);
  };
  const isRemote = fields.elevenlabsAgentId !== '';
  const hasFace = fields.identity !== '' || fields.picture !== undefined;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={common.name}
            required
            maxLength={200}
            value={fields.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <FacePicker
            identity={fields.identity}
            picture={fields.picture}
            current={before?.face.thumbnailUrl}
            onChange={change}
          />
          <TextInput
            label={shared.description}
            value={fields.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <Divider label={shared.brain} />
          {!isRemote && (
            <>
              <Textarea
                label={shared.instructions}
                placeholder={shared.instructionsExample}
                description={shared.instructionsHelp}
                autosize
                minRows={4}
                required={fields.greeting !== ''}
                value={fields.instructions}
                onChange={(event) => change({ instructions: event.currentTarget.value })}
              />
              <Textarea
                label={shared.greeting}
                description={shared.greetingHelp}
                autosize
                value={fields.greeting}
                onChange={(event) => change({ greeting: event.currentTarget.value })}
              />
            </>
          )}
          <Select
            label={shared.knowledge}
            placeholder={shared.noKnowledge}
            clearable
            data={(knowledge.data ?? []).map(({ id: value, name }) => ({ value, label: name }))}
            value={fields.knowledgeBaseId || null}
            onChange={(value) => change({ knowledgeBaseId: value ?? '' })}
          />
          {(tools.data?.length ?? 0) > 0 && (
            <MultiSelect
              label={shared.tools}
              data={(tools.data ?? []).map(({ id: value, name }) => ({ value, label: name }))}
              value={fields.toolIds}
              onChange={(toolIds) => change({ toolIds })}
            />
          )}
          <Divider label={shared.voiceGroup} />
          {!isRemote && (
            <>
              <Select
                label={shared.voice}
                placeholder={words.noVoice}
                searchable
                clearable
                data={VOICES.gemini}
                value={fields.voice || null}
                onChange={(voice) => change({ voice: voice ?? '' })}
              />
              {fields.voice && <VoiceSample provider="gemini" voice={fields.voice} />}
            </>
          )}
          <TextInput
            label={shared.remote}
            description={words.remoteHelp}
            value={fields.elevenlabsAgentId}
            onChange={(event) => change({ elevenlabsAgentId: event.currentTarget.value.trim() })}
          />
          <Switch
            label={shared.memory}
            checked={fields.memory}
            onChange={(event) => change({ memory: event.currentTarget.checked })}
          />
          <Switch
            label={shared.search}
            checked={fields.search}
            onChange={(event) => change({ search: event.currentTarget.checked })}
          />
          <SaveProblem
            error={save.error}
            onForce={() => save.mutate(true)}
            onReload={() => void cache.refetchQueries({ queryKey: ['character', before?.id] })}
          />
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!hasFace}>
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
                    () => api.delete('/v3/characters/{id}', { path: { id: before.id } }),
                    () => void cache.invalidateQueries({ queryKey: ['characters'] }),
                  );
                  void navigate({ to: '/characters' });
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
        {before ? (
          <>
            {isDirty && (
              <Text size="sm" c="dimmed" mb="sm">
                {shared.saveFirst}
              </Text>
            )}
            <TryIt character={before} />
          </>
        ) : (
          <Text c="dimmed">{shared.tryLater}</Text>
        )}
      </Card>
    </SimpleGrid>
  );
}
