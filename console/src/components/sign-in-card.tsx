import { Card, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts/texts.ts';
import { LanguageSelect } from './language-select.tsx';

/** The sign-in page: which credential is needed, and the form. */
export function SignInCard({
  title,
  about,
  children,
}: {
  title: string;
  about: ReactNode;
  children: ReactNode;
}) {
  return (
    <Stack component="main" mih="100dvh" align="center" justify="center" p="md">
      <Card w="min(26rem, 100%)" p="xl">
        <Group justify="space-between" mb="md">
          <Text fw={700} c="teal">
            {texts.common.product}
          </Text>
          <LanguageSelect />
        </Group>
        <Title order={1} mb="xs">
          {title}
        </Title>
        <Text c="dimmed" mb="md">
          {about}
        </Text>
        {children}
      </Card>
    </Stack>
  );
}
