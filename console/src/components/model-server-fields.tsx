import { Checkbox, PasswordInput, Select, Stack } from '@mantine/core';
import type { ModelServer } from '@visavis/client';
import { bodyOf, limitsOf, readFields, type Values } from '../lib/forms.ts';
import { speechVendor } from '../lib/speech-vendors.ts';
import { texts } from '../texts/texts.ts';
import { Fold } from './fold.tsx';
import { SchemaFields } from './schema-fields.tsx';
import { ServerVoiceField } from './server-voice-field.tsx';

const words = texts.modelServers;
const { apiKey: key, fallbackId: instead } = texts.fields.modelServer;

type Use = ModelServer['use'];

const TIMES = ['firstByteMs', 'betweenBytesMs', 'wholeMs'] as const;
const FOR_AGENTS = ['fallbackId', ...TIMES];
/** The fields of servers of each use, besides the common ones. */
const FIELDS_OF: Record<Use, readonly string[]> = {
  llm: ['reasoningEffort', ...FOR_AGENTS],
  tts: ['api', 'voice', 'format', ...FOR_AGENTS],
  stt: FOR_AGENTS,
  embeddings: TIMES,
};
/** Returns `null` for each field that only servers of another use have. */
const nothingOfOthers = (use: Use) =>
  Object.fromEntries(
    Object.values(FIELDS_OF)
      .flat()
      .flatMap((name) => (FIELDS_OF[use].includes(name) ? [] : [[name, null]])),
  );

export interface ServerFields extends Values {
  use: Use;
  apiKey: string;
  /** Whether the stored key is to be deleted. */
  withoutKey: boolean;
}

export const readServer = (server?: ModelServer): ServerFields => ({
  ...readFields('modelServer', server),
  use: server?.use ?? 'llm',
  // The stored key is never shown.
  apiKey: '',
  withoutKey: false,
});

/**
 * Returns the request body. It leaves the stored key unchanged unless a new one was typed, and the times unless they
 * were changed: those that `before` shows may be the service's.
 */
export function serverBody(
  { use, apiKey, withoutKey, ...fields }: ServerFields,
  before?: ModelServer,
): Values {
  const body: Values = {
    ...bodyOf('modelServer', fields),
    ...nothingOfOthers(use),
    ...(withoutKey ? { apiKey: null } : apiKey && { apiKey }),
  };
  for (const name of TIMES) if (before && body[name] === before[name]) delete body[name];
  return body;
}

/**
 * Renders the fields of a server. The use of an existing server cannot be changed.
 * @param servers the organization's, of which another one may be the fallback
 */
export function modelServerFields(
  fields: ServerFields,
  change: (part: Partial<ServerFields>) => void,
  servers: readonly ModelServer[],
  before?: ModelServer,
) {
  const hasKey = before?.hasApiKey === true;
  const { use } = fields;
  const others = servers.filter((server) => server.use === use && server.id !== before?.id);
  const form = {
    form: 'modelServer',
    values: fields,
    // A server of another use cannot be the fallback.
    change: (part: Values) =>
      change({ ...part, ...('use' in part && { fallbackId: '' }), ...speechVendor(part.api)?.server }),
  } as const;
  const main = (
    <SchemaFields
      {...form}
      group="server"
      controls={{
        ...nothingOfOthers(use),
        ...(before && { use: null }),
        // A vendor is always asked for the same format.
        ...(speechVendor(fields.api) && { format: null }),
        ...(before?.use === 'tts' && {
          voice: (
            <ServerVoiceField
              server={before}
              value={fields.voice as string}
              onChange={(voice) => change({ voice })}
            />
          ),
        }),
        fallbackId: others.length > 0 && (
          <Select
            label={instead.label}
            description={instead.help}
            placeholder={words.noServer}
            clearable
            data={others.map(({ id, name }) => ({ value: id, label: name }))}
            value={(fields.fallbackId as string) || null}
            onChange={(id) => change({ fallbackId: id ?? '' })}
          />
        ),
        apiKey: (
          <Stack gap="xs">
            <PasswordInput
              label={key.label}
              description={key.help}
              placeholder={hasKey ? words.keyKept : undefined}
              maxLength={limitsOf('modelServer', 'apiKey').maxLength}
              autoComplete="off"
              disabled={fields.withoutKey}
              value={fields.apiKey}
              onChange={(event) => change({ apiKey: event.currentTarget.value.trim() })}
            />
            {hasKey && (
              <Checkbox
                label={words.withoutKey}
                checked={fields.withoutKey}
                onChange={(event) => change({ withoutKey: event.currentTarget.checked, apiKey: '' })}
              />
            )}
          </Stack>
        ),
      }}
    />
  );
  return (
    <>
      {main}
      <Fold title={texts.personForm.more} isOpen={false}>
        <SchemaFields {...form} group="more" />
      </Fold>
    </>
  );
}
