import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a long form below its title, which folds it. A field that the browser objects to unfolds it. */
export const Fold = ({
  title,
  isOpen = true,
  children,
}: {
  title: string;
  /** At first; then whoever reads the form decides. */
  isOpen?: boolean;
  children: ReactNode;
}) => (
  <details
    className="fold"
    open={isOpen}
    onInvalidCapture={({ currentTarget }) => {
      currentTarget.open = true;
    }}
  >
    <summary>
      <Title order={2} size="h4">
        {title}
      </Title>
    </summary>
    <Stack pt="sm">{children}</Stack>
  </details>
);
