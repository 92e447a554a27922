import { Card, Group, JsonInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Tool } from '@visavis/client';
import { TOOLS } from '../lib/collections.ts';
import { bodyOf, readFields, type Values } from '../lib/forms.ts';
import { usersOfTool } from '../lib/users-of.ts';
import { useAdd } from '../parts/add-form.tsx';
import { useChange } from '../parts/change-form.tsx';
import { Note } from '../parts/note.tsx';
import { Empty, Page } from '../parts/page.tsx';
import { RemoveLaterButton } from '../parts/remove-button.tsx';
import { SchemaFields } from '../parts/schema-fields.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { texts } from '../texts/texts.ts';

const words = texts.tools;
const { parameters: args } = texts.fields.tool;
const PARAMETERS_EXAMPLE = '{ "type": "object", "properties": { "guests": { "type": "integer" } } }';

const takesArguments = (tool: Tool | undefined): tool is Tool =>
  Object.keys(tool?.parameters.properties ?? {}).length > 0;

/** Returns the form's fields of a tool; its arguments are edited as text. */
const readTool = (tool?: Tool): Values => ({
  ...readFields('tool', tool),
  parameters: takesArguments(tool) ? JSON.stringify(tool.parameters, null, 2) : '',
});

/** Returns text that is not JSON as it is: the service refuses it, together with the faults of other fields. */
function readArguments(text: string): unknown {
  try {
    return text === '' ? null : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}

const toolBody = (fields: Values) => ({
  ...bodyOf('tool', fields),
  parameters: readArguments(String(fields.parameters).trim()),
});

export function Tools() {
  const tools = useQuery(TOOLS.all);
  const { button, form } = useAdd({
    of: TOOLS,
    form: 'tool',
    title: words.add,
    list: tools.data,
    empty: readTool(),
    body: toolBody,
    shown: ({ secret }) => (
      <ShownOnce title={texts.shownOnce.toolSecret} label={texts.shownOnce.secretLabel} value={secret} />
    ),
    children: toolFields,
  });
  return (
    <Page title={words.title} about={words.about} actions={button} of={tools}>
      {form}
      {tools.data?.length === 0 && <Empty title={words.none}>{words.noneYet}</Empty>}
      {tools.data?.map((tool) => (
        <ToolCard key={tool.id} tool={tool} />
      ))}
    </Page>
  );
}

const toolFields = (fields: Values, change: (part: Values) => void) => (
  <SchemaFields
    form="tool"
    values={fields}
    change={change}
    special={{
      parameters: (
        <JsonInput
          label={args.label}
          description={args.help}
          placeholder={PARAMETERS_EXAMPLE}
          autosize
          minRows={2}
          validationError={words.notJson}
          value={fields.parameters as string}
          onChange={(parameters) => change({ parameters })}
        />
      ),
    }}
  />
);

function ToolCard({ tool }: { tool: Tool }) {
  const { id, name, description, url } = tool;
  // The tool's headers, which are never shown, are not changed.
  const { button, form } = useChange({
    of: TOOLS,
    one: tool,
    nameOf: () => name,
    forms: ['tool'],
    read: readTool,
    body: toolBody,
    children: toolFields,
  });
  return (
    <Card>
      <Group justify="space-between" align="flex-start">
        <div style={{ flex: '1 1 16rem' }}>
          <Text fw={600} ff="monospace">
            {name}
          </Text>
          <Text size="sm">{description}</Text>
          <Note>{url}</Note>
        </div>
        <Group gap="xs">
          {button}
          <RemoveLaterButton id={id} what={name} of={TOOLS} users={() => usersOfTool(id)} />
        </Group>
      </Group>
      {form}
    </Card>
  );
}
