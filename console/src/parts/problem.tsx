import { Alert, Text } from '@mantine/core';
import { VisavisApiError } from '@visavis/client';

/** What went wrong, in the service's words, with what its operator needs to find it. */
export function Problem({ error }: { error: Error | null | undefined }) {
  if (!error) return null;
  const requestId = error instanceof VisavisApiError ? error.requestId : undefined;
  const reach = error instanceof VisavisApiError ? '' : ' Is the service running?';
  return (
    <Alert color="red" variant="light" role="alert" title="That did not work">
      {error.message}
      {reach}
      {requestId && (
        <Text size="xs" c="dimmed" mt={4}>
          Request {requestId}
        </Text>
      )}
    </Alert>
  );
}
