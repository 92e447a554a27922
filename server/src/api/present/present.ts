import type { Owned } from '../../domain/owned.ts';

/** Makes optional what may be `null`, as answers leave out what has no value. */
export type Present<T> = {
  [K in keyof T as null extends T[K] ? never : undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as null extends T[K] ? K : undefined extends T[K] ? K : never]?: NonNullable<T[K]>;
};

export function withoutEmpty<T extends object>(fields: T): Present<T> {
  const present: Partial<T> = {};
  for (const name of Object.keys(fields) as (keyof T)[]) {
    if (fields[name] !== null && fields[name] !== undefined) present[name] = fields[name];
  }
  return present as unknown as Present<T>;
}

/**
 * A time of rows that an answer may have many of: the serializer writes it, when it writes the row, as what the type says.
 */
export const timeOf = (at: Date) => at as unknown as string;

/** A time that is still to come; of one that has passed nothing is shown. */
export const comingTime = (at: Date | null, now: Date) => (at !== null && at > now ? at.toISOString() : null);

/**
 * The fields shown for every resource. Spread it last: V8 builds an object literal many times slower when a spread
 * comes before other properties.
 */
export function presentOwned({ id, organizationId, client, createdAt, updatedAt }: Owned) {
  return {
    id,
    organizationId,
    client,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
