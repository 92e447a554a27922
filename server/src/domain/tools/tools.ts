import { type CreateTool, STANDARD_TOOLS, TOOL_TIMEOUT_MS, type UpdateTool } from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import { invalid, unprocessable } from '../errors.ts';
import { type AddressPolicy, checkAddress, isOtherServer, OTHER_SERVER } from '../messages/check-address.ts';
import type { SecretHolder, SigningSecrets } from '../messages/sign-message.ts';
import { type Owned, type OwnedStore, ownedResources } from '../owned.ts';
import { checkParameters, NO_PARAMETERS } from './tool-parameters.ts';

/** A tool; its secrets are encrypted. */
export interface Tool extends Owned, SecretHolder {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  url: string;
  headerNames: readonly string[];
  /** Encrypted JSON of header names and values. */
  headers: string | null;
  timeoutMs: number;
}

export interface ToolsNeeds {
  store: OwnedStore<Tool>;
  secrets: SigningSecrets;
  addressPolicy: AddressPolicy;
  clock: Clock;
}

const TOOLS_PER_ORGANIZATION = 200;

/** A header name according to RFC 9110. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/;
/** Headers that are set by HTTP or by this service. */
const OWN_HEADERS =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-.*|webhook-.*)$/;

export type Tools = ReturnType<typeof createTools>;

export function createTools({ store, secrets, addressPolicy, clock }: ToolsNeeds) {
  const tools = ownedResources('tool', 'tool', store, clock);

  function sealHeaders(headers: Record<string, string> | null | undefined) {
    if (headers === undefined) return {};
    const read = readHeaders(headers ?? {});
    const headerNames = Object.keys(read).sort();
    return { headerNames, headers: headerNames.length > 0 ? secrets.seal(JSON.stringify(read)) : null };
  }

  return {
    ...tools,
    /** `secret` is returned only here. */
    async create(organizationId: string, fields: CreateTool) {
      checkName(fields.name);
      const url = checkAddress(fields.url, addressPolicy);
      const parameters = fields.parameters ?? NO_PARAMETERS;
      checkParameters(parameters);
      const { secret, stored: storedSecret } = secrets.make();
      const tool = await tools.add(
        organizationId,
        {
          name: fields.name,
          description: fields.description,
          parameters,
          url,
          headerNames: [],
          headers: null,
          ...sealHeaders(fields.headers),
          timeoutMs: fields.timeoutMs ?? TOOL_TIMEOUT_MS.default,
          ...storedSecret,
          client: fields.client ?? null,
        },
        TOOLS_PER_ORGANIZATION,
      );
      return { tool, secret };
    },
    update: async (organizationId: string, id: string, fields: UpdateTool) => {
      const { name, description, parameters, url, headers, timeoutMs, client } = fields;
      if (name !== undefined) checkName(name);
      if (parameters) checkParameters(parameters);
      const address = url === undefined ? undefined : checkAddress(url, addressPolicy);
      if (address !== undefined && headers === undefined) {
        const before = await tools.get(organizationId, id);
        if (before.headers && isOtherServer(before.url, address))
          throw unprocessable('headers', OTHER_SERVER);
      }
      return tools.change(organizationId, id, {
        name,
        description,
        parameters: parameters === null ? NO_PARAMETERS : parameters,
        url: address,
        ...sealHeaders(headers),
        timeoutMs: timeoutMs === null ? TOOL_TIMEOUT_MS.default : timeoutMs,
        client,
      } as Partial<Tool>);
    },
    /** Replaces the secret; the old one stays valid for a day. */
    async rotate(organizationId: string, id: string) {
      const before = await tools.get(organizationId, id);
      const { secret, stored: storedSecret } = secrets.make(before, clock());
      return { tool: await tools.change(organizationId, id, storedSecret), secret };
    },
    /** Returns the ids of the tools to which a request refers. @throws DomainError `unprocessable` for a missing one */
    async resolveReferences(
      organizationId: string,
      references: readonly { id: string }[] | null | undefined,
      path: string,
    ) {
      if (references === undefined) return undefined;
      const ids = (references ?? []).map(({ id }) => id);
      const found = await tools.getMany(organizationId, ids);
      const missing = ids.findIndex((id) => !found.has(id));
      if (missing >= 0) await tools.resolveReference(organizationId, ids[missing]!, `${path}.${missing}.id`);
      return ids;
    },
  };
}

function checkName(name: string): void {
  if ((STANDARD_TOOLS as readonly string[]).includes(name)) {
    throw unprocessable('name', `${name} is a built-in tool of agents; choose another name.`);
  }
}

function readHeaders(headers: Record<string, string>): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    const path = `headers.${name.slice(0, 64)}`;
    if (!HEADER_NAME.test(lower)) throw invalid(path, 'is not a valid header name');
    if (OWN_HEADERS.test(lower)) throw invalid(path, 'is set by the service itself');
    if (Object.hasOwn(read, lower)) throw invalid(path, 'is given twice');
    read[lower] = value;
  }
  return read;
}
