/**
 * Writes an enum that may be `null` as a choice between the two, which means the same: generators of clients make three
 * types of a value whose `type` and `enum` both have `null` in them.
 */
export function splitNullableEnums(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(splitNullableEnums);
  if (typeof node !== 'object' || node === null) return node;
  const schema = node as Record<string, unknown>;
  if (Array.isArray(schema.enum) && schema.enum.includes(null) && Array.isArray(schema.type)) {
    const { type, enum: values, ...rest } = schema as { type: string[]; enum: unknown[] };
    const [named] = type.filter((one) => one !== 'null');
    return {
      ...rest,
      anyOf: [{ type: named, enum: values.filter((value) => value !== null) }, { type: 'null' }],
    };
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, splitNullableEnums(value)]));
}
