import { Alert, Text } from '@mantine/core';
import { VisavisApiError } from '@visavis/client';
import { texts } from '../texts/texts.ts';

const words = texts.problem;

/** What went wrong, in the service's words, with what its operator needs to find it. */
export function Problem({ error }: { error: Error | null | undefined }) {
  if (!error) return null;
  const requestId = error instanceof VisavisApiError ? error.requestId : undefined;
  return (
    <Alert color="red" variant="light" role="alert" title={words.title}>
      {error.message}
      {requestId && (
        <Text size="xs" c="dimmed" mt={4}>
          {words.request(requestId)}
        </Text>
      )}
    </Alert>
  );
}
