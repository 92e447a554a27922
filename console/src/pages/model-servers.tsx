import { Badge, Button, Card, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { BodyOf, ModelServer, ModelServerTrial, Operation } from '@visavis/client';
import { formatMilliseconds } from '../lib/format.ts';
import { listModelServers, readProviderKeys } from '../lib/queries.ts';
import { reloading } from '../lib/query-client.ts';
import { mayChange } from '../lib/roles.ts';
import { api } from '../lib/session.ts';
import { useFields } from '../lib/use-fields.ts';
import { useSeen } from '../lib/use-seen.ts';
import { usersOfModelServer } from '../lib/users-of.ts';
import { AddForm } from '../parts/add-form.tsx';
import { ChangeButton, ChangeForm, useChange, useSaveChange } from '../parts/change-form.tsx';
import { ModelServerFields, readServer, serverBody } from '../parts/model-server-fields.tsx';
import { Empty, Page, Section } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { ProviderKeys } from '../parts/provider-keys.tsx';
import { RemoveButton } from '../parts/remove-button.tsx';
import { removeUnused } from '../parts/remove-later.tsx';
import { fill, texts } from '../texts/texts.ts';

const { modelServers: words, common } = texts;
const reload = reloading('model servers');

const uses = texts.fields.modelServer.use.options;

/** What thinks, speaks, transcribes and embeds for the organization: its keys at providers, and servers of its own. */
export function ModelServers() {
  const servers = useQuery({ queryKey: ['model servers'], queryFn: listModelServers });
  const keys = useQuery({ queryKey: ['provider keys'], queryFn: readProviderKeys });
  const { fields, change, setSaved } = useFields(readServer);
  const create = useMutation({
    mutationFn: () =>
      api.post('/v3/model-servers', {
        body: { ...serverBody(fields), use: fields.use } as BodyOf<Operation<'post', '/v3/model-servers'>>,
      }),
    onSuccess: () => {
      setSaved({ ...readServer(), use: fields.use });
      return reload();
    },
  });
  return (
    <Page
      title={words.title}
      about={words.about}
      error={servers.error ?? keys.error}
      loading={servers.isPending || keys.isPending}
    >
      {keys.data && <ProviderKeys keys={keys.data.providerKeys} />}
      <Section title={words.servers}>
        <Text c="dimmed" maw="70ch">
          {fill(words.serversAbout, { group: texts.personForm.voiceGroup })}
        </Text>
      </Section>
      <AddForm form="modelServer" create={create}>
        <ModelServerFields fields={fields} change={change} />
      </AddForm>
      {servers.data?.length === 0 && <Empty title={words.none}>{words.noneYet}</Empty>}
      {servers.data?.map((server) => (
        <ModelServerCard key={server.id} server={server} />
      ))}
    </Page>
  );
}

function ModelServerCard({ server }: { server: ModelServer }) {
  const { id, name, use, url, model, voice, hasApiKey, operatorHasChosen } = server;
  const { before, button, onSaved } = useChange(server, reload);
  const trial = useMutation({ mutationFn: () => api.post('/v3/model-servers/{id}/try', { path: { id } }) });
  return (
    <Card withBorder>
      <Group justify="space-between" align="flex-start">
        <div style={{ flex: '1 1 16rem' }}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <Badge variant="light" tt="none">
              {uses[use]}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {[model, ...(voice ? [voice] : []), url, hasApiKey ? words.hasKey : words.hasNoKey].join(' · ')}
          </Text>
          {operatorHasChosen && <Text size="sm">{words.operators}</Text>}
        </div>
        <Group gap="xs">
          {mayChange() && (
            <Button
              size="compact-sm"
              variant="light"
              aria-label={fill(words.tryOf, { name })}
              loading={trial.isPending}
              onClick={() => trial.mutate()}
            >
              {words.try}
            </Button>
          )}
          <ChangeButton name={name} {...button} />
          <RemoveButton
            size="compact-sm"
            id={id}
            label={fill(common.deleteOf, { name })}
            onRemove={() =>
              void removeUnused({
                id,
                what: name,
                users: () => usersOfModelServer(id),
                remove: () => api.delete('/v3/model-servers/{id}', { path: { id } }),
                onDone: reload,
              })
            }
          />
        </Group>
      </Group>
      <Problem error={trial.error} />
      {trial.data && <Trial key={trial.submittedAt} use={use} trial={trial.data} />}
      {before && (
        <ModelServerForm
          before={before}
          onSaved={() => {
            // The trial was of the server before the change.
            trial.reset();
            onSaved();
          }}
        />
      )}
    </Card>
  );
}

/** Shows the server's answer and after how long it came, or why it did not. */
function Trial({ use, trial }: { use: ModelServer['use']; trial: ModelServerTrial }) {
  const { ok, firstMs = 0, said, dimensions = 0, problem } = trial;
  const seen = useSeen<HTMLParagraphElement>();
  const time = formatMilliseconds(firstMs);
  const came = {
    llm: () => fill(words.answered, { time, said: said ?? '' }),
    stt: () => fill(words.understood, { time, said: said ?? '' }),
    tts: () => [fill(words.spoke, { time }), said].join(' '),
    embeddings: () => fill(words.meant, { time, dimensions }),
  };
  return (
    <Text ref={seen} size="sm" mt="xs" {...(ok ? { role: 'status' } : { role: 'alert', c: 'red' })}>
      {ok ? came[use]() : problem}
    </Text>
  );
}

/** Its unsaved fields are remembered under the server's id. */
function ModelServerForm({ before, onSaved }: { before: ModelServer; onSaved: () => void }) {
  const { fields, change } = useFields(() => readServer(before), before.id);
  const path = { id: before.id };
  const save = useSaveChange({
    before,
    nameOf: ({ name }) => name,
    read: () => api.get('/v3/model-servers/{id}', { path }),
    write: () =>
      api.patch('/v3/model-servers/{id}', {
        path,
        body: serverBody(fields) as BodyOf<Operation<'patch', '/v3/model-servers/{id}'>>,
      }),
    onSaved,
  });
  return (
    <ChangeForm forms={['modelServer']} save={save} onReload={onSaved}>
      <ModelServerFields fields={fields} change={change} before={before} />
    </ChangeForm>
  );
}
