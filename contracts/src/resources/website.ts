import { type Static, Type } from 'typebox';
import {
  Body,
  Client,
  DateTime,
  Id,
  OptionalInteger,
  READ_ONLY,
  RequiredText,
  Resource,
  UpdateBody,
} from './common.ts';

export const WEBSITE_STATUSES = ['reading', 'read', 'failed'] as const;
export type WebsiteStatus = (typeof WEBSITE_STATUSES)[number];

const URL_LENGTH = 2_000;
export const WEBSITE_DEFAULTS = { depth: 2, maxPages: 50 } as const;

export const Website = Resource(
  'Website',
  {
    id: Id('Identifier of the website.', 'site_01k3m6v2q8e4tb9p0x7yz5wnhd'),
    organizationId: Type.String(),
    client: Type.Optional(Type.String()),
    knowledgeBaseId: Type.String({ description: 'Whose documents its pages are.' }),
    url: Type.String(),
    depth: Type.Integer(),
    maxPages: Type.Integer(),
    refreshHours: Type.Optional(Type.Integer()),
    status: Type.Enum(WEBSITE_STATUSES),
    statusReason: Type.Optional(
      Type.String({ description: 'Why it is `failed`, or what was not read of it.' }),
    ),
    pages: Type.Integer({ description: 'How many of its pages were found so far, or at the last reading.' }),
    readAt: Type.Optional(DateTime('When the last reading ended since its fields were changed.')),
    nextReadAt: Type.Optional(DateTime('When it is read again.')),
    createdAt: DateTime('When it was created.'),
    updatedAt: DateTime('When it last changed.'),
  },
  'A website, or a part of one, whose pages are documents of a knowledge base.',
);
export type Website = Static<typeof Website>;

const optional = {
  depth: OptionalInteger({
    minimum: 0,
    maximum: 5,
    description: `How many links away from \`url\` a page may be; 0 is this one page, ${WEBSITE_DEFAULTS.depth} where absent.`,
  }),
  maxPages: OptionalInteger({
    minimum: 1,
    maximum: 300,
    description: `The most pages that are read; ${WEBSITE_DEFAULTS.maxPages} where absent.`,
  }),
  refreshHours: OptionalInteger({
    minimum: 1,
    maximum: 720,
    description:
      'So many hours after each reading it is read again; where absent, only when that is asked for.',
  }),
  client: Client,
};
export const CreateWebsite = Body({
  knowledgeBaseId: RequiredText(100, 'Whose documents its pages become.'),
  url: RequiredText(
    URL_LENGTH,
    'Its address. Read are this page and those of the same site below its path that it leads to; what the site’s ' +
      '`robots.txt` forbids is left out.',
  ),
  ...optional,
});
export type CreateWebsite = Static<typeof CreateWebsite>;
export const UpdateWebsite = UpdateBody(optional, [
  ...READ_ONLY,
  'knowledgeBaseId',
  'url',
  'status',
  'statusReason',
  'pages',
  'readAt',
  'nextReadAt',
]);
export type UpdateWebsite = Static<typeof UpdateWebsite>;
