import type { FieldLimits } from 'virtual:contract-forms';
import {
  Input,
  MultiSelect,
  NumberInput,
  Select,
  SimpleGrid,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { withScheme } from '../lib/address.ts';
import { formatBytes, formatSeconds, toDateTimeLocal } from '../lib/format.ts';
import { type Form, fieldOf, rowsOf, type Values } from '../lib/forms.ts';
import { LAYOUTS } from '../lib/layouts.ts';
import { isPrivate } from '../lib/private-address.ts';
import { translateFault } from '../lib/service-sentences.ts';
import { fill, formatNumber, texts } from '../texts/texts.ts';
import { useRefusal } from './save-form.tsx';

const { faults: words, units } = texts;

/** The texts of a field. A field without texts shows its name and description from the contract. */
interface FieldWords {
  label: string;
  help?: string | undefined;
  example?: string;
  /** Labels of choices. */
  options?: Record<string, string>;
}

/** The decimal separator of the reader's language, as in `0.5` or `0,5`. */
const decimalSeparator = formatNumber(0.5)[1]!;

/** Texts of fields by form; `every` has those that mean the same in every form. A plain string is a label. */
const fields: Record<string, Record<string, string | Partial<FieldWords>>> = texts.fields;

function wordsOf(form: Form, name: string): FieldWords | undefined {
  const [every, own] = [fields.every?.[name], fields[form]?.[name]].map((words) =>
    typeof words === 'string' ? { label: words } : words,
  );
  const words: Partial<FieldWords> = { ...every, ...own };
  return words.label === undefined ? undefined : { ...words, label: words.label };
}

/** Returns `maxRetries` as “Max retries”, for a field without texts. */
const labelFromName = (name: string) => {
  const words = name.replace(
    /([a-z])([A-Z])/g,
    (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return words[0]!.toUpperCase() + words.slice(1);
};

const labelOf = (form: Form, name: string, path = name) =>
  wordsOf(form, name)?.label ??
  labelFromName(path.split('.').findLast((part) => Number.isNaN(Number(part))) ?? name);

/**
 * Renders the fields of a form from the contract's schema (kind, limits, choices), in the order of the form's layout.
 * @param controls that replace generated ones; `null` hides a field
 * @param required whether fields are required here, if that differs from the contract
 */
export function SchemaFields(props: {
  form: Form;
  group?: string;
  values: object;
  change(part: Values): void;
  controls?: Record<string, ReactNode>;
  required?: Record<string, boolean>;
}) {
  const { form, group, values, controls = {}, required = {} } = props;
  const { faults } = useRefusal();
  const renderField = (name: string) => {
    const control = controls[name];
    const fault = faults.get(name);
    // A part of a field, such as `look.accentColor`, has its own label.
    const faultText =
      fault &&
      fill(words.fault, { field: labelOf(form, name, fault.path), said: translateFault(fault.message) });
    return (
      (control || !(name in controls)) && (
        <div key={name} data-field={`${form}.${name}`} data-fault={faultText && ''}>
          {control ?? (
            <Control
              form={form}
              name={name}
              isRequired={required[name]}
              fault={faultText}
              value={Reflect.get(values, name)}
              onChange={(value) => props.change({ [name]: value })}
            />
          )}
          {control && faultText && <Input.Error role="alert">{faultText}</Input.Error>}
        </div>
      )
    );
  };
  return rowsOf(form, group).map((row) =>
    typeof row === 'string' ? (
      renderField(row)
    ) : (
      <SimpleGrid key={row.join()} cols={{ base: 1, xs: row.length }} style={{ alignItems: 'start' }}>
        {row.map(renderField)}
      </SimpleGrid>
    ),
  );
}

interface Unit {
  /** Follows the number. */
  suffix: string;
  /** Formats the number in larger units. */
  format?: (value: number) => string;
}

/** Units of numbers, by the suffix of the field's name. */
const UNITS: readonly [end: RegExp, Unit][] = [
  [/Bytes$/, { suffix: ' B', format: formatBytes }],
  [/^seconds|Seconds$/, { suffix: fill(units.seconds, { seconds: '' }), format: formatSeconds }],
  [/Ms$/, { suffix: fill(units.milliseconds, { ms: '' }) }],
  [/Hours$/, { suffix: fill(units.hours, { hours: '' }) }],
];
const unitOf = (name: string): Unit | undefined => UNITS.find(([end]) => end.test(name))?.[1];

/** Adds the number in larger units to a field's help, if that differs. */
function inUnits(unit: Unit | undefined, value: unknown, help: string | undefined): string | undefined {
  if (!unit?.format || typeof value !== 'number') return help;
  const larger = unit.format(value);
  if (larger === formatNumber(value) + unit.suffix) return help;
  return fill(words.now, { help: help ?? '', value: larger }).trim();
}

function outOfBounds(value: unknown, { min = -Infinity, max = Infinity }: FieldLimits): string | false {
  if (typeof value !== 'number' || (value >= min && value <= max)) return false;
  const text = max === Infinity ? words.least : min === -Infinity ? words.most : words.between;
  return fill(text, { min, max });
}

function Control(props: {
  form: Form;
  name: string;
  isRequired: boolean | undefined;
  /** What the service reports as wrong with the value. */
  fault: string | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const { form, name, isRequired, fault, value, onChange } = props;
  const { kind, description, options = [], limits } = fieldOf(form, name);
  const fieldWords: FieldWords = wordsOf(form, name) ?? { label: labelFromName(name), help: description };
  const { switches, lines, rows, sentences, addresses, examples } = LAYOUTS[form]!;
  const isAddress = addresses?.includes(name) === true;
  const shown = isAddress && isPrivate(value) ? { ...fieldWords, help: words.privateAddress } : fieldWords;
  const common = {
    label: shown.label,
    description: shown.help,
    placeholder: examples?.[name] ?? shown.example,
    error: fault,
    ...limits,
    ...(isRequired !== undefined && { required: isRequired }),
  };
  const choice = switches?.[name];
  if (kind === 'switch' || choice)
    return (
      <Switch
        label={shown.label}
        description={shown.help}
        error={fault}
        checked={choice ? value === choice[1] : value === true}
        onChange={(event) => {
          const isOn = event.currentTarget.checked;
          onChange(choice ? choice[isOn ? 1 : 0] : isOn);
        }}
      />
    );
  const data = options.map((option) => ({ value: option, label: shown.options?.[option] ?? option }));
  switch (isAddress || lines?.includes(name) ? 'text' : kind) {
    case 'number': {
      const unit = unitOf(name);
      return (
        <NumberInput
          {...common}
          description={inUnits(unit, value, shown.help)}
          {...(unit && { suffix: unit.suffix, placeholder: unit.suffix.trim() })}
          // A value out of bounds is reported, not changed.
          clampBehavior="none"
          error={fault ?? outOfBounds(value, limits)}
          thousandSeparator=" "
          decimalSeparator={decimalSeparator}
          allowedDecimalSeparators={['.', ',']}
          value={(value ?? '') as number | ''}
          onChange={(chosen) => onChange(chosen === '' ? '' : Number(chosen))}
        />
      );
    }
    case 'choice':
      return (
        <Select
          {...common}
          data={data}
          searchable={options.length > 8}
          clearable={!common.required}
          allowDeselect={!common.required}
          value={(value as string) || null}
          onChange={(chosen) => onChange(chosen ?? '')}
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
          {...(sentences?.includes(name) && { splitChars: [] })}
        />
      );
    case 'dateTime':
      return (
        <TextInput
          {...common}
          type="datetime-local"
          value={value ? toDateTimeLocal(value as string) : ''}
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
          minRows={rows?.[name] ?? 1}
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
          {...(isAddress && {
            onBlur: ({ currentTarget }) => onChange(withScheme(currentTarget.value)),
            // Enter submits the form: the browser validates the address before the field loses focus.
            onKeyDown: ({ key, currentTarget }) =>
              key === 'Enter' && onChange(withScheme(currentTarget.value)),
          })}
        />
      );
  }
}
