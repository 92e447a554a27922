import { voices as contractVoices } from 'virtual:contract-forms';
import { Anchor, Autocomplete, Group, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ModelServer, ServerVoices } from '@visavis/client';
import { limitsOf } from '../lib/forms.ts';
import { api } from '../lib/session.ts';
import { speechVendor } from '../lib/speech-vendors.ts';
import { kindOfVoice } from '../lib/voice-kinds.ts';
import { fill, texts } from '../texts/texts.ts';
import { ListenButton } from './listen-button.tsx';
import { Note } from './note.tsx';
import { Problem } from './problem.tsx';
import { SmallButton } from './small-button.tsx';
import { useVoiceFilter } from './voice-filter.tsx';
import { loadServerSample } from './voice-sample.tsx';

const { voice: words } = texts.fields.modelServer;
const { voices: kinds } = texts;
/** OpenAI itself has no list. */
const OPENAI_URL = 'https://api.openai.com/v1';
const openAiVoices = contractVoices.openai.map((name) => ({ name, kind: kindOfVoice(name) }));

/**
 * The voice of a saved speech server: any name, or one of its list, which can be filtered and heard. A vendor's voices are
 * chosen by what the account calls them, the account's own first.
 */
export function ServerVoiceField(props: {
  server: ModelServer;
  value: string;
  onChange: (voice: string) => void;
}) {
  const { server, value, onChange } = props;
  const { id, name, updatedAt } = server;
  const vendor = speechVendor(server.api);
  const voices = useQuery({
    queryKey: ['model servers', id, 'voices', updatedAt],
    queryFn: () => api.get('/v3/model-servers/{id}/voices', { path: { id } }),
    // The server may have no list or not answer; its voice can be typed nevertheless.
    retry: false,
    refetchInterval: false,
  });
  const listed: ServerVoices['voices'] =
    server.url === OPENAI_URL ? openAiVoices : (voices.data?.voices ?? []);
  const { inputContainer, isWanted } = useVoiceFilter(listed);
  const labelOf = (voice: string) => listed.find(({ name }) => name === voice)?.label ?? voice;
  const language = listed.find((voice) => voice.name === value)?.language;
  const common = { label: words.label, description: words.help, inputContainer };
  const groupOf = (label: string, isOwn: boolean) => ({
    group: label,
    items: listed
      .filter((voice) => isWanted(voice) && (voice.own ?? false) === isOwn && voice.name !== value)
      .map((voice) => ({ value: voice.name, label: labelOf(voice.name) })),
  });
  return (
    <Stack gap="xs">
      {vendor && (voices.isPending || listed.length > 0) ? (
        <Select
          {...common}
          disabled={voices.isPending}
          searchable
          clearable
          data={[
            // The chosen voice stays, whatever the filter.
            ...(value ? [{ value, label: labelOf(value) }] : []),
            ...[groupOf(kinds.own, true), groupOf(kinds.other, false)].filter(
              ({ items }) => items.length > 0,
            ),
          ]}
          value={value || null}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      ) : (
        <Autocomplete
          {...common}
          maxLength={limitsOf('modelServer', 'voice').maxLength}
          data={listed.filter(isWanted).map((voice) => voice.name)}
          value={value}
          onChange={onChange}
        />
      )}
      {vendor && (
        <Group gap="xs">
          <Note>
            {fill(kinds.makeOwn, { vendor: vendor.name })}{' '}
            <Anchor href={vendor.account} target="_blank" rel="noreferrer" size="sm" underline="always">
              {vendor.account}
            </Anchor>
          </Note>
          <SmallButton loading={voices.isFetching} onClick={() => void voices.refetch()}>
            {kinds.reload}
          </SmallButton>
        </Group>
      )}
      {vendor && <Problem error={voices.error} />}
      {value && (
        <ListenButton
          voice={labelOf(value)}
          notice={fill(texts.voiceSample.ownServer, { name })}
          load={() => loadServerSample(id, { voice: value, ...(language && { language }) })}
        />
      )}
    </Stack>
  );
}
