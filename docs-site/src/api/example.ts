import type { Call } from './openapi.ts';

/** The request that was sent when the examples were recorded. */
export interface Example {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
  /** Media type of a body that is not JSON. */
  bodyType: string | undefined;
}

export function exampleOf({ parameters = [], requestBody }: Call): Example {
  const valuesIn = (place: string) =>
    Object.fromEntries(
      parameters
        .filter(({ in: where, example, required }) => where === place && (required || example !== undefined))
        .map(({ name, example }) => [name, example ?? `YOUR_${name.toUpperCase()}`]),
    );
  const contents = Object.entries(requestBody?.content ?? {});
  const [type, content] = contents.find(([, { example }]) => example !== undefined) ?? contents[0] ?? [];
  const isJson = type === 'application/json';
  return {
    path: valuesIn('path'),
    query: valuesIn('query'),
    headers: valuesIn('header'),
    body: content?.example ?? (isJson ? {} : undefined),
    bodyType: isJson ? undefined : type,
  };
}
