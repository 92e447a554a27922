import { IdParams, ListQuery, Page } from '@visavis/contracts';
import type { FastifyContextConfig, FastifyRequest, FastifySchema } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Permission } from '../domain/members/roles.ts';
import type { PageOf, PageRequest } from '../domain/owned.ts';
import type { ApiApp } from './api-app.ts';
import { pageEnvelope, readPageQuery } from './page.ts';
import type { Links } from './plugins/links.ts';

/** OpenAPI texts of an operation whose name does not say enough. */
interface Operation {
  summary?: string;
  description?: string;
}

interface OperationOnOne extends Operation {
  /** For larger responses than usual: how the request counts towards its organization's limits. */
  load?: Pick<FastifyContextConfig, 'isHeavy' | 'isList'>;
}

interface OperationWithBody<Body extends TSchema> extends OperationOnOne {
  body: Body;
  /** Default `BODY_BYTES`. */
  bodyLimit?: number;
  audited?: FastifyContextConfig['audited'];
}

type RequestForOne = FastifyRequest<{ Params: { id: string } }>;

/** Default descriptions of changes and deletions. */
const PATCH_DESCRIPTION = 'Omitted fields stay unchanged; `null` resets a field to its default.';
const PUT_DESCRIPTION = 'Replaces the whole resource: omitted fields are reset to their defaults.';
const DELETE_DESCRIPTION =
  'Deletes the resource permanently and returns it. Fails with 409 while another resource uses it.';

/**
 * The usual operations on an organization's resources of one kind, for callers with an API key, or on those of the
 * operator, whose functions get an empty id in place of the organization's. Each function registers
 * one route: its first argument calls the domain, whose result is the response; the second describes it in the OpenAPI
 * document. Path, tag and `operationId` are derived from `names`. Routes that differ otherwise are written out.
 */
export function ownedRoutes<Row, Schema extends TSchema>(
  app: ApiApp,
  resource: {
    /** `['knowledge base', 'knowledge bases']` */
    names: readonly [singular: string, plural: string];
    /** Tags in the OpenAPI document; by default the second name. */
    tags?: string[];
    schema: Schema;
    /** By default `api_key`. */
    access?: 'api_key' | 'admin';
    /** What members need for all of these operations; by default it depends on the method. */
    permission?: Permission;
    /** Turns rows into responses, all at once, to read related rows together. `each` takes a function for one row. */
    present: (rows: readonly Row[], request: FastifyRequest) => Static<Schema>[] | Promise<Static<Schema>[]>;
  },
) {
  const { names, schema: responseSchema, access = 'api_key', present, permission } = resource;
  const [singular, plural] = names;
  const { tags = [plural] } = resource;
  const path = `/${plural.toLowerCase().replaceAll(' ', '-')}`;
  const config = { access, ...(permission && { permission }) };
  const ownerOf = (request: FastifyRequest) => (access === 'admin' ? '' : request.organization.id);
  const describe = (verb: string, name: string, { summary, description }: Operation) => ({
    operationId: inCamelCase(`${verb} ${name}`),
    summary: summary ?? `${verb[0]!.toUpperCase()}${verb.slice(1)} ${name}`,
    ...(description !== undefined && { description }),
    tags,
  });
  // The handlers are typed by hand, because no types can be inferred from a schema that is a parameter.
  const untyped = app.withTypeProvider();

  async function presentOne(row: Row, request: FastifyRequest): Promise<Static<Schema>> {
    const [presented] = await present([row], request);
    return presented!;
  }

  function routeForOne(
    method: 'GET' | 'PATCH' | 'PUT' | 'DELETE',
    verb: string,
    { body, bodyLimit, load, audited, ...operation }: Operation & Partial<OperationWithBody<TSchema>>,
    run: (request: RequestForOne) => Promise<Row>,
  ): void {
    untyped.route<{ Params: { id: string } }>({
      method,
      url: `${path}/:id`,
      config: { ...config, ...load, ...(audited && { audited }) },
      ...(bodyLimit && { bodyLimit }),
      schema: {
        ...describe(verb, singular, operation),
        params: IdParams,
        ...(body && { body }),
        response: { 200: responseSchema },
      },
      handler: async (request) => presentOne(await run(request), request),
    });
  }

  /** `PATCH` or `PUT` of one resource. */
  const changeRoute =
    (method: 'PATCH' | 'PUT', verb: string, description: string) =>
    <Body extends TSchema>(
      change: (
        organizationId: string,
        id: string,
        fields: Static<Body>,
        request: FastifyRequest,
      ) => Promise<Row>,
      operation: OperationWithBody<Body>,
    ): void =>
      routeForOne(method, verb, { description, ...operation }, (request) =>
        change(ownerOf(request), request.params.id, request.body as Static<Body>, request),
      );

  /** `POST` to the path. */
  function create<Body extends TSchema>(
    add: (organizationId: string, fields: Static<Body>, request: FastifyRequest) => Promise<Row>,
    { body, bodyLimit, audited, ...operation }: OperationWithBody<Body>,
  ): void {
    const schema: FastifySchema = {
      ...describe('create', singular, operation),
      body,
      response: { 201: responseSchema },
    };
    const options = {
      config: { ...config, ...(audited && { audited }) },
      ...(bodyLimit && { bodyLimit }),
      schema,
    };
    untyped.post(path, options, async (request, reply) => {
      const row = await add(ownerOf(request), request.body as Static<Body>, request);
      return reply.code(201).send(await presentOne(row, request));
    });
  }

  /** `GET` of the path: a page whose rows are listed under the resource's name. */
  function list<Query extends TSchema = typeof ListQuery>(
    find: (organizationId: string, page: PageRequest, query: Static<Query>) => Promise<PageOf<Row>>,
    { querystring, ...operation }: Operation & { /** Adds filters. */ querystring?: Query } = {},
  ): void {
    const listedAs = inCamelCase(plural);
    const schema: FastifySchema = {
      ...describe('list', plural, operation),
      querystring: querystring ?? ListQuery,
      response: { 200: Page(listedAs, responseSchema) },
    };
    untyped.get<{ Querystring: ListQuery }>(path, { config, schema }, async (request) => {
      const { query } = request;
      const page = await find(ownerOf(request), readPageQuery(query), query as Static<Query>);
      return { ...pageEnvelope(page), [listedAs]: await present(page.rows, request) };
    });
  }

  /** `GET` of one resource. */
  function get(
    find: (organizationId: string, id: string) => Promise<Row>,
    operation: OperationOnOne = {},
  ): void {
    routeForOne('GET', 'get', operation, (request) => find(ownerOf(request), request.params.id));
  }

  /** `DELETE` of one resource. */
  function remove(
    removeRow: (organizationId: string, id: string) => Promise<Row>,
    operation: Operation = {},
  ): void {
    const described = { description: DELETE_DESCRIPTION, ...operation };
    routeForOne('DELETE', 'delete', described, (request) => removeRow(ownerOf(request), request.params.id));
  }

  return {
    create,
    list,
    get,
    update: changeRoute('PATCH', 'update', PATCH_DESCRIPTION),
    replace: changeRoute('PUT', 'replace', PUT_DESCRIPTION),
    remove,
  };
}

/** `list API keys` becomes `listApiKeys`. */
function inCamelCase(words: string): string {
  return words.toLowerCase().replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Makes the `present` of `ownedRoutes` from a function for one row, if no related rows are needed. */
export const each =
  <Row, Shown>(present: (row: Row, links: Links) => Shown) =>
  (rows: readonly Row[], { links }: FastifyRequest): Shown[] =>
    rows.map((row) => present(row, links));
