import type { paths } from './generated/api.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Operations that do not respond with JSON: each has its own function. */
type NonJsonPath = '/v3/conversations/{id}/events' | '/uploads/{document}';

/** The paths that support the method, as in the OpenAPI document: `/v1/sessions/{id}`. */
export type PathOf<M extends Method> = Exclude<
  { [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never }[keyof paths],
  NonJsonPath
>;

export type Operation<M extends Method, P extends keyof paths> =
  paths[P] extends Record<M, infer Match> ? Match : never;

type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;

/** The response of an operation when it succeeds. */
export type AnswerOf<O> = O extends { responses: infer Responses }
  ? { [S in keyof Responses]: S extends 200 | 201 ? Json<Responses[S]> : never }[keyof Responses]
  : never;

/** The request body of an operation; `never` if it has none. */
export type BodyOf<O> = O extends { requestBody: infer Body } ? Json<Body> : never;

type PathParametersOf<O> = O extends { parameters: { path: infer Values } } ? Values : never;
type QueryOf<O> = O extends { parameters: { query?: infer Values } } ? NonNullable<Values> : never;

/** A property that exists if `T` does, and is required if a field of `T` is. */
type PropertyFor<Name extends string, T> = [T] extends [never]
  ? unknown
  : Partial<T> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

/** The arguments of a call besides its path. */
export type CallOptions<M extends Method, O> = PropertyFor<'path', PathParametersOf<O>> &
  PropertyFor<'query', QueryOf<O>> &
  PropertyFor<'body', BodyOf<O>> & {
    signal?: AbortSignal;
    /** Further headers. */
    headers?: Record<string, string>;
  } & (M extends 'post'
    ? {
        /**
         * Makes it safe to repeat the request: within a day, the same request with the same key gets the first
         * response.
         */
        idempotencyKey?: string;
      }
    : unknown);

/** The last arguments of a call; optional when none of them is required. */
export type CallArguments<M extends Method, O> =
  Partial<CallOptions<M, O>> extends CallOptions<M, O>
    ? [options?: CallOptions<M, O>]
    : [options: CallOptions<M, O>];

/** The paths that return a page of a list. */
export type ListPath = {
  [P in PathOf<'get'>]: AnswerOf<Operation<'get', P>> extends { skip: number; take: number; total: number }
    ? P
    : never;
}[PathOf<'get'>];

export type ItemOf<Page> = {
  [K in keyof Page]-?: Page[K] extends readonly (infer Item)[] ? Item : never;
}[keyof Page];
