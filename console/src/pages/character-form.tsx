import { voices } from 'virtual:contract-limits';
import { Divider, Select, Switch, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { Character } from '@visavis/client';
import { readCharacter, saveCharacter } from '../lib/character-fields.ts';
import { limitsOf } from '../lib/limits.ts';
import { api } from '../lib/session.ts';
import { Page } from '../parts/page.tsx';
import {
  InstructionsAndGreeting,
  KnowledgeAndTools,
  NameAndFace,
  PersonForm,
  usePersonFields,
} from '../parts/person-form.tsx';
import { removeLater } from '../parts/remove-later.ts';
import { Outdated } from '../parts/save-problem.tsx';
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
  const { fields, change, isDirty, setSaved } = usePersonFields(() => readCharacter(before));
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
      setSaved();
      await cache.invalidateQueries({ queryKey: ['characters'] });
      cache.setQueryData(['character', saved.id], saved);
      notifications.show({ message: common.saved(saved.name), color: 'teal' });
      // Whoever saved changes may be on another page by now.
      if (!before) await navigate({ to: `/characters/${saved.id}` as '/' });
    },
  });
  const remove =
    before &&
    (() => {
      removeLater(
        before.name,
        () => api.delete('/v3/characters/{id}', { path: { id: before.id } }),
        () => void cache.invalidateQueries({ queryKey: ['characters'] }),
      );
      void navigate({ to: '/characters' });
    });
  const isRemote = fields.elevenlabsAgentId !== '';
  return (
    <PersonForm
      fields={fields}
      isDirty={isDirty}
      save={save}
      saveLabel={before ? common.save : words.make}
      onReload={() => void cache.refetchQueries({ queryKey: ['character', before?.id] })}
      onDelete={remove}
      tryIt={before && <TryIt character={before} />}
    >
      <NameAndFace fields={fields} change={change} current={before?.face.thumbnailUrl} />
      <Divider label={shared.brain} />
      {!isRemote && (
        <InstructionsAndGreeting fields={fields} change={change} required={fields.greeting !== ''} />
      )}
      <KnowledgeAndTools fields={fields} change={change} />
      <Divider label={shared.voiceGroup} />
      {!isRemote && (
        <>
          <Select
            label={shared.voice}
            placeholder={words.noVoice}
            searchable
            clearable
            data={voices.gemini}
            value={fields.voice || null}
            onChange={(voice) => change({ voice: voice ?? '' })}
          />
          {fields.voice && <VoiceSample provider="gemini" voice={fields.voice} />}
        </>
      )}
      <TextInput
        label={shared.remote}
        description={words.remoteHelp}
        {...limitsOf('character', 'elevenlabsAgentId')}
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
    </PersonForm>
  );
}
