import {
  Group,
  MultiSelect,
  NumberInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { toLocal } from '../lib/format.ts';
import { type Form, fieldOf, rowsOf, type Values } from '../lib/forms.ts';
import { LAYOUTS } from '../lib/layouts.ts';
import { type FieldWords, texts } from '../texts/texts.ts';

/** `maxRetries` as “Max retries”, for a field that the catalogue has no words for. */
const spaced = (name: string) => {
  const words = name.replace(
    /([a-z])([A-Z])/g,
    (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return words[0]!.toUpperCase() + words.slice(1);
};

/**
 * The fields of a form as the contract's schema has them: kind, limits, choices; in the order of the form's layout.
 * @param special controls in place of generated ones; `null` hides a field for now
 * @param required whether fields must be given here, where that differs from the contract
 */
export function SchemaFields(props: {
  form: Form;
  group?: string;
  values: object;
  change: (part: Values) => void;
  special?: Record<string, ReactNode>;
  required?: Record<string, boolean>;
}) {
  const { form, group, values, change, special = {}, required = {} } = props;
  const one = (name: string) =>
    name in special ? (
      special[name] && (
        <div key={name} data-field={`${form}.${name}`}>
          {special[name]}
        </div>
      )
    ) : (
      <div key={name} data-field={`${form}.${name}`}>
        <Control
          form={form}
          name={name}
          isRequired={required[name]}
          value={Reflect.get(values, name)}
          onChange={(value) => change({ [name]: value })}
        />
      </div>
    );
  return rowsOf(form, group).map((row) =>
    typeof row === 'string' ? (
      one(row)
    ) : (
      <Group key={row.join()} grow align="flex-end">
        {row.map(one)}
      </Group>
    ),
  );
}

function Control(props: {
  form: Form;
  name: string;
  isRequired: boolean | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const { form, name, isRequired, value, onChange } = props;
  const { kind, hint, options = [], limits } = fieldOf(form, name);
  const words: FieldWords = texts.fields[form]?.[name] ?? { label: spaced(name), help: hint };
  const common = {
    label: words.label,
    description: words.help,
    placeholder: words.example,
    ...limits,
    ...(isRequired !== undefined && { required: isRequired }),
  };
  const { switches, lines, addresses } = LAYOUTS[form]!;
  const choice = switches?.[name];
  const isAddress = addresses?.includes(name) === true;
  if (kind === 'switch' || choice)
    return (
      <Switch
        label={words.label}
        description={words.help}
        checked={choice ? value === choice[1] : value === true}
        onChange={(event) => {
          const isOn = event.currentTarget.checked;
          onChange(choice ? choice[isOn ? 1 : 0] : isOn);
        }}
      />
    );
  const data = options.map((option) => ({ value: option, label: words.options?.[option] ?? option }));
  switch (isAddress || lines?.includes(name) ? 'text' : kind) {
    case 'number':
      return (
        <NumberInput
          {...common}
          thousandSeparator=" "
          value={(value ?? '') as number | ''}
          onChange={(given) => onChange(given === '' ? '' : Number(given))}
        />
      );
    case 'choice':
      return (
        <Select
          {...common}
          data={data}
          searchable={options.length > 8}
          clearable={!common.required}
          allowDeselect={!common.required}
          value={(value as string) || null}
          onChange={(given) => onChange(given ?? '')}
        />
      );
    case 'choices':
      return <MultiSelect {...common} data={data} value={value as string[]} onChange={onChange} />;
    case 'list':
      return (
        <TagsInput
          {...common}
          required={common.required === true && (value as string[]).length === 0}
          value={value as string[]}
          onChange={onChange}
          acceptValueOnBlur
        />
      );
    case 'moment':
      return (
        <TextInput
          {...common}
          type="datetime-local"
          value={value ? toLocal(value as string) : ''}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value && new Date(currentTarget.value).toISOString())
          }
        />
      );
    case 'paragraph':
      return (
        <Textarea
          {...common}
          autosize
          minRows={words.lines ?? 1}
          value={value as string}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          type={isAddress ? 'url' : 'text'}
          value={value as string}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
