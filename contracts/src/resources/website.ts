import { type Static, Type } from 'typebox';
import {
  Body,
  Client,
  Id,
  MaybeText,
  MaybeTime,
  OptionalInteger,
  OrganizationId,
  OwnClient,
  READ_ONLY,
  RequiredText,
  Resource,
  Text,
  TIMESTAMPS,
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
    organizationId: OrganizationId,
    client: OwnClient,
    knowledgeBaseId: Text('Id of the knowledge base to which its pages belong.'),
    url: Text('URL of the first page.'),
    depth: Type.Integer({ description: 'Maximum number of links between `url` and a page.' }),
    maxPages: Type.Integer({ description: 'Maximum number of pages that are read.' }),
    refreshHours: Type.Optional(
      Type.Integer({
        description: 'Hours after each reading until the next one. If absent, it is read only on request.',
      }),
    ),
    status: Type.Enum(WEBSITE_STATUSES, { description: 'State of the last reading.' }),
    statusReason: MaybeText('Why the reading failed, or which parts were not read.'),
    pages: Type.Integer({ description: 'Number of pages found by the current or last reading.' }),
    readAt: MaybeTime(
      'When the last reading ended. Absent until the first one with the current settings has ended.',
    ),
    nextReadAt: MaybeTime('When it is read again. Absent if no reading is scheduled.'),
    ...TIMESTAMPS,
  },
  'A website, or a part of it, whose pages are documents of a knowledge base.',
);
export type Website = Static<typeof Website>;

const optional = {
  depth: OptionalInteger({
    minimum: 0,
    maximum: 5,
    description: `Maximum number of links between \`url\` and a page; 0 reads only this page. Default: ${WEBSITE_DEFAULTS.depth}.`,
  }),
  maxPages: OptionalInteger({
    minimum: 1,
    maximum: 300,
    description: `Maximum number of pages that are read. Default: ${WEBSITE_DEFAULTS.maxPages}.`,
  }),
  refreshHours: OptionalInteger({
    minimum: 1,
    maximum: 720,
    description:
      'Hours after each reading until the website is read again. Default: it is read again only on request.',
  }),
  client: Client,
};
export const CreateWebsite = Body({
  knowledgeBaseId: RequiredText(100, 'Id of the knowledge base to which the pages are added.'),
  url: RequiredText(
    URL_LENGTH,
    'URL of the first page. This page is read, and the pages of the same site below its path to which its links lead. Pages ' +
      'that the `robots.txt` of the site forbids are skipped.',
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
