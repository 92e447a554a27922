/** Converts `createdAt` to `created_at` in types. */
type SnakeCase<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : '';

/** The columns of a table that holds rows of `T`: its properties by their SQL names. */
export type Columns<T> = { [K in keyof T & string as SnakeCase<K>]: T[K] };

/** An additional column: see `readPage`. */
export const PAGE_TOTAL = 'page_total';

/**
 * Converts rows of the domain to columns and back. The names are derived from one another, so no table needs a list of
 * them; `json` names the properties that are JSON in the database.
 */
export interface RowCodec<T> {
  /** Converts only the properties that are present, so that it also works for patches. */
  toColumns(row: Partial<T>): Record<string, unknown>;
  fromColumns(columns: object): T;
  /** Converts the rows of one query, which all have the same columns. */
  fromRows(rows: readonly object[]): T[];
}

export function createRowCodec<T extends object>(json: readonly (keyof T & string)[] = []): RowCodec<T> {
  const isJson = new Set<string>(json);
  return {
    toColumns(row) {
      const columns: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(row)) {
        if (value === undefined) continue;
        columns[snakeCase(name)] = isJson.has(name) && value !== null ? JSON.stringify(value) : value;
      }
      return columns;
    },
    fromColumns: (columns) => rename<T>(columns, propertiesOf(columns)),
    fromRows(rows) {
      const properties = propertiesOf(rows[0] ?? {});
      // Filling a copy of the same shape is several times faster than adding properties to an object.
      const shape = Object.fromEntries(properties.map(([, property]) => [property, undefined]));
      return rows.map((columns) => rename<T>(columns, properties, { ...shape }));
    },
  };
}

/** Returns the column names of a row, each with its property name. */
function propertiesOf(columns: object): (readonly [column: string, property: string])[] {
  const names = Object.keys(columns).filter((name) => name !== PAGE_TOTAL);
  return names.map((name) => [name, camelCase(name)]);
}

function rename<T>(
  columns: object,
  properties: readonly (readonly [column: string, property: string])[],
  row: Record<string, unknown> = {},
): T {
  for (const [column, property] of properties) row[property] = (columns as Record<string, unknown>)[column];
  return row as T;
}

const snakeCase = memoize((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
const camelCase = memoize((name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));

function memoize(convert: (name: string) => string): (name: string) => string {
  const cache = new Map<string, string>();
  return (name) => {
    let converted = cache.get(name);
    if (converted === undefined) {
      converted = convert(name);
      cache.set(name, converted);
    }
    return converted;
  };
}
