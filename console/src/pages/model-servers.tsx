import { Badge, Card, Group, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ModelServer, ModelServerTrial } from '@visavis/client';
import { useAddForm } from '../components/add-form.tsx';
import { useChangeForm } from '../components/change-form.tsx';
import { modelServerFields, readServer, serverBody } from '../components/model-server-fields.tsx';
import { Note } from '../components/note.tsx';
import { EmptyState, Page } from '../components/page.tsx';
import { Problem } from '../components/problem.tsx';
import { ProviderKeys } from '../components/provider-keys.tsx';
import { RemoveLaterButton } from '../components/remove-button.tsx';
import { SmallButton } from '../components/small-button.tsx';
import { TrialResult } from '../components/trial-result.tsx';
import { MODEL_SERVERS } from '../lib/collections.ts';
import { formatMilliseconds } from '../lib/format.ts';
import { mayChange } from '../lib/roles.ts';
import { api } from '../lib/session.ts';
import { modelServerUsages } from '../lib/usages.ts';
import { fill, texts } from '../texts/texts.ts';

const { modelServers: words } = texts;
const uses = texts.fields.modelServer.use.options;

/** The organization's keys at providers and its own model servers. */
export function ModelServers() {
  const servers = useQuery(MODEL_SERVERS.all);
  const keys = useQuery({ queryKey: ['provider keys'], queryFn: () => api.get('/v3/provider-keys') });
  const { button, form } = useAddForm({
    collection: MODEL_SERVERS,
    form: 'modelServer',
    title: words.add,
    list: servers.data,
    initial: readServer(),
    body: (fields) => ({ ...serverBody(fields), use: fields.use }),
    children: (fields, change) => modelServerFields(fields, change, servers.data ?? []),
  });
  return (
    <Page
      title={words.title}
      about={words.about}
      query={{ error: servers.error ?? keys.error, isPending: servers.isPending || keys.isPending }}
    >
      {keys.data && <ProviderKeys keys={keys.data.providerKeys} />}
      {keys.data?.operatorServers.map(({ use, model, vendor }) => (
        <Card key={use} data-operator={use}>
          <Group gap="xs">
            <Text fw={600}>{vendor ?? model}</Text>
            <Badge>{uses[use]}</Badge>
          </Group>
          {vendor && <Note>{model}</Note>}
          <Text size="sm">{words.setByOperator}</Text>
        </Card>
      ))}
      <Group justify="space-between" gap="sm">
        <div style={{ flex: '1 1 20rem' }}>
          <Title order={2}>{words.servers}</Title>
          <Text c="dimmed" maw="70ch">
            {fill(words.serversAbout, { group: texts.personForm.voiceGroup })}
          </Text>
        </div>
        {button}
      </Group>
      {form}
      {servers.data?.length === 0 && <EmptyState title={words.none}>{words.noneYet}</EmptyState>}
      {servers.data?.map((server) => (
        <ModelServerCard key={server.id} server={server} servers={servers.data} />
      ))}
    </Page>
  );
}

function ModelServerCard({ server, servers }: { server: ModelServer; servers: readonly ModelServer[] }) {
  const { id, name, use, url, model, voice, hasApiKey, operatorHasChosen } = server;
  const trial = useMutation({ mutationFn: () => api.post('/v3/model-servers/{id}/try', { path: { id } }) });
  const { button, form } = useChangeForm({
    collection: MODEL_SERVERS,
    resource: server,
    nameOf: (resource) => resource.name,
    forms: ['modelServer'],
    read: readServer,
    body: (fields) => serverBody(fields, server),
    // The result of the trial belongs to the server before the change.
    onSaved: trial.reset,
    children: (fields, change, before) => modelServerFields(fields, change, servers, before),
  });
  return (
    <Card>
      <Group justify="space-between" align="flex-start">
        <div style={{ flex: '1 1 16rem' }}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <Badge>{uses[use]}</Badge>
          </Group>
          <Note>
            {[model, ...(voice ? [voice] : []), url, hasApiKey ? words.hasKey : words.hasNoKey].join(' · ')}
          </Note>
          {operatorHasChosen && <Text size="sm">{words.operators}</Text>}
        </div>
        <Group gap="xs">
          {mayChange() && (
            <SmallButton
              aria-label={fill(words.tryOf, { name })}
              loading={trial.isPending}
              onClick={() => trial.mutate()}
            >
              {words.try}
            </SmallButton>
          )}
          {button}
          <RemoveLaterButton id={id} name={name} from={MODEL_SERVERS} usages={() => modelServerUsages(id)} />
        </Group>
      </Group>
      <Problem error={trial.error} />
      {trial.data && (
        <TrialResult key={trial.submittedAt} ok={trial.data.ok}>
          {describeTrial(use, trial.data)}
        </TrialResult>
      )}
      {form}
    </Card>
  );
}

/** Describes the response of a server and how long it took, or why there was none. */
function describeTrial(use: ModelServer['use'], trial: ModelServerTrial): string | undefined {
  const { ok, firstMs = 0, said = '', dimensions = 0, problem } = trial;
  if (!ok) return problem;
  const time = formatMilliseconds(firstMs);
  if (use === 'llm') return fill(words.answered, { time, said });
  if (use === 'stt') return fill(words.understood, { time, said });
  if (use === 'tts') return [fill(words.spoke, { time }), said].join(' ');
  return fill(words.meant, { time, dimensions });
}
