import { Divider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { Character } from '@visavis/client';
import { readCharacter, saveCharacter } from '../lib/character-fields.ts';
import { reloadPeople } from '../lib/queries.ts';
import { FILLS_A_FORM } from '../lib/query-client.ts';
import { api } from '../lib/session.ts';
import { useFields } from '../lib/use-fields.ts';
import { Page } from '../parts/page.tsx';
import { FaceField, KnowledgeField, PersonForm, ToolsField } from '../parts/person-form.tsx';
import { usePersonRemoval } from '../parts/person-removal.ts';
import { Outdated } from '../parts/save-problem.tsx';
import { SchemaFields } from '../parts/schema-fields.tsx';
import { TryIt } from '../parts/try-it.tsx';
import { VoiceField } from '../parts/voice-field.tsx';
import { texts } from '../texts/texts.ts';

const { characterForm: words, personForm: shared, common } = texts;

/** Its brain may be changed while it stays. */
const versionOf = ({ updatedAt, brain }: Character) => [updatedAt, brain?.updatedAt].join();

export function CharacterForm() {
  const { id } = useParams({ strict: false }) as { id: string };
  const isNew = id === 'new';
  const character = useQuery({
    queryKey: ['character', id],
    queryFn: () => api.get('/v3/characters/{id}', { path: { id } }),
    enabled: !isNew,
    ...FILLS_A_FORM,
  });
  return (
    <Page
      title={isNew ? texts.characters.add : (character.data?.name ?? words.title)}
      error={character.error}
      loading={!isNew && character.isPending}
    >
      {(isNew || character.data) && (
        <Form key={character.data ? versionOf(character.data) : 'new'} before={character.data} />
      )}
    </Page>
  );
}

function Form({ before }: { before: Character | undefined }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { fields, change, isDirty, setSaved } = useFields(() => readCharacter(before));
  const save = useMutation({
    mutationFn: async (force: boolean) => {
      if (before && !force) {
        const now = await api.get('/v3/characters/{id}', { path: { id: before.id } });
        if (versionOf(now) !== versionOf(before)) throw new Outdated(texts.outdated.character);
      }
      return saveCharacter(fields, before);
    },
    onSuccess: async (saved) => {
      setSaved();
      await reloadPeople(cache, 'characters');
      cache.setQueryData(['character', saved.id], saved);
      notifications.show({ message: common.saved(saved.name), color: 'teal' });
      // Whoever saved changes may be on another page by now.
      if (!before) await navigate({ to: `/characters/${saved.id}` as '/', ignoreBlocker: true });
    },
  });
  const removalOf = usePersonRemoval('characters', (id) =>
    api.delete('/v3/characters/{id}', { path: { id } }),
  );
  const isRemote = fields.elevenlabsAgentId !== '';
  return (
    <PersonForm
      fields={fields}
      isDirty={isDirty}
      save={save}
      saveLabel={before ? common.save : words.make}
      onReload={() => void cache.refetchQueries({ queryKey: ['character', before?.id] })}
      removal={before && removalOf(before)}
      tryIt={before && <TryIt character={before} />}
    >
      <SchemaFields form="character" group="name" values={fields} change={change} />
      <FaceField fields={fields} change={change} current={before?.face.thumbnailUrl} />
      <SchemaFields form="character" group="words" values={fields} change={change} />
      <Divider label={shared.brain} />
      {!isRemote && (
        <SchemaFields
          form="brain"
          values={fields}
          change={change}
          required={{ instructions: fields.greetingMessage !== '' }}
        />
      )}
      <SchemaFields
        form="character"
        group="brain"
        values={fields}
        change={change}
        special={{
          brainId: null,
          knowledgeBaseId: <KnowledgeField fields={fields} change={change} />,
          tools: <ToolsField fields={fields} change={change} />,
        }}
      />
      <Divider label={shared.voiceGroup} />
      <SchemaFields
        form="character"
        group="voice"
        values={fields}
        change={change}
        special={{
          voiceId: !isRemote && (
            <VoiceField
              provider="gemini"
              placeholder={words.noVoice}
              voice={fields.voice}
              onChange={(voice) => change({ voice })}
            />
          ),
        }}
      />
    </PersonForm>
  );
}
