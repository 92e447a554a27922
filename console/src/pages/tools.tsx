import { Card, Group, JsonInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Tool } from '@visavis/client';
import { useAddForm } from '../components/add-form.tsx';
import { useChangeForm } from '../components/change-form.tsx';
import { NewSecret } from '../components/new-secret.tsx';
import { Note } from '../components/note.tsx';
import { EmptyState, Page } from '../components/page.tsx';
import { RemoveLaterButton } from '../components/remove-button.tsx';
import { SchemaFields } from '../components/schema-fields.tsx';
import { TOOLS } from '../lib/collections.ts';
import { bodyOf, readFields, type Values } from '../lib/forms.ts';
import { toolUsages } from '../lib/usages.ts';
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
  const { button, form } = useAddForm({
    collection: TOOLS,
    form: 'tool',
    title: words.add,
    list: tools.data,
    initial: readTool(),
    body: toolBody,
    renderCreated: ({ secret }) => (
      <NewSecret title={texts.shownOnce.toolSecret} label={texts.shownOnce.secretLabel} value={secret} />
    ),
    children: toolFields,
  });
  return (
    <Page title={words.title} about={words.about} actions={button} query={tools}>
      {form}
      {tools.data?.length === 0 && <EmptyState title={words.none}>{words.noneYet}</EmptyState>}
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
    controls={{
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
  const { button, form } = useChangeForm({
    collection: TOOLS,
    resource: tool,
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
          <RemoveLaterButton id={id} name={name} from={TOOLS} usages={() => toolUsages(id)} />
        </Group>
      </Group>
      {form}
    </Card>
  );
}
