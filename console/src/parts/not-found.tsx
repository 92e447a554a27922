import { Anchor, Text } from '@mantine/core';
import { texts } from '../texts/texts.ts';
import { Page } from './page.tsx';

const words = texts.shell;

/** For an address that no page has. */
export function NotFound() {
  return (
    <Page title={words.notFound}>
      <Text>{words.notFoundHelp}</Text>
      <Anchor href="#/">{words.toOverview}</Anchor>
    </Page>
  );
}
