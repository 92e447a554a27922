import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

/** A small button beside or within other content. */
export const SmallButton = (props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) => (
  <Button size="compact-sm" variant="light" {...props} />
);
