import { Alert, Anchor, Badge, Box, Button, Card, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { LocalModel, LocalModels, ModelDownload } from '@visavis/client';
import { Fragment } from 'react';
import { LanguageAdviceCard } from '../components/language-advice-card.tsx';
import { Note } from '../components/note.tsx';
import { Page } from '../components/page.tsx';
import { Problem } from '../components/problem.tsx';
import { RemoveLaterButton } from '../components/remove-button.tsx';
import { SmallButton } from '../components/small-button.tsx';
import { TextWithCode } from '../components/text-with-code.tsx';
import { formatBytes, nameOf } from '../lib/format.ts';
import { languageNames } from '../lib/languages.ts';
import { operator } from '../lib/operator.ts';
import { reloader, retryInterval } from '../lib/query-client.ts';
import { fill, formatList, texts } from '../texts/texts.ts';

const words = texts.models;
const reload = reloader('models');

const DOWNLOAD_POLL_MS = 1000;
/** How often it looks for the speed of an installed language model, which the service measures soon. */
const MEASUREMENT_POLL_MS = 5000;

/** The operator's page for models that let avatars hear and speak on the service's own machine. */
export function Models() {
  const models = useQuery({
    queryKey: ['models'],
    queryFn: () => operator.get('/admin/models'),
    refetchInterval: (query) =>
      query.state.data?.download?.state === 'running'
        ? DOWNLOAD_POLL_MS
        : retryInterval(query) || (isUnmeasured(query.state.data) && MEASUREMENT_POLL_MS),
  });
  const add = useMutation({
    mutationFn: (names: string[]) => operator.post('/admin/models', { body: { names } }),
    onSuccess: reload,
  });
  const { data } = models;
  const isBusy = add.isPending || data?.download?.state === 'running';
  return (
    <Page title={words.title} about={words.about} query={models}>
      {data && (
        <>
          {data.download && <Download download={data.download} />}
          <Problem error={add.error} />
          {!isBusy && <Suggestion {...data} onAdd={(names) => add.mutate(names)} />}
          <Stack gap="sm">
            {data.models.map((model, at) => (
              <Fragment key={model.name}>
                {at === data.models.findIndex(({ purpose }) => purpose === 'language-model') && (
                  <LanguageAdviceCard
                    advice={data.language}
                    models={data.models}
                    isBusy={isBusy}
                    onAdd={(name) => add.mutate([name])}
                  />
                )}
                <ModelCard model={model} isBusy={isBusy} onAdd={() => add.mutate([model.name])} />
              </Fragment>
            ))}
          </Stack>
          <Note>
            <TextWithCode text={fill(words.folder, { folder: data.folder })} />{' '}
            <TextWithCode text={fill(words.command, { command: data.command })} />
          </Note>
        </>
      )}
    </Page>
  );
}

const isUnmeasured = (data: LocalModels | undefined): boolean =>
  data?.language.used !== undefined && data.language.used !== data.language.measured?.model;

function Suggestion({
  suggested,
  onAdd,
}: Pick<LocalModels, 'suggested'> & { onAdd: (names: string[]) => void }) {
  if (!suggested || suggested.missingBytes === 0) return null;
  const { names, missingBytes } = suggested;
  const { both, voice, hearing } = words.missing;
  const missing = names.length > 1 ? both : names[0] === 'voice' ? voice : hearing;
  return (
    <Card>
      <Group justify="space-between">
        <Text maw="60ch">
          {missing} {fill(words.suggested, { size: formatBytes(missingBytes) })}
        </Text>
        <Button
          h="auto"
          mih={36}
          py={6}
          style={{ flexShrink: 1 }}
          styles={{ label: { whiteSpace: 'normal', lineHeight: 1.3 } }}
          onClick={() => onAdd(names)}
        >
          {fill(words.addSuggested, { models: names.map((name) => nameOf(words.names, name)) })}
        </Button>
      </Group>
    </Card>
  );
}

function Download({ download }: { download: ModelDownload }) {
  const { state, model, bytes, totalBytes, problem, names } = download;
  const stop = useMutation({ mutationFn: () => operator.post('/admin/models/stop'), onSettled: reload });
  if (state === 'done') return null;
  if (state !== 'running')
    return (
      <Alert color={problem ? 'red' : 'gray'} title={problem ? words.failed : words.stopped}>
        {problem ?? fill(words.kept, { models: names })}
      </Alert>
    );
  const share = totalBytes > 0 ? (100 * bytes) / totalBytes : 0;
  const text = fill(words.progress, { received: formatBytes(bytes), all: formatBytes(totalBytes) });
  return (
    <Card>
      <Group justify="space-between" mb="xs">
        <Text role="status">
          {fill(words.downloading, { model: model ?? formatList(names), progress: text })}
        </Text>
        <SmallButton loading={stop.isPending} onClick={() => stop.mutate()}>
          {texts.common.stop}
        </SmallButton>
      </Group>
      <Progress value={share} size="lg" aria-label={fill(words.downloaded, { progress: text })} />
    </Card>
  );
}

interface ModelCardProps {
  model: LocalModel;
  isBusy: boolean;
  onAdd: () => void;
}

function ModelCard({ model, isBusy, onAdd }: ModelCardProps) {
  const { name, purpose, bytes, license, languages, state, unavailable } = model;
  const verify = useMutation({
    mutationFn: () => operator.get('/admin/models/{name}/verification', { path: { name } }),
  });
  const problem = unavailable ?? verify.data?.problem ?? model.problem;
  return (
    <Card>
      <Group justify="space-between" align="flex-start">
        <Box style={{ flex: '1 1 20rem' }}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <StateBadge model={model} isDamaged={verify.data?.state === 'damaged'} />
          </Group>
          <Text size="sm">{titleOf(model)}</Text>
          <Note>
            {[words.purposes[purpose], formatBytes(bytes), ...describeLanguages(languages), ''].join(' · ')}
            <License {...license} />
          </Note>
          {verify.data?.state === 'installed' && (
            <Text size="sm" role="status">
              {words.intact}
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
            <SmallButton
              aria-label={fill(words.verifyOf, { model: name })}
              loading={verify.isPending}
              onClick={() => verify.mutate()}
            >
              {words.verify}
            </SmallButton>
          ) : (
            !unavailable && (
              <SmallButton
                aria-label={
                  state === 'partial'
                    ? fill(words.resumeOf, { model: name })
                    : fill(words.addOf, { model: name })
                }
                disabled={isBusy}
                onClick={onAdd}
              >
                {state === 'partial' ? words.resume : texts.common.add}
              </SmallButton>
            )
          )}
          {state !== 'absent' && (
            <RemoveLaterButton
              id={name}
              label={fill(words.removeOf, { model: name })}
              disabled={isBusy}
              name={name}
              from={{ remove: () => operator.delete('/admin/models/{name}', { path: { name } }), reload }}
            >
              {words.remove}
            </RemoveLaterButton>
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
      ? [words.damaged, 'red']
      : state === 'installed'
        ? [words.installed, 'teal']
        : state === 'partial'
          ? [fill(words.partial, { received: formatBytes(receivedBytes ?? 0) }), 'gray']
          : [unavailable ? words.unavailable : words.absent, 'gray'];
  return <Badge color={color}>{text}</Badge>;
}

function License({ name, url }: LocalModel['license']) {
  // Some models have several licences, each with its own address.
  const [first] = url.split(' ');
  return url.startsWith('https:') ? (
    <Anchor href={first} target="_blank" rel="noreferrer" size="sm" underline="always">
      {name}
    </Anchor>
  ) : (
    name
  );
}

/** Returns the title in the language of the page. Only the product name is taken from the catalogue's English title. */
function titleOf({ name, title }: LocalModel): string {
  const kind = name in words.kinds ? words.kinds[name as keyof typeof words.kinds] : undefined;
  if (!kind) return title;
  const [product = name] = title.split(/: |, which | as /);
  return fill(words.titled, { product, kind });
}

function describeLanguages(languages: readonly string[]): string[] {
  if (languages.length === 0) return [];
  return [
    languages.includes('*')
      ? words.manyLanguages
      : formatList(languageNames(languages).map(({ label }) => label)),
  ];
}
