import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** What is said beside something: small and pale. */
export const Note = (props: TextProps & { children: ReactNode; role?: string }) => (
  <Text size="sm" c="dimmed" {...props} />
);
