import { Anchor, Badge, Box, Button, Card, Group, Text } from '@mantine/core';
import type { LanguageAdvice, LocalModel } from '@visavis/client';
import { formatBytes, formatDateTime } from '../lib/format.ts';
import { serviceUrl } from '../lib/service-url.ts';
import { fill, texts } from '../texts/texts.ts';
import { Note } from './note.tsx';
import { TextWithCode } from './text-with-code.tsx';

const words = texts.models.language;
const GUIDE = `${serviceUrl}/docs/guides/local-language#which-model-for-which-machine`;

interface LanguageAdviceProps {
  advice: LanguageAdvice;
  models: readonly LocalModel[];
  isBusy: boolean;
  onAdd: (name: string) => void;
}

/** Says which language model suits the machine of the service, or what to do if none does. */
export function LanguageAdviceCard({ advice, models, isBusy, onAdd }: LanguageAdviceProps) {
  const { recommended, measured } = advice;
  const model = models.find(({ name }) => name === recommended?.name);
  return (
    <Card>
      <Group justify="space-between" align="flex-start">
        <Box style={{ flex: '1 1 20rem' }}>
          <Text fw={600}>
            {recommended ? fill(words.recommended, { model: recommended.name }) : words.none}
          </Text>
          <Text size="sm">{recommended ? describeModel(recommended) : whyNone(advice)}</Text>
          {recommended && isTooSlow(advice) && (
            <Text size="sm">{fill(words.tooSlow, { model: advice.used!, other: recommended.name })}</Text>
          )}
          {!recommended && (
            <Text size="sm">
              <TextWithCode text={words.alternatives} />{' '}
              <Anchor href={GUIDE} size="sm" underline="always">
                {words.guide}
              </Anchor>
            </Text>
          )}
          {measured && (
            <Note>
              {fill(words.basis, {
                date: formatDateTime(measured.measuredAt),
                model: measured.model,
                cpu: measured.cpu,
                cores: measured.cores,
              })}
            </Note>
          )}
        </Box>
        {model?.state === 'installed' ? (
          <Badge color="teal">{texts.models.installed}</Badge>
        ) : (
          model && (
            <Button disabled={isBusy} onClick={() => onAdd(model.name)}>
              {fill(texts.models.addOf, { model: model.name })}
            </Button>
          )
        )}
      </Group>
    </Card>
  );
}

function describeModel({ firstClauseMs, memoryBytes }: NonNullable<LanguageAdvice['recommended']>): string {
  const memory = formatBytes(memoryBytes);
  return firstClauseMs === undefined
    ? fill(words.estimated, { memory })
    : fill(words.measured, { time: formatTenths(firstClauseMs), memory });
}

function whyNone({ reason, measured, maxFirstClauseMs }: LanguageAdvice): string {
  if (reason === 'unavailable') return words.unavailable;
  const { model, firstClauseMs } = measured ?? {};
  return model === undefined || firstClauseMs === undefined
    ? ''
    : fill(words.slow, { model, time: formatTenths(firstClauseMs), most: formatTenths(maxFirstClauseMs) });
}

/** Whether the model that answers now is slower than it should be. */
const isTooSlow = ({ used, measured, maxFirstClauseMs }: LanguageAdvice): boolean =>
  used !== undefined &&
  measured?.model === used &&
  (measured.firstClauseMs ?? Number.POSITIVE_INFINITY) > maxFirstClauseMs;

/** Formats milliseconds as seconds with one decimal. */
const formatTenths = (ms: number): string =>
  fill(texts.units.seconds, { seconds: Math.round(ms / 100) / 10 });
