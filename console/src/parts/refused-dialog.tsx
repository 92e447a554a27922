import { Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Over an open page whose credential has ceased to be accepted: what was typed there stays, and the form in it asks for another. */
export const RefusedDialog = (props: { title: string; about: string; children: ReactNode }) => (
  <Modal opened onClose={() => undefined} withCloseButton={false} title={props.title} centered>
    <Text size="sm" mb="md">
      {props.about}
    </Text>
    {props.children}
  </Modal>
);
