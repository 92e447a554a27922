/** Makes optional what may be `null`, as answers leave out what has no value. */
export type Present<T> = {
  [K in keyof T as null extends T[K] ? never : undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as null extends T[K] ? K : undefined extends T[K] ? K : never]?: NonNullable<T[K]>;
};

export function withoutEmpty<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as Present<T>;
}

/** What every resource of an organization shows. */
export function presentOwned(row: {
  id: string;
  organizationId: string;
  client: string | null;
  createdAt: Date;
  updatedAt: Date;
}) {
  const { id, organizationId, client, createdAt, updatedAt } = row;
  return {
    id,
    organizationId,
    client,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
