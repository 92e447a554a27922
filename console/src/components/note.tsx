import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** A side note, small and dimmed. */
export const Note = (props: TextProps & { children: ReactNode; role?: string }) => (
  <Text size="sm" c="dimmed" {...props} />
);
