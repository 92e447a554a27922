import { voices } from 'virtual:contract-forms';
import { Group, Radio, Select, Stack } from '@mantine/core';
import type { ChangedPerson } from '../lib/person-fields.ts';
import { isAudible, type SpeakingAgent, useSpeaker } from '../lib/speaker.ts';
import { kindOfVoice, voiceChoices } from '../lib/voice-kinds.ts';
import { texts } from '../texts/texts.ts';
import { useVoiceFilter } from './voice-filter.tsx';
import { VoiceSample } from './voice-sample.tsx';

/** Suggested voices of each provider: a woman's, a man's and a young one, in the order of their texts. */
const FIRST_VOICES = {
  gemini: ['Sulafat', 'Charon', 'Leda'],
  openai: ['marin', 'cedar', 'coral'],
  elevenlabs: [],
};
/** Stands for no chosen voice, in samples of a server that has its own. */
const DEFAULT_VOICE = 'Puck';

/**
 * Selects a provider's voice, filtered by kind, and plays it or says why it cannot be heard. For the user's own picture,
 * it suggests three different voices.
 */
export const VoiceField = (
  props: ChangedPerson & {
    provider: keyof typeof voices;
    placeholder: string;
    /** Says what speaks instead of the chosen voice at present. */
    hint?: string | undefined;
    agent: SpeakingAgent;
    language?: string | undefined;
  },
) => {
  const { provider, placeholder, hint, fields, change, agent, language } = props;
  const { voice, picture } = fields;
  const first = picture ? FIRST_VOICES[provider] : [];
  const speaker = useSpeaker(agent);
  const offered = voices[provider].map((name) => ({ name, kind: kindOfVoice(name) }));
  const { inputContainer, isWanted } = useVoiceFilter(offered);
  const sampleOf = (name: string) =>
    speaker && <VoiceSample speaker={speaker} agent={agent} voice={name} language={language} />;
  const audible = isAudible(speaker);
  // The server speaks with its own voice, whichever is chosen here.
  const isFixed = speaker?.by === 'own_server' && speaker.server.voice !== undefined;
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
              <Group key={name} wrap="nowrap" justify="space-between" maw={360}>
                <Radio value={name} label={texts.personForm.kindsOfVoice[n]} />
                {audible && !isFixed && sampleOf(name)}
              </Group>
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Select
        label={first.length > 0 ? texts.personForm.anyVoice : texts.personForm.voice}
        description={hint}
        inputContainer={inputContainer}
        placeholder={placeholder}
        searchable
        clearable
        data={voiceChoices(
          offered.filter((option) => isWanted(option) || option.name === voice).map(({ name }) => name),
        )}
        value={voice || null}
        onChange={(chosen) => change({ voice: chosen ?? '' })}
      />
      {isFixed || (speaker && !audible)
        ? sampleOf(voice || DEFAULT_VOICE)
        : voice && !first.includes(voice) && sampleOf(voice)}
    </Stack>
  );
};
