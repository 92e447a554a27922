import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from './code-block.tsx';

/** Shows a secret that the service returns only once, when it is created. */
export function NewSecret({
  title,
  label,
  value,
  children,
}: {
  title: string;
  /** Its label for screen readers. */
  label: string;
  value: string;
  children?: ReactNode;
}) {
  return (
    <Alert color="teal" title={title} styles={{ body: { minWidth: 0 } }}>
      <CodeBlock code={value} label={label} />
      {children}
    </Alert>
  );
}
