import { type Static, Type } from 'typebox';
import {
  Amount,
  DateTime,
  Id,
  ListQuery,
  MaybeText,
  OrganizationId,
  Query,
  Resource,
  TEXT_LIMITS,
  Text,
} from './common.ts';

export const Memory = Resource(
  'Memory',
  {
    id: Id('Identifier of the memory.', 'mem_01k3m6v2q8e4tb9p0x7yz5wnhd'),
    organizationId: OrganizationId,
    client: MaybeText('Client of the conversation. Absent if it has none.'),
    user: Text('Identity of the consumer.'),
    avatarId: Text('Id of the avatar or character to which it was said.'),
    content: Type.String({
      description: 'What the consumer said, in their own words.',
      examples: ['I am allergic to nuts.'],
    }),
    conversationId: Text('Id of the conversation in which it was last said.'),
    createdAt: DateTime('When it was first said.'),
    updatedAt: DateTime('When it was last said.'),
  },
  'A statement of a consumer to an avatar whose agent has `memory`. It is used only in conversations of the same consumer ' +
    'with the same avatar and client.',
);
export type Memory = Static<typeof Memory>;

const filters = {
  client: ListQuery.properties.client,
  user: Type.Optional(
    Type.String({
      maxLength: TEXT_LIMITS.identity,
      description: 'Match only memories of the consumer with this identity.',
    }),
  ),
  avatar: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Match only memories of the avatar or character with this id.',
    }),
  ),
};
const { skip, take, cursor } = ListQuery.properties;
export const ListMemoriesQuery = Query({ skip, take, cursor, ...filters });
export type ListMemoriesQuery = Static<typeof ListMemoriesQuery>;

export const EraseMemoriesQuery = Query(filters);
export type EraseMemoriesQuery = Static<typeof EraseMemoriesQuery>;

export const ErasedMemories = Resource('ErasedMemories', {
  erased: Amount('Number of erased memories.'),
});
