import { Autocomplete, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ModelServer } from '@visavis/client';
import { limitsOf } from '../lib/forms.ts';
import { api } from '../lib/session.ts';
import { fill, texts } from '../texts/texts.ts';
import { ListenButton } from './listen-button.tsx';
import { useVoiceFilter } from './voice-filter.tsx';
import { loadServerSample } from './voice-sample.tsx';

const { voice: words } = texts.fields.modelServer;

/** The voice of a saved speech server: any name, or one of its list, which can be filtered and heard. */
export function ServerVoiceField(props: {
  server: ModelServer;
  value: string;
  onChange: (voice: string) => void;
}) {
  const { server, value, onChange } = props;
  const { id, name, updatedAt } = server;
  const voices = useQuery({
    queryKey: ['model servers', id, 'voices', updatedAt],
    queryFn: () => api.get('/v3/model-servers/{id}/voices', { path: { id } }),
    // The server may have no list or not answer; its voice can be typed nevertheless.
    retry: false,
    refetchInterval: false,
  });
  const listed = voices.data?.voices ?? [];
  const { inputContainer, isWanted } = useVoiceFilter(listed);
  return (
    <Stack gap="xs">
      <Autocomplete
        label={words.label}
        description={words.help}
        inputContainer={inputContainer}
        maxLength={limitsOf('modelServer', 'voice').maxLength}
        data={listed.filter(isWanted).map((voice) => voice.name)}
        value={value}
        onChange={onChange}
      />
      {value && (
        <ListenButton
          voice={value}
          notice={fill(texts.voiceSample.ownServer, { name })}
          load={() => loadServerSample(id, { voice: value })}
        />
      )}
    </Stack>
  );
}
