/** The parts of the OpenAPI document that the reference reads. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
  format?: string;
  pattern?: string;
  default?: unknown;
  readOnly?: boolean;
  const?: string;
  [limit: string]: unknown;
}

export interface Content {
  content?: Record<string, { schema: Schema; example?: unknown }>;
  description?: string;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  parameters?: {
    in: string;
    name: string;
    required?: boolean;
    description?: string;
    schema: Schema;
    example?: unknown;
  }[];
  requestBody?: Content;
  responses: Record<string, Content>;
  security?: Record<string, string[]>[];
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema> };
}

/** An operation with its method and path. */
export interface Call extends Operation {
  /** In upper case. */
  method: string;
  path: string;
}

export const listCalls = ({ paths }: OpenApi): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
