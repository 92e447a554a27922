import { SignalRequest } from '@livekit/protocol';

/** Numbers outside any enumeration, at the limits of the wire's range, beyond it, or fractional. */
const ODD = [77, -1, 2 ** 31 - 1, 2 ** 32 - 1, 99_999_999_999, 1.5, 1e99, 'Infinity'];
const MAX_LEVELS = 4;

interface Field {
  readonly kind: string;
  readonly localName: string;
  readonly repeated?: boolean;
  readonly T?: unknown;
}
const fieldsOf = (type: unknown) => (type as { fields: { list(): readonly Field[] } }).fields.list();
/** Scalars of the protocol that are neither bool, string nor bytes. */
const isNumber = ({ kind, T }: Field) =>
  kind === 'enum' || (kind === 'scalar' && ![8, 9, 12].includes(Number(T)));

/** Returns the numeric fields of a message type, each as the path of fields that leads there. */
function numbersOf(type: unknown, levels = MAX_LEVELS): Field[][] {
  return fieldsOf(type).flatMap((field) => {
    if (isNumber(field)) return [[field]];
    if (field.kind !== 'message' || levels === 0) return [];
    return numbersOf(field.T, levels - 1).map((rest) => [field, ...rest]);
  });
}

/** Returns client requests in JSON in which one number is odd. @param honest fills in the rest of each kind */
export function oddRequests(honest: (kind: string, at: number) => object): Map<string, object[]> {
  const kinds = fieldsOf(SignalRequest).map((field) => {
    const paths: Field[][] = field.kind === 'message' ? numbersOf(field.T) : [[]];
    const requests = paths.flatMap((path, at) =>
      ODD.map((odd, nth) => ({
        [field.localName]: withNumber(honest(field.localName, at * ODD.length + nth), path, odd),
      })),
    );
    return [field.localName, requests] as const;
  });
  return new Map(kinds);
}

function withNumber(base: object, [field, ...rest]: Field[], odd: number | string): unknown {
  if (field === undefined) return odd;
  const inner = (base as Record<string, unknown>)[field.localName];
  const first = (Array.isArray(inner) ? inner[0] : inner) as object | undefined;
  const value = withNumber(first ?? {}, rest, odd);
  return { ...base, [field.localName]: field.repeated === true ? [value] : value };
}

/** Encodes the request in protobuf; undefined if that cannot represent it. */
export function toBinary(request: object): Uint8Array | undefined {
  try {
    return SignalRequest.fromJson(request as Parameters<typeof SignalRequest.fromJson>[0]).toBinary();
  } catch {
    return undefined;
  }
}
