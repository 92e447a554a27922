import { Alert } from '@mantine/core';
import { CodeBlock } from './copy.tsx';

/** A secret that the service tells in the answer that made it, and never again. */
export function ShownOnce({
  what,
  label,
  purpose,
  value,
}: {
  what: 'key' | 'secret';
  /** Names it to who does not see it. */
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
