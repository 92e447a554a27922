import type { Character } from '@visavis/client';
import { FacePicker } from '../components/face-picker.tsx';
import { Fold } from '../components/fold.tsx';
import { KnowledgeField, PersonForm, ToolsField } from '../components/person-form.tsx';
import { type PersonKind, PersonPage, usePerson } from '../components/person-page.tsx';
import { SchemaFields } from '../components/schema-fields.tsx';
import { TryIt } from '../components/try-it.tsx';
import { VoiceField } from '../components/voice-field.tsx';
import { readCharacter, saveCharacter } from '../lib/character-fields.ts';
import { CHARACTERS } from '../lib/collections.ts';
import { useFields } from '../lib/use-fields.ts';
import { texts } from '../texts/texts.ts';

const { characterForm: words, personForm: shared, common } = texts;

const KIND: PersonKind<Character> = {
  name: 'character',
  collection: CHARACTERS,
  versionOf: ({ updatedAt, brain }) => [updatedAt, brain?.updatedAt].join(),
};

export const CharacterForm = () => <PersonPage kind={KIND} Form={Form} />;

function Form({ before }: { before: Character }) {
  const { fields, change, isDirty, setSaved } = useFields(() => readCharacter(before));
  const form = { values: fields, change };
  const saving = usePerson(KIND, before, (signal) => saveCharacter(fields, before, signal), setSaved);
  const isRemote = fields.elevenlabsAgentId !== '';
  return (
    <PersonForm
      forms={['character', 'brain']}
      fields={fields}
      isDirty={isDirty}
      {...saving}
      saveLabel={common.save}
      tryIt={<TryIt person={before} />}
    >
      <Fold title={shared.who}>
        <SchemaFields form="character" group="name" {...form} />
        <FacePicker fields={fields} change={change} current={before.face.thumbnailUrl} />
        <SchemaFields form="character" group="words" {...form} />
      </Fold>
      <Fold title={shared.brain}>
        {!isRemote && (
          <SchemaFields form="brain" required={{ instructions: fields.greetingMessage !== '' }} {...form} />
        )}
        <SchemaFields
          form="character"
          group="brain"
          {...form}
          controls={{
            brainId: null,
            knowledgeBaseId: <KnowledgeField fields={fields} change={change} />,
            tools: <ToolsField fields={fields} change={change} />,
          }}
        />
      </Fold>
      <Fold title={shared.voiceGroup}>
        <SchemaFields
          form="character"
          group="voice"
          {...form}
          controls={{
            voiceId: !isRemote && (
              <VoiceField
                provider="gemini"
                agent={{ provider: 'gemini', anyProvider: true }}
                placeholder={words.noVoice}
                fields={fields}
                change={change}
              />
            ),
          }}
        />
      </Fold>
    </PersonForm>
  );
}
