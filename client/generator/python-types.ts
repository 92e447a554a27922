/** The parts of a JSON schema that the OpenAPI document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  description?: string;
  format?: string;
  examples?: unknown[];
  default?: unknown;
  readOnly?: boolean;
}

const PRIMITIVES: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** Renders schemas as Python types: each object is a TypedDict, and nested objects with the same fields share one. */
export class PythonTypes {
  readonly #definitions: string[] = [];
  readonly #classNames = new Set<string>();
  /** The name of each class by its fields. */
  readonly #nameByFields = new Map<string, string>();

  /** Adds a class with this name. */
  define(name: string, schema: Schema): void {
    this.#claim(name);
    this.#write(name, schema, this.#fieldsOf(schema, name));
  }

  /** Returns the type for other modules. A class that equals an earlier one gets `name` as an alias. */
  definedAs(name: string, schema: Schema): string {
    const type = this.typeOf(schema, name);
    if (schema.$ref || type === name || !this.#classNames.has(type)) return this.qualified(type);
    this.#claim(name);
    this.#definitions.push(`${name} = ${type}`);
    return this.qualified(name);
  }

  /** Returns a type as other modules refer to it. */
  qualified(type: string): string {
    return this.#classNames.has(type) ? `types.${type}` : type;
  }

  /** Returns the Python type of a schema. @param name of the class, if the schema needs one */
  typeOf(schema: Schema, name: string): string {
    if (schema.$ref) return schema.$ref.split('/').at(-1)!;
    if (schema.anyOf) return schema.anyOf.map((option) => this.typeOf(option, name)).join(' | ');
    const values = schema.const === undefined ? schema.enum : [schema.const];
    if (values) return `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
    const types = [schema.type ?? 'any'].flat();
    return types.map((type) => PRIMITIVES[type] ?? this.#compound(type, schema, name)).join(' | ');
  }

  /** Returns the code of the module. */
  render(header: string): string {
    return `"""${header}"""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import NotRequired, TypedDict

${this.#definitions.join('\n\n')}
`;
  }

  #compound(type: string, schema: Schema, name: string): string {
    if (type === 'any') return 'Any';
    if (type === 'array') return `list[${this.typeOf(schema.items ?? {}, name)}]`;
    if (type !== 'object') throw new Error(`no Python type for ${type} of ${name}`);
    if (schema.properties) return this.#sharedClass(schema, name);
    const values = schema.additionalProperties;
    return `dict[str, ${typeof values === 'object' ? this.typeOf(values, `${name}Value`) : 'Any'}]`;
  }

  #sharedClass(schema: Schema, name: string): string {
    const { id, ...others } = schema.properties!;
    const isReference =
      id?.type === 'string' && schema.required?.[0] === 'id' && Object.keys(others).length === 0;
    const className = isReference ? 'Reference' : name;
    const fields = this.#fieldsOf(schema, className);
    const existing = this.#nameByFields.get(keyOf(fields));
    if (existing !== undefined) return existing;
    this.#claim(className);
    this.#write(className, schema, fields);
    return className;
  }

  #claim(name: string): void {
    if (this.#classNames.has(name)) throw new Error(`two types are called ${name}`);
    this.#classNames.add(name);
  }

  #fieldsOf({ properties = {}, required = [] }: Schema, owner: string): Field[] {
    return Object.entries(properties).map(([name, schema]) => {
      if (!/^[A-Za-z]\w*$/.test(name) || KEYWORDS.has(name))
        throw new Error(`${owner} has a field whose name is invalid in Python: ${name}`);
      const type = this.typeOf(schema, owner + name[0]!.toUpperCase() + name.slice(1));
      return { line: `${name}: ${required.includes(name) ? type : `NotRequired[${type}]`}`, schema };
    });
  }

  #write(name: string, { description }: Schema, fields: Field[]): void {
    if (!this.#nameByFields.has(keyOf(fields))) this.#nameByFields.set(keyOf(fields), name);
    const lines = fields.flatMap(({ line, schema }) => [line, ...docstring(schema.description)]);
    this.#definitions.push(
      [
        `\nclass ${name}(TypedDict):`,
        ...indent([...docstring(description), ...(lines.length > 0 ? lines : ['pass'])]),
      ].join('\n'),
    );
  }
}

interface Field {
  line: string;
  schema: Schema;
}

const keyOf = (fields: Field[]): string => fields.map(({ line }) => line).join('\n');

/** The Python keywords that names in the API could collide with. */
export const KEYWORDS = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

export const indent = (lines: string[]): string[] => lines.map((line) => (line === '' ? '' : `    ${line}`));

export function docstring(text: string | undefined): string[] {
  if (text === undefined) return [];
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  const lines = escaped.split('\n');
  return lines.length === 1 ? [`"""${escaped}"""`] : [`"""${lines[0]}`, ...lines.slice(1), '"""'];
}
