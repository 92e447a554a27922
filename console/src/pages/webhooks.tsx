import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Webhook } from '@visavis/client';
import { useAddForm } from '../components/add-form.tsx';
import { useChangeForm } from '../components/change-form.tsx';
import { NewSecret } from '../components/new-secret.tsx';
import { Note } from '../components/note.tsx';
import { EmptyState, Page } from '../components/page.tsx';
import { Problem } from '../components/problem.tsx';
import { RemoveLaterButton } from '../components/remove-button.tsx';
import { SmallButton } from '../components/small-button.tsx';
import { WEBHOOKS } from '../lib/collections.ts';
import { formatDateTime, formatMilliseconds, nameOf } from '../lib/format.ts';
import { readFields } from '../lib/forms.ts';
import { mayChange } from '../lib/roles.ts';
import { api } from '../lib/session.ts';
import { fill, formatList, texts } from '../texts/texts.ts';

const words = texts.webhooks;
const events = texts.fields.webhook.eventTypes.options;

const INITIAL_FIELDS = {
  ...readFields('webhook'),
  eventTypes: ['conversation.ended', 'transcript.completed'],
};

/** Translates the only reason why the service disables a webhook, which it reports in English. */
const reasonOf = (reason: string) => (reason.includes('410 Gone') ? words.gone : reason);

const COLORS: Record<string, string> = { succeeded: 'teal', failed: 'red', pending: 'blue' };

export function Webhooks() {
  const webhooks = useQuery(WEBHOOKS.all);
  const { button, form } = useAddForm({
    collection: WEBHOOKS,
    form: 'webhook',
    title: words.add,
    list: webhooks.data,
    initial: INITIAL_FIELDS,
    isReady: ({ eventTypes }) => eventTypes.length > 0,
    renderCreated: ({ secret }) => (
      <NewSecret title={texts.shownOnce.secret} label={texts.shownOnce.secretLabel} value={secret} />
    ),
  });
  return (
    <Page title={words.title} about={words.about} actions={button} query={webhooks}>
      {form}
      {webhooks.data?.length === 0 && <EmptyState title={words.none}>{words.noneYet}</EmptyState>}
      {webhooks.data?.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} />
      ))}
    </Page>
  );
}

function WebhookCard({ webhook }: { webhook: Webhook }) {
  const cache = useQueryClient();
  const path = { id: webhook.id };
  const deliveries = useQuery({
    queryKey: ['deliveries', webhook.id],
    queryFn: () => api.get('/v3/webhooks/{id}/deliveries', { path, query: { take: 10 } }),
    refetchInterval: 5_000,
  });
  const reloadDeliveries = () => void cache.invalidateQueries({ queryKey: ['deliveries', webhook.id] });
  const test = useMutation({
    mutationFn: () => api.post('/v3/webhooks/{id}/test', { path, body: {} }),
    onSuccess: reloadDeliveries,
  });
  const replay = useMutation({
    mutationFn: (delivery: string) =>
      api.post('/v3/webhooks/{id}/deliveries/{delivery}/replay', { path: { ...path, delivery } }),
    onSuccess: reloadDeliveries,
  });
  const enable = useMutation({
    mutationFn: (enabled: boolean) => api.patch('/v3/webhooks/{id}', { path, body: { enabled } }),
    onSuccess: WEBHOOKS.reload,
  });
  const rows = deliveries.data?.deliveries ?? [];
  const { button, form } = useChangeForm({
    collection: WEBHOOKS,
    resource: webhook,
    nameOf: ({ url }) => url,
    forms: ['webhook'],
  });
  return (
    <Card>
      <Group justify="space-between" mb="xs">
        <Text fw={600}>{webhook.url}</Text>
        <Group gap="xs">
          {mayChange() && (
            <>
              <SmallButton loading={test.isPending} onClick={() => test.mutate()}>
                {words.test}
              </SmallButton>
              <Button size="compact-sm" variant="subtle" onClick={() => enable.mutate(!webhook.enabled)}>
                {webhook.enabled ? words.switchOff : words.switchOn}
              </Button>
            </>
          )}
          {button}
          <RemoveLaterButton id={webhook.id} name={webhook.url} from={WEBHOOKS} lossText={words.goesWith} />
        </Group>
      </Group>
      <Note>{formatList(webhook.eventTypes.map((type) => nameOf(events, type)))}</Note>
      {!webhook.enabled && (
        <Text c="red">
          {webhook.disabledReason
            ? fill(words.offBecause, { reason: reasonOf(webhook.disabledReason) })
            : words.off}
        </Text>
      )}
      {form}
      <Problem error={test.error ?? replay.error ?? enable.error ?? deliveries.error} />
      <Stack gap="xs" mt="sm">
        {rows.map(({ id, attempts, eventType, createdAt, nextAttemptAt, status }) => {
          const last = attempts.at(-1);
          return (
            <Group key={id} gap="sm" style={{ rowGap: 0 }}>
              <Text size="sm" style={{ flex: '1 1 16rem' }}>
                {fill(words.delivery, {
                  event: nameOf(events, eventType),
                  at: formatDateTime(createdAt),
                })}
                {last &&
                  fill(words.attempt, {
                    result: String(last.status ?? last.error ?? words.noAnswer),
                    duration: formatMilliseconds(last.durationMs),
                  })}
                {nextAttemptAt && fill(words.nextTry, { at: formatDateTime(nextAttemptAt) })}
              </Text>
              <Badge color={COLORS[status] ?? 'gray'}>{nameOf(words.statuses, status)}</Badge>
              {mayChange() && (
                <Button size="compact-xs" variant="subtle" onClick={() => replay.mutate(id)}>
                  {words.again}
                </Button>
              )}
            </Group>
          );
        })}
        {rows.length === 0 && deliveries.data && <Note>{words.nothingSent}</Note>}
      </Stack>
    </Card>
  );
}
