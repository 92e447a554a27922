import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** Maximum lengths of texts in the API, in characters. */
export const TEXT_LIMITS = {
  name: 200,
  client: 200,
  identity: 256,
  description: 4_000,
  greeting: 4_000,
  apology: 500,
  wait: 200,
  instructions: 100_000,
  context: 100_000,
  /** A picture of 5 MiB as a data URL. */
  picture: 7_100_000,
} as const;

/** An ISO 8601 date-time; in responses always in UTC with milliseconds. */
export const DateTime = (description: string) => Type.String({ format: 'date-time', description });

export const Text = (description: string) => Type.String({ description });
export const Amount = (description: string) => Type.Number({ description });
export const Flag = (description: string) => Type.Boolean({ description });
/** Fields that responses omit if they have no value. */
export const MaybeText = (description: string) => Type.Optional(Text(description));
export const MaybeAmount = (description: string) => Type.Optional(Amount(description));
export const MaybeFlag = (description: string) => Type.Optional(Flag(description));
export const MaybeTime = (description: string) => Type.Optional(DateTime(description));

/** When a resource was made and changed, in responses. */
export const TIMESTAMPS = {
  createdAt: DateTime('When it was created.'),
  updatedAt: DateTime('When it last changed.'),
};

/** The owner of a resource, in responses. */
export const OrganizationId = Text('Id of the organization that owns the resource.');

/** The client of a resource, in responses. */
export const OwnClient = MaybeText('Caller-side client identifier. Absent if the resource has none.');

export const Id = (description: string, example?: string) =>
  Type.String({ description, ...(example && { examples: [example] }) });

export const RequiredText = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description });

/** A text that a request may omit, or set to `null` for "none". */
export const OptionalText = (maxLength: number, description: string) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength, description }));

/** A list of different texts that a request may omit, or set to `null` for "none". */
export const OptionalTexts = (
  { maxItems, maxLength }: { maxItems: number; maxLength: number },
  description: string,
) =>
  Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      maxItems,
      uniqueItems: true,
      // A blank text could not be spoken.
      items: { type: 'string', minLength: 1, maxLength, pattern: '\\S' },
      description,
    }),
  );

/**
 * Pattern of texts that are safe in an HTTP header: a line break would end the header, and servers differ in how they
 * read characters other than ASCII.
 */
const HEADER_TEXT = '^[\\x20-\\x7e]*$';

/** A header value. `description` must say that only ASCII is allowed, because the error message contains it. */
export const HeaderValue = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: HEADER_TEXT, description });

/** A header value that a request may omit, or set to `null` for "none". */
export const OptionalHeaderValue = (maxLength: number, description: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({ ...HeaderValue(maxLength, description), type: ['string', 'null'] }),
  );

export const OptionalBoolean = (description: string) =>
  Type.Optional(Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], description }));

/** @param otherwise the sentence about the default */
export const VideoChoice = (otherwise: string) =>
  OptionalBoolean(
    `Whether the avatar has video. With \`false\` it has only audio, which uses less CPU and bandwidth, and pages show its portrait instead. ${otherwise}`,
  );

export const OptionalEnum = <T extends string>(values: readonly T[], description: string) =>
  Type.Optional(Type.Unsafe<T | null>({ type: ['string', 'null'], enum: [...values, null], description }));

export const OptionalLanguage = (description: string) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], pattern: '^[a-z]{2}$', description }));

export const OptionalInteger = (options: { minimum: number; maximum: number; description: string }) =>
  Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'], ...options }));

/** Validation turns `""` into `null`, because typed clients in many languages cannot express "no id" otherwise. */
export const EMPTY_IS_NONE = 'x-empty-is-none';

/** The id of an existing resource. `null` or `""` means "none". */
export const OptionalId = (description: string, maxLength = 100) =>
  Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength, [EMPTY_IS_NONE]: true, description }),
  );

/** An id, an object with the id as `id`, or `null` for "none". */
export type Reference = string | { id: string } | null;

