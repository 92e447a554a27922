import { Alert, Anchor, Badge, Box, Button, Card, Code, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LocalModel, LocalModels, ModelDownload } from '@visavis/client';
import { formatBytes } from '../lib/format.ts';
import { operator } from '../lib/operator.ts';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { removeLater } from '../parts/remove-later.ts';

const WATCH_MS = 1000;
const PURPOSES: Record<LocalModel['purpose'], string> = {
  runtime: 'Needed by all others',
  turns: 'Turns',
  'speech-recognition': 'Speech recognition',
  voice: 'Voice',
};

/** For the operator: models that let avatars hear and speak on the machine of the service. */
export function Models() {
  const cache = useQueryClient();
  const models = useQuery({
    queryKey: ['models'],
    queryFn: () => operator.get('/admin/models'),
    refetchInterval: ({ state }) => (state.data?.download?.state === 'running' ? WATCH_MS : false),
  });
  const reload = () => void cache.invalidateQueries({ queryKey: ['models'] });
  const add = useMutation({
    mutationFn: (names: string[]) => operator.post('/admin/models', { body: { names } }),
    onSuccess: reload,
  });
  const { data } = models;
  const isBusy = add.isPending || data?.download?.state === 'running';
  return (
    <Page
      title="Speech"
      about="Models with which avatars hear and speak on this machine, without a key. What is added is used from the next conversation on."
      error={models.error}
      loading={models.isPending}
    >
      {data && (
        <>
          {data.download && <Download download={data.download} onChanged={reload} />}
          <Problem error={add.error} />
          {!isBusy && <Suggestion {...data} onAdd={(names) => add.mutate(names)} />}
          <Stack gap="sm">
            {data.models.map((model) => (
              <ModelCard
                key={model.name}
                model={model}
                isBusy={isBusy}
                onAdd={() => add.mutate([model.name])}
                onChanged={reload}
              />
            ))}
          </Stack>
          <Text size="sm" c="dimmed">
            In <Code>{data.folder}</Code>. At a terminal: <Code>{data.command}</Code>
          </Text>
        </>
      )}
    </Page>
  );
}

function Suggestion({
  suggested,
  onAdd,
}: Pick<LocalModels, 'suggested'> & { onAdd: (names: string[]) => void }) {
  if (!suggested || suggested.missingBytes === 0) return null;
  const { names, missingBytes } = suggested;
  return (
    <Card withBorder>
      <Group justify="space-between">
        <Text maw="60ch">
          {names.length > 1
            ? 'Avatars without a key cannot hear yet, and speak with a plain voice.'
            : names[0] === 'voice'
              ? 'Avatars without a key speak with a plain voice yet.'
              : 'Avatars without a key cannot hear yet.'}{' '}
          What most people want is {formatBytes(missingBytes)}.
        </Text>
        <Button onClick={() => onAdd(names)}>Add {names.map(nameOf).join(' and ')}</Button>
      </Group>
    </Card>
  );
}

const nameOf = (name: string) => (name === 'voice' ? 'a natural voice' : name.replace('-', ' '));

function Download({ download, onChanged }: { download: ModelDownload; onChanged: () => void }) {
  const { state, model, bytes, totalBytes, problem, names } = download;
  const stop = useMutation({ mutationFn: () => operator.post('/admin/models/stop'), onSettled: onChanged });
  if (state === 'done') return null;
  if (state !== 'running')
    return (
      <Alert
        color={problem ? 'red' : 'gray'}
        title={problem ? 'The download failed' : 'The download was stopped'}
      >
        {problem ?? `What has come of ${names.join(', ')} is kept: adding it again goes on from there.`}
      </Alert>
    );
  const share = totalBytes > 0 ? (100 * bytes) / totalBytes : 0;
  const text = `${formatBytes(bytes)} of ${formatBytes(totalBytes)}`;
  return (
    <Card withBorder>
      <Group justify="space-between" mb="xs">
        <Text role="status">
          Downloading {model ?? names[0]} · {text}
        </Text>
        <Button size="compact-sm" variant="light" loading={stop.isPending} onClick={() => stop.mutate()}>
          Stop
        </Button>
      </Group>
      <Progress value={share} size="lg" aria-label={`Downloaded: ${text}`} />
    </Card>
  );
}

interface ModelCardProps {
  model: LocalModel;
  isBusy: boolean;
  onAdd: () => void;
  onChanged: () => void;
}

function ModelCard({ model, isBusy, onAdd, onChanged }: ModelCardProps) {
  const { name, title, purpose, bytes, license, languages, state, unavailable } = model;
  const verify = useMutation({
    mutationFn: () => operator.get('/admin/models/{name}/verification', { path: { name } }),
  });
  const problem = unavailable ?? verify.data?.problem ?? model.problem;
  return (
    <Card withBorder>
      <Group justify="space-between" align="flex-start">
        <Box style={{ flex: '1 1 20rem' }}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <StateBadge model={model} isDamaged={verify.data?.state === 'damaged'} />
          </Group>
          <Text size="sm">{title}</Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {PURPOSES[purpose]} · {formatBytes(bytes)} · {describeLanguages(languages)}
            <License {...license} />
          </Text>
          {verify.data?.state === 'installed' && (
            <Text size="sm" role="status">
              Its files are as they were installed.
            </Text>
          )}
          {problem && (
            <Text size="sm" c="red" role="alert">
              {problem}
            </Text>
          )}
        </Box>
        <Group gap="xs">
          {state === 'installed' ? (
            <Button
              size="compact-sm"
              variant="light"
              aria-label={`Verify ${name}`}
              loading={verify.isPending}
              onClick={() => verify.mutate()}
            >
              Verify
            </Button>
          ) : (
            !unavailable && (
              <Button
                size="compact-sm"
                variant="light"
                aria-label={state === 'partial' ? `Go on with ${name}` : `Add ${name}`}
                disabled={isBusy}
                onClick={onAdd}
              >
                {state === 'partial' ? 'Go on' : 'Add'}
              </Button>
            )
          )}
          {state !== 'absent' && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={`Remove ${name}`}
              disabled={isBusy}
              onClick={() =>
                removeLater(
                  name,
                  () => operator.delete('/admin/models/{name}', { path: { name } }),
                  onChanged,
                )
              }
            >
              Remove
            </Button>
          )}
        </Group>
      </Group>
      <Problem error={verify.error} />
    </Card>
  );
}

function StateBadge({ model, isDamaged }: { model: LocalModel; isDamaged: boolean }) {
  const { state, receivedBytes, unavailable } = model;
  const [text, color] =
    isDamaged || state === 'damaged'
      ? ['damaged', 'red']
      : state === 'installed'
        ? ['installed', 'teal']
        : state === 'partial'
          ? [`${formatBytes(receivedBytes ?? 0)} of it`, 'gray']
          : [unavailable ? 'not for this machine' : 'not here', 'gray'];
  return (
    <Badge variant="light" tt="none" color={color}>
      {text}
    </Badge>
  );
}

function License({ name, url }: LocalModel['license']) {
  // Some models have several licences, with an address each.
  const [first] = url.split(' ');
  return url.startsWith('https:') ? (
    <Anchor href={first} target="_blank" rel="noreferrer" size="sm" underline="always">
      {name}
    </Anchor>
  ) : (
    name
  );
}

function describeLanguages(languages: readonly string[]): string {
  if (languages.length === 0) return '';
  return languages.includes('*') ? 'many languages · ' : `${languages.join(', ')} · `;
}
