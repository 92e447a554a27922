import { Button, Code, CopyButton, Group } from '@mantine/core';
import { texts } from '../texts/texts.ts';

/** A button that copies `text`. */
export function Copy({ text, label = texts.common.copy }: { text: string; label?: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button size="compact-sm" variant="light" onClick={copy} aria-live="polite">
          {copied ? texts.common.copied : label}
        </Button>
      )}
    </CopyButton>
  );
}

export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div>
      <Code block tabIndex={0} aria-label={label}>
        {code}
      </Code>
      <Group justify="flex-end" mt={6}>
        <Copy text={code} />
      </Group>
    </div>
  );
}
