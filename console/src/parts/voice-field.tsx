import { voices } from 'virtual:contract-forms';
import { Select, Stack } from '@mantine/core';
import { texts } from '../texts/texts.ts';
import { VoiceSample } from './voice-sample.tsx';

/** The voices of a provider; the chosen one can be heard. */
export const VoiceField = (props: {
  provider: keyof typeof voices;
  placeholder: string;
  voice: string;
  onChange: (voice: string) => void;
}) => {
  const { provider, placeholder, voice, onChange } = props;
  return (
    <Stack>
      <Select
        label={texts.personForm.voice}
        placeholder={placeholder}
        searchable
        clearable
        data={voices[provider]}
        value={voice || null}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
      {voice && <VoiceSample provider={provider} voice={voice} />}
    </Stack>
  );
};
