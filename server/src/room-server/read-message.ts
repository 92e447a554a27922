/** The part of a protocol message type (`@bufbuild/protobuf`) that is used here. */
export interface MessageType<T> {
  fromBinary(bytes: Uint8Array): T;
  fromJsonString(text: string, options: { ignoreUnknownFields: boolean }): T & { toBinary(): Uint8Array };
}

interface Field {
  readonly kind: string;
  readonly localName: string;
  readonly oneof?: { readonly localName: string } | undefined;
  readonly T?: unknown;
}

interface Reflected {
  getType(): { readonly fields: { list(): readonly Field[] } };
}

/**
 * Reads a message from a peer so that all of it can safely be stored and forwarded: receivers in native code trust the
 * values of enumerations. An unknown enumeration value is removed from a list; in a single field it becomes the first
 * value, as if the field were absent.
 * @throws Error if the message cannot be read, or could not be written again.
 */
export function readMessage<T>(type: MessageType<T>, data: Uint8Array): T {
  const message = type.fromBinary(data);
  dropUnknownEnumValues(message as unknown as Reflected);
  return message;
}

/**
 * Reads a service request, or a part of a token, from JSON. That may contain numbers that protobuf cannot encode:
 * protobuf-es accepts any for an enumeration. @throws Error if it cannot be read, or could not be written again.
 */
export function readJson<T>(type: MessageType<T>, text: string): T {
  return type.fromBinary(type.fromJsonString(text, { ignoreUnknownFields: true }).toBinary());
}

function dropUnknownEnumValues(message: Reflected): void {
  for (const { kind, localName, oneof, T } of message.getType().fields.list()) {
    if (kind !== 'enum' && kind !== 'message') continue;
    const members = message as unknown as Record<string, { case?: string; value?: unknown }>;
    const one = oneof && members[oneof.localName];
    if (one !== undefined && one.case !== localName) continue;
    const [holder, name] = one === undefined ? [members, localName] : [one, 'value'];
    const value: unknown = (holder as Record<string, unknown>)[name];
    if (value === undefined) continue;
    const values = Array.isArray(value) ? (value as unknown[]) : [value];
    if (kind === 'message') for (const part of values) dropUnknownEnumValues(part as Reflected);
    else {
      const isKnown = (number: unknown) =>
        (T as { findNumber(number: unknown): unknown }).findNumber(number) !== undefined;
      const known = values.filter(isKnown);
      if (known.length === values.length) continue;
      (holder as Record<string, unknown>)[name] = Array.isArray(value) ? known : 0;
    }
  }
}
