import { Alert } from '@mantine/core';
import { CodeBlock } from './copy.tsx';

/** A secret that the service returns only once, when it is created. */
export function ShownOnce({
  what,
  label,
  purpose,
  value,
}: {
  what: 'key' | 'secret';
  /** Its label for screen readers. */
  label: string;
  purpose?: string;
  value: string;
}) {
  return (
    <Alert
      color="teal"
      title={`Keep this ${what} now: it is shown this once${purpose ? `, and ${purpose}` : ''}`}
    >
      <CodeBlock code={value} label={label} />
    </Alert>
  );
}
