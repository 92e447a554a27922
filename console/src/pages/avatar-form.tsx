import { Divider, Select, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { Avatar } from '@visavis/client';
import { LANGUAGES } from '../lib/languages.ts';
import { newPersona, type Persona, readPersona, savePersona } from '../lib/persona.ts';
import { listAvatars, reloadPeople } from '../lib/queries.ts';
import { FILLS_A_FORM } from '../lib/query-client.ts';
import { api } from '../lib/session.ts';
import { useFields } from '../lib/use-fields.ts';
import { ListProblem } from '../parts/list-problem.tsx';
import { Page } from '../parts/page.tsx';
import { FaceField, KnowledgeField, PersonForm, ToolsField } from '../parts/person-form.tsx';
import { usePersonRemoval } from '../parts/person-removal.ts';
import { Outdated } from '../parts/save-problem.tsx';
import { SchemaFields } from '../parts/schema-fields.tsx';
import { TryIt } from '../parts/try-it.tsx';
import { VoiceField } from '../parts/voice-field.tsx';
import { texts } from '../texts/texts.ts';

const { avatarForm: words, personForm: shared, common } = texts;

/** Its agent may be changed while it stays. */
const versionOf = ({ updatedAt, agent }: Avatar) => [updatedAt, agent?.updatedAt].join();

export function AvatarForm() {
  const { id } = useParams({ strict: false }) as { id: string };
  const isNew = id === 'new';
  const avatar = useQuery({
    queryKey: ['avatar', id],
    queryFn: () => api.get('/v1/avatars/{id}', { path: { id } }),
    enabled: !isNew,
    ...FILLS_A_FORM,
  });
  return (
    <Page
      title={isNew ? texts.avatars.add : (avatar.data?.name ?? common.avatar)}
      error={avatar.error}
      loading={!isNew && avatar.isPending}
    >
      {(isNew || avatar.data) && (
        <Form key={avatar.data ? versionOf(avatar.data) : 'new'} before={avatar.data} />
      )}
    </Page>
  );
}

function Form({ before }: { before: Avatar | undefined }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const {
    fields: persona,
    change,
    isDirty,
    setSaved,
  } = useFields<Persona>(() => (before ? readPersona(before) : newPersona()));
  const avatars = useQuery({ queryKey: ['avatars'], queryFn: listAvatars });
  const isShared = (avatars.data ?? []).filter((one) => one.agentId?.id === before?.agentId?.id).length > 1;

  const save = useMutation({
    mutationFn: async (force: boolean) => {
      if (before && !force) {
        const now = await api.get('/v1/avatars/{id}', { path: { id: before.id } });
        if (versionOf(now) !== versionOf(before)) throw new Outdated(texts.outdated.avatar);
      }
      return savePersona(persona, before, isShared);
    },
    onSuccess: async (saved) => {
      setSaved();
      await reloadPeople(cache, 'avatars');
      cache.setQueryData(['avatar', saved.id], await api.get('/v1/avatars/{id}', { path: { id: saved.id } }));
      notifications.show({ message: common.saved(saved.name), color: 'teal' });
      // Whoever saved changes may be on another page by now.
      if (!before) await navigate({ to: `/avatars/${saved.id}` as '/', ignoreBlocker: true });
    },
  });

  const removalOf = usePersonRemoval('avatars', (id) => api.delete('/v1/avatars/{id}', { path: { id } }));
  return (
    <PersonForm
      fields={persona}
      isDirty={isDirty}
      save={save}
      saveLabel={before ? common.save : words.make}
      isWaiting={!avatars.data}
      onReload={() => void cache.refetchQueries({ queryKey: ['avatar', before?.id] })}
      removal={before && removalOf(before)}
      tryIt={before?.agentId && <TryIt avatar={before} />}
    >
      <SchemaFields form="avatar" group="name" values={persona} change={change} required={{ name: true }} />
      <FaceField fields={persona} change={change} current={before?.thumbnailUrl} />
      <SchemaFields form="avatar" group="words" values={persona} change={change} />
      <Divider label={shared.brain} />
      <SchemaFields
        form="agent"
        group="brain"
        values={persona}
        change={change}
        special={{
          knowledgeBaseId: <KnowledgeField fields={persona} change={change} />,
          tools: <ToolsField fields={persona} change={change} />,
        }}
      />
      <Divider label={shared.voiceGroup} />
      <SchemaFields
        form="agent"
        group="voice"
        values={persona}
        change={change}
        required={{ remoteId: true }}
        special={{
          provider: (
            <Select
              label={words.provider}
              description={words.providerHelp}
              data={Object.entries(words.providers).map(([value, label]) => ({ value, label }))}
              allowDeselect={false}
              value={persona.provider}
              onChange={(provider) => change({ provider: provider as Persona['provider'], voice: '' })}
            />
          ),
          ...(persona.provider === 'elevenlabs'
            ? { voice: null }
            : {
                remoteId: null,
                voice: (
                  <VoiceField
                    provider={persona.provider}
                    placeholder={words.noVoice}
                    voice={persona.voice}
                    onChange={(voice) => change({ voice })}
                  />
                ),
              }),
          language: (
            <Select
              label={words.language}
              placeholder={words.noLanguage}
              searchable
              clearable
              data={LANGUAGES}
              value={persona.language || null}
              onChange={(language) => change({ language: language ?? '' })}
            />
          ),
        }}
      />
      {/* Whether other avatars have the same agent is found there. */}
      <ListProblem list={avatars} />
      {isShared && (
        <Text size="sm" c="dimmed">
          {words.shared}
        </Text>
      )}
    </PersonForm>
  );
}
