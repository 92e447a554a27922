import { Code, CopyButton, Group } from '@mantine/core';
import { texts } from '../texts/texts.ts';
import { SmallButton } from './small-button.tsx';

/** Code, and a button that copies it. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div>
      <Code block tabIndex={0} aria-label={label}>
        {code}
      </Code>
      <Group justify="flex-end" mt={6}>
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <SmallButton onClick={copy} aria-live="polite">
              {copied ? texts.common.copied : texts.common.copy}
            </SmallButton>
          )}
        </CopyButton>
      </Group>
    </div>
  );
}
