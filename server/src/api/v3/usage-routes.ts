import {
  Concurrency,
  DefaultProvider,
  OwnOrganization,
  UsageByPart,
  UsageByPartQuery,
  UsageQuery,
  UserUsage,
} from '@visavis/contracts';
import { Type } from 'typebox';
import { type Endpoint, operation } from '../api-app.ts';
import { dateOf, pageEnvelope, readPageQuery } from '../page.ts';
import { withoutEmpty } from '../present/present.ts';

export const usageRoutes: Endpoint = (app, { conversations, defaultAnswer, usage }) => {
  app.get(
    '/organizations/user-usage',
    operation('api_key', 'organizations', {
      operationId: 'getUserUsage',
      summary: 'Per-user billing cycle usage',
      description:
        'Returns the usage of each consumer in a billing cycle, those with the most seconds first. Seconds count from the join to ' +
        'the end. A conversation belongs completely to the cycle in which it started.',
      querystring: UsageQuery,
      response: { 200: UserUsage },
    }),
    async (request) => {
      const { user, from } = request.query;
      const wanted = { ...readPageQuery(request.query), ...(user !== undefined && { user }) };
      const page = await usage.byUser(request.organization, wanted, dateOf(from));
      return {
        cycleStart: page.cycle.start.toISOString(),
        cycleEnd: page.cycle.end.toISOString(),
        ...pageEnvelope(page),
        users: page.rows.map(withoutEmpty),
      };
    },
  );
  app.get(
    '/organizations/usage',
    operation('api_key', 'organizations', {
      operationId: 'getUsage',
      summary: 'Get billing cycle usage by group',
      description:
        'Returns the usage in a billing cycle by day, character or avatar, agent, or embed. Seconds are counted as in the per-user usage.',
      querystring: UsageByPartQuery,
      response: { 200: UsageByPart },
      flags: { isHeavy: true },
    }),
    async ({ organization, query: { by, from } }) => {
      const { cycle, rows } = await usage.byPart(organization, by, dateOf(from));
      return {
        cycleStart: cycle.start.toISOString(),
        cycleEnd: cycle.end.toISOString(),
        parts: rows.map(withoutEmpty),
      };
    },
  );
  app.get(
    '/organizations/freemium-usage',
    operation('api_key', 'organizations', {
      operationId: 'getFreemiumUsage',
      summary: 'Get free plan usage',
      description:
        'Returns the seconds of conversations that were started on the free plan in the current billing cycle.',
      response: { 200: Type.Number({ description: 'Seconds of conversation.' }) },
    }),
    async (request) => usage.freemiumSecondsThisCycle(request.organization),
  );
  app.get(
    '/organizations/concurrency',
    operation('api_key', 'organizations', {
      operationId: 'getConcurrency',
      summary: 'Get concurrency',
      description: 'Returns the number of running conversations and the limit of the organization.',
      response: { 200: Concurrency },
    }),
    async (request) => {
      const limit = request.organization.concurrentSessions;
      const active = await conversations.countRunning(request.organization.id);
      return { limit, active, canStart: active < limit };
    },
  );
  app.get(
    '/organizations/own',
    operation('api_key', 'organizations', {
      operationId: 'getOwnOrganization',
      summary: 'Get the organization of the API key',
      response: { 200: OwnOrganization },
    }),
    async ({ organization: { id, name, anchorDay, createdAt } }) => ({
      id,
      name,
      anchorDay,
      createdAt: createdAt.toISOString(),
    }),
  );
  app.get(
    '/organizations/default-provider',
    operation('api_key', 'organizations', {
      operationId: 'getDefaultProvider',
      summary: 'Get the default provider',
      description:
        'Returns the provider that currently answers for agents with `anyProvider` and for characters without `elevenlabsAgentId`.',
      response: { 200: DefaultProvider },
    }),
    async ({ organization }) => withoutEmpty(await defaultAnswer(organization.id)),
  );
};
