import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

/** A button beside or within something. */
export const SmallButton = (props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) => (
  <Button size="compact-sm" variant="light" {...props} />
);
