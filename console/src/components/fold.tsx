import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a long form that folds under its title. It unfolds if the browser finds an invalid field in it. */
export const Fold = ({
  title,
  isOpen = true,
  children,
}: {
  title: string;
  /** Whether the part is unfolded at first. */
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