/** A reference, which the specification calls an `object`: a string, `null`, or `{ "id": "…" }`; `""` is "none". */
export const OptionalReference = (description: string) =>
  Type.Optional(
    Type.Unsafe<Reference>({
      type: ['string', 'object', 'null'],
      maxLength: TEXT_LIMITS.client,
      properties: { id: { type: 'string', maxLength: TEXT_LIMITS.client } },
      required: ['id'],
      additionalProperties: false,
      [EMPTY_IS_NONE]: true,
      description,
    }),
  );

/** A required reference: a string, or `{ "id": "…" }`. */
export const RequiredReference = (description: string) =>
  Type.Unsafe<NonNullable<Reference>>({
    type: ['string', 'object'],
    minLength: 1,
    maxLength: TEXT_LIMITS.client,
    properties: { id: { type: 'string', minLength: 1, maxLength: TEXT_LIMITS.client } },
    required: ['id'],
    additionalProperties: false,
    description,
  });

export const CLIENT =
  'Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it.';
export const Client = OptionalText(TEXT_LIMITS.client, CLIENT);

const VARIABLES =
  'Values of the variables in instructions and greetings: `{{name}}` is replaced by the value of `name`, and `{{user.city}}` ' +
  'by the property `city` of the object `user`.';
/** Free-form values for `{{name}}` in instructions and greetings. */
export const Variables = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: VARIABLES,
});
export const OptionalVariables = Type.Optional(
  Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description: `${VARIABLES} A variable without a value is an error (422). At most 100,000 characters as JSON.`,
  }),
);

/** A text that responses always contain, so that clients need not check for it. */
export const AlwaysText = (description: string) => Text(`${description} Empty if there is none.`);

/** The body of a request. Unknown properties are rejected. */
export const Body = <T extends TProperties>(properties: T, options: Record<string, unknown> = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** An object in a request body that may be omitted, or `null` for "none". */
export const OptionalBody = <T extends TProperties>(body: TObject<T>) =>
  Type.Optional(Type.Unsafe<Static<TObject<T>> | null>({ ...body, type: ['object', 'null'] }));

/**
 * The body of an update: like `Body`, but read-only fields of the resource are accepted and ignored, so that a client
 * can send back a resource that it has read and changed.
 */
export const UpdateBody = <T extends TProperties>(properties: T, readOnly: readonly string[]) =>
  Type.Object(
    {
      ...properties,
      ...(Object.fromEntries(
        readOnly.map((name) => [
          name,
          Type.Optional(Type.Unknown({ readOnly: true, description: 'Read-only. Accepted and ignored.' })),
        ]),
      ) as Record<never, TSchema>),
    } as T,
    { additionalProperties: false },
  );

/** Fields that no update can change. */
export const READ_ONLY = ['id', 'organizationId', 'createdAt', 'updatedAt'] as const;

/** A resource in responses. `title` is its name in the OpenAPI document. */
export const Resource = <T extends TProperties>(title: string, properties: T, description?: string) =>
  Type.Object(properties, { title, ...(description && { description }) });

/** The query of a request. Unknown parameters are rejected, because a misspelt filter would match everything. */
export const Query = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

export const ListQuery = Query({
  skip: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      default: 0,
      description: 'Number of results to skip.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description:
        'The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have ' +
        'no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first.',
    }),
  ),
  take: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      default: 20,
      description: 'Maximum number of results to return.',
    }),
  ),
  client: Type.Optional(
    Type.String({ maxLength: TEXT_LIMITS.client, description: 'Return only resources of this client.' }),
  ),
});
export type ListQuery = Static<typeof ListQuery>;

/** The envelope of a list; `name` is the plural of the resource, or `items`. */
export const Page = <N extends string, T extends TSchema>(name: N, item: T) =>
  Type.Object({
    skip: Amount('The `skip` of the request.'),
    take: Amount('The `take` of the request.'),
    total: Amount('Total number of matches on all pages.'),
    nextCursor: MaybeText('Cursor of the next page: send it as `cursor`. Absent on the last page.'),
    ...({ [name]: Type.Array(item) } as Record<N, ReturnType<typeof Type.Array<T>>>),
  });

export const IdParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the resource.' }),
});
