import { Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Asks for a new credential over an open page, which keeps its unsaved input, when the old one is refused. */
export const SignInAgainDialog = (props: { title: string; about: string; children: ReactNode }) => (
  <Modal opened onClose={() => undefined} withCloseButton={false} title={props.title} centered>
    <Text size="sm" mb="md">
      {props.about}
    </Text>
    {props.children}
  </Modal>
);
