import { Alert, Text } from '@mantine/core';
import { VisavisApiError, VisavisConnectionError } from '@visavis/client';
import type { ReactNode } from 'react';
import { fill, texts } from '../texts/texts.ts';
import { useRefusal } from './save-form.tsx';

const words = texts.problem;

/** What kind of error it is, in the language of the page: the service tells the rest in English. */
function titleOf(error: Error): string {
  if (error instanceof VisavisConnectionError) return words.unreachable;
  const code = error instanceof VisavisApiError ? error.code : undefined;
  const codes: Partial<Record<string, string>> = words.codes;
  return (code && codes[code]) ?? words.title;
}

/** Shows an error in the service's words and the request id; nothing if the form's fields show the error. */
export function Problem({
  error,
  title,
  children,
}: {
  error: Error | null | undefined;
  title?: string | undefined;
  /** Hints at what can be done about it. */
  children?: ReactNode;
}) {
  const refusal = useRefusal();
  if (!error || (error === refusal.error && refusal.isShownAtFields)) return null;
  return (
    <Alert color="red" variant="light" role="alert" title={title ?? titleOf(error)}>
      <ErrorMessage error={error} />
      {children && <div>{children}</div>}
    </Alert>
  );
}

/** Shows an error without a frame, for a message that has one. */
export function ErrorMessage({ error }: { error: Error }) {
  const requestId = error instanceof VisavisApiError ? error.requestId : undefined;
  return (
    <>
      {error.message}
      {requestId && (
        <Text size="xs" c="dimmed" mt={4}>
          {fill(words.request, { id: requestId })}
        </Text>
      )}
    </>
  );
}
