import { Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ProviderKey, ProviderKeyTrial } from '@visavis/client';
import { formatDateTime, formatMilliseconds } from '../lib/format.ts';
import { limitsOf } from '../lib/forms.ts';
import { reloader } from '../lib/query-client.ts';
import { mayAdminister } from '../lib/roles.ts';
import { api } from '../lib/session.ts';
import { useFields } from '../lib/use-fields.ts';
import { fill, texts } from '../texts/texts.ts';
import { ChangeForm, useOpenForm } from './change-form.tsx';
import { Note } from './note.tsx';
import { Section } from './page.tsx';
import { Problem } from './problem.tsx';
import { RemoveLaterButton } from './remove-button.tsx';
import { SchemaFields } from './schema-fields.tsx';
import { SmallButton } from './small-button.tsx';
import { TrialResult } from './trial-result.tsx';

const { providerKeys: words, modelServers, fields: labels } = texts;
const reload = async () => {
  await Promise.all([reloader('provider keys')(), reloader('default provider')()]);
};

/** The organization's keys at providers, which its owners set, replace, try and delete. */
export const ProviderKeys = ({ keys }: { keys: readonly ProviderKey[] }) => (
  <Section title={words.title}>
    <Stack>
      <Text c="dimmed" maw="70ch">
        {words.about}
      </Text>
      {keys.map((key) => (
        <ProviderKeyRow key={key.provider} providerKey={key} />
      ))}
    </Stack>
  </Section>
);

function ProviderKeyRow({ providerKey }: { providerKey: ProviderKey }) {
  const { provider, name, operatorHasKey, hasKey } = providerKey;
  const path = { provider };
  const id = `key ${provider}`;
  const what = fill(words.keyOf, { provider: name });
  const { before, toggle, onSaved } = useOpenForm({ ...providerKey, id }, reload);
  const trial = useMutation({ mutationFn: () => api.post('/v3/provider-keys/{provider}/try', { path }) });
  return (
    <div data-provider={provider}>
      <Group justify="space-between" align="flex-start">
        <div style={{ flex: '1 1 10rem' }}>
          <Text fw={600}>{name}</Text>
          <Note>{stateOf(providerKey)}</Note>
          {operatorHasKey && <Text size="sm">{words.operators}</Text>}
        </div>
        {mayAdminister() && (
          <Group gap="xs">
            {hasKey && (
              <SmallButton
                aria-label={fill(modelServers.tryOf, { name: what })}
                loading={trial.isPending}
                onClick={() => trial.mutate()}
              >
                {modelServers.try}
              </SmallButton>
            )}
            <SmallButton
              aria-expanded={before !== undefined}
              aria-label={fill(hasKey ? words.replaceOf : words.setOf, { provider: name })}
              onClick={toggle}
            >
              {hasKey ? words.replace : words.set}
            </SmallButton>
            {hasKey && (
              <RemoveLaterButton
                id={id}
                name={what}
                from={{
                  remove: () => api.delete('/v3/provider-keys/{provider}', { path }),
                  reload: () => {
                    trial.reset();
                    return reload();
                  },
                }}
              />
            )}
          </Group>
        )}
      </Group>
      <Problem error={trial.error} />
      {trial.data && (
        <TrialResult key={trial.submittedAt} ok={trial.data.ok}>
          {describeTrial(name, trial.data)}
        </TrialResult>
      )}
      {before && (
        <ProviderKeyForm
          id={id}
          providerKey={providerKey}
          onSaved={() => {
            // The result of the trial belongs to the previous key.
            trial.reset();
            onSaved();
          }}
        />
      )}
    </div>
  );
}

function stateOf({ hasKey, ending, setAt }: ProviderKey): string {
  if (!hasKey) return words.none;
  const at = formatDateTime(setAt);
  return ending ? fill(words.ownEnding, { ending, at }) : fill(words.own, { at });
}

function describeTrial(provider: string, { ok, tookMs, problem = '' }: ProviderKeyTrial): string {
  const time = formatMilliseconds(tookMs);
  return ok ? fill(words.accepted, { provider, time }) : fill(words.refused, { time, problem });
}

/** @param id the name of the form */
function ProviderKeyForm(props: { id: string; providerKey: ProviderKey; onSaved: () => void }) {
  const { id, onSaved } = props;
  const { provider, name } = props.providerKey;
  const { fields, change } = useFields(() => ({ key: '' }), id);
  const save = useMutation({
    mutationFn: (_force: boolean) =>
      api.put('/v3/provider-keys/{provider}', { path: { provider }, body: fields }),
    onSuccess: onSaved,
  });
  return (
    <ChangeForm forms={['providerKey']} save={save} onReload={onSaved}>
      <SchemaFields
        form="providerKey"
        values={fields}
        change={change}
        controls={{
          key: (
            <PasswordInput
              {...limitsOf('providerKey', 'key')}
              label={fill(words.keyOf, { provider: name })}
              description={labels.providerKey.key.help}
              autoComplete="off"
              value={fields.key}
              onChange={(event) => change({ key: event.currentTarget.value.trim() })}
            />
          ),
        }}
      />
    </ChangeForm>
  );
}
