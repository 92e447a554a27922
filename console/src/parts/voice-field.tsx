import { voices } from 'virtual:contract-forms';
import { Group, Radio, Select, Stack } from '@mantine/core';
import type { ChangedPerson } from '../lib/person-fields.ts';
import { voiceChoices } from '../lib/voice-kinds.ts';
import { texts } from '../texts/texts.ts';
import { VoiceSample } from './voice-sample.tsx';

/** Suggested voices of each provider: a woman's, a man's and a young one, in the order of their texts. */
const FIRST_VOICES = {
  gemini: ['Sulafat', 'Charon', 'Leda'],
  openai: ['marin', 'cedar', 'coral'],
  elevenlabs: [],
};

/** Selects a provider's voice and plays it. For the user's own picture, it suggests three different voices. */
export const VoiceField = (
  props: ChangedPerson & {
    provider: keyof typeof voices;
    placeholder: string;
    /** Says what speaks instead of the chosen voice at present. */
    hint?: string | undefined;
  },
) => {
  const { provider, placeholder, hint, fields, change } = props;
  const { voice, picture } = fields;
  const first = picture ? FIRST_VOICES[provider] : [];
  return (
    <Stack>
      {first.length > 0 && (
        <Radio.Group
          label={texts.personForm.firstVoices}
          value={voice}
          onChange={(chosen) => change({ voice: chosen })}
        >
          <Stack gap="xs" mt="xs">
            {first.map((name, n) => (
              <Group key={name} wrap="nowrap" align="flex-start">
                <Radio value={name} label={texts.personForm.kindsOfVoice[n]} />
                <VoiceSample provider={provider} voice={name} />
              </Group>
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Select
        label={first.length > 0 ? texts.personForm.anyVoice : texts.personForm.voice}
        description={hint}
        placeholder={placeholder}
        searchable
        clearable
        data={voiceChoices(voices[provider])}
        value={voice || null}
        onChange={(chosen) => change({ voice: chosen ?? '' })}
      />
      {voice && !first.includes(voice) && <VoiceSample provider={provider} voice={voice} />}
    </Stack>
  );
};
