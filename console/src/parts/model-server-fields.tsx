import { Checkbox, PasswordInput, Stack } from '@mantine/core';
import type { ModelServer } from '@visavis/client';
import { bodyOf, limitsOf, readFields, type Values } from '../lib/forms.ts';
import { isPrivate } from '../lib/private-address.ts';
import { speechVendor } from '../lib/speech-vendors.ts';
import { texts } from '../texts/texts.ts';
import { SchemaFields } from './schema-fields.tsx';
import { ServerVoiceField } from './server-voice-field.tsx';

const words = texts.modelServers;
const { apiKey: key } = texts.fields.modelServer;

type Use = ModelServer['use'];

/** The fields of servers of each use, besides the common ones. */
const FIELDS_OF: Record<Use, readonly string[]> = {
  llm: ['reasoningEffort'],
  tts: ['api', 'voice', 'format'],
  stt: [],
  embeddings: [],
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

/** Returns the request body. It leaves the stored key unchanged unless a new one was typed. */
export function serverBody({ use, apiKey, withoutKey, ...fields }: ServerFields): Values {
  return {
    ...bodyOf('modelServer', fields),
    ...nothingOfOthers(use),
    ...(withoutKey ? { apiKey: null } : apiKey && { apiKey }),
  };
}

/** Renders the fields of a server. The use of an existing server cannot be changed. */
export function modelServerFields(
  fields: ServerFields,
  change: (part: Partial<ServerFields>) => void,
  before?: ModelServer,
) {
  const hasKey = before?.hasApiKey === true;
  return (
    <SchemaFields
      form="modelServer"
      values={fields}
      change={(part) => change({ ...part, ...speechVendor(part.api)?.server })}
      helps={{ url: isPrivate(fields.url) ? words.privateAddress : undefined }}
      special={{
        ...nothingOfOthers(fields.use),
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
}
