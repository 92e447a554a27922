import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Avatar, DefaultProvider } from '@visavis/client';
import { FacePicker } from '../components/face-picker.tsx';
import { Fold } from '../components/fold.tsx';
import { ListProblem } from '../components/load-problem.tsx';
import { Note } from '../components/note.tsx';
import { KnowledgeField, PersonForm, ToolsField } from '../components/person-form.tsx';
import { type PersonKind, PersonPage, usePerson } from '../components/person-page.tsx';
import { SchemaFields } from '../components/schema-fields.tsx';
import { useServerChoices } from '../components/server-choices.tsx';
import { TryIt } from '../components/try-it.tsx';
import { VoiceField } from '../components/voice-field.tsx';
import { type AvatarFields, newAvatarFields, readAvatarFields, saveAvatar } from '../lib/avatar-fields.ts';
import { AVATARS } from '../lib/collections.ts';
import { LANGUAGES } from '../lib/languages.ts';
import { nameOfEngine, PROVIDERS } from '../lib/providers.ts';
import { DEFAULT_PROVIDER } from '../lib/queries.ts';
import { useFields } from '../lib/use-fields.ts';
import { fill, texts } from '../texts/texts.ts';

const { avatarForm: words, personForm: shared, common } = texts;

const KIND: PersonKind<Avatar> = {
  name: 'avatar',
  collection: AVATARS,
  versionOf: ({ updatedAt, agent }) => [updatedAt, agent?.updatedAt].join(),
};

/** Stands for no chosen provider: the service picks one when a conversation starts. */
const ANY = 'any';

/** Engines that speak with the service's own voice and ignore the chosen one. */
const OWN_VOICES: readonly (string | undefined)[] = ['builtin', 'pipeline'];

const answererOf = ({ provider, engine }: DefaultProvider) => nameOfEngine(engine ?? provider);

export const AvatarForm = () => <PersonPage kind={KIND} Form={Form} New={Form} />;

function Form({ before }: { before?: Avatar }) {
  const { fields, change, isDirty, setSaved } = useFields<AvatarFields>(() =>
    before ? readAvatarFields(before) : newAvatarFields(),
  );
  const form = { values: fields, change };
  const avatars = useQuery(AVATARS.all);
  const service = useQuery(DEFAULT_PROVIDER);
  const servers = useServerChoices(fields, change);
  const provider = fields.anyProvider ? (service.data?.provider ?? fields.provider) : fields.provider;
  const isShared =
    (avatars.data ?? []).filter(({ agentId }) => agentId?.id === before?.agentId?.id).length > 1;

  const saving = usePerson(
    KIND,
    before,
    (signal) => saveAvatar({ ...fields, provider }, before, isShared, signal),
    setSaved,
  );
  return (
    <PersonForm
      forms={['avatar', 'agent', 'turnTaking']}
      fields={fields}
      isDirty={isDirty}
      {...saving}
      saveLabel={before ? common.save : words.make}
      isWaiting={!avatars.data || service.isPending}
      tryIt={before?.agentId && <TryIt person={before} />}
    >
      <Fold title={shared.who}>
        <SchemaFields form="avatar" group="name" required={{ name: true }} {...form} />
        <FacePicker fields={fields} change={change} current={before?.thumbnailUrl} />
        <SchemaFields form="avatar" group="words" {...form} />
      </Fold>
      <Fold title={shared.brain}>
        <SchemaFields
          form="agent"
          group="brain"
          {...form}
          controls={{
            knowledgeBaseId: <KnowledgeField fields={fields} change={change} />,
            tools: <ToolsField fields={fields} change={change} />,
          }}
        />
      </Fold>
      <Fold title={shared.voiceGroup}>
        <SchemaFields
          form="agent"
          group="voice"
          {...form}
          required={{ remoteId: true }}
          controls={{
            ...servers,
            provider: (
              <Select
                label={words.provider}
                description={words.providerHelp}
                data={[
                  {
                    value: ANY,
                    label: service.data
                      ? fill(words.anyProviderNow, { now: answererOf(service.data) })
                      : words.anyProvider,
                  },
                  ...Object.entries(PROVIDERS).map(([value, label]) => ({ value, label })),
                ]}
                allowDeselect={false}
                value={fields.anyProvider ? ANY : fields.provider}
                onChange={(chosen) =>
                  change({
                    anyProvider: chosen === ANY,
                    ...(chosen !== ANY && { provider: chosen as AvatarFields['provider'] }),
                    voice: '',
                  })
                }
              />
            ),
            ...(provider === 'elevenlabs'
              ? { voice: null }
              : {
                  remoteId: null,
                  voice: (
                    <VoiceField
                      provider={provider}
                      agent={{
                        provider,
                        llmServerId: fields.llmServerId as string | undefined,
                        ttsServerId: fields.ttsServerId as string | undefined,
                      }}
                      language={fields.language as string | undefined}
                      placeholder={words.noVoice}
                      // Without a chosen provider, any provider that is able to may answer.
                      hint={
                        OWN_VOICES.includes(service.data?.engine)
                          ? [
                              words.voiceNow,
                              !fields.anyProvider &&
                                fill(words.voiceLater, { provider: PROVIDERS[provider] }),
                            ]
                              .filter(Boolean)
                              .join(' ')
                          : undefined
                      }
                      fields={fields}
                      change={change}
                    />
                  ),
                }),
            language: (
              <Select
                label={common.language}
                placeholder={words.noLanguage}
                searchable
                clearable
                data={LANGUAGES}
                value={fields.language || null}
                onChange={(language) => change({ language: language ?? '' })}
              />
            ),
          }}
        />
        <ListProblem list={service} />
      </Fold>
      <Fold title={shared.turns} isOpen={false}>
        <SchemaFields form="turnTaking" required={{ patience: true }} {...form} />
        <SchemaFields form="agent" group="turns" {...form} />
      </Fold>
      <Fold title={shared.more} isOpen={false}>
        <SchemaFields form="agent" group="more" {...form} />
      </Fold>
      {/* This list tells whether other avatars use the same agent. */}
      <ListProblem list={avatars} />
      {isShared && <Note>{words.shared}</Note>}
    </PersonForm>
  );
}
