import { type Static, Type } from 'typebox';
import { DateTime, Id, ListQuery, Query, Resource, TEXT_LIMITS } from './common.ts';

export const Memory = Resource(
  'Memory',
  {
    id: Id('Identifier of the memory.', 'mem_01k3m6v2q8e4tb9p0x7yz5wnhd'),
    organizationId: Type.String(),
    client: Type.Optional(Type.String({ description: 'Client of the conversation.' })),
    user: Type.String({ description: 'Identity of the consumer.' }),
    avatarId: Type.String({ description: 'The avatar or the character it was said to.' }),
    content: Type.String({
      description: 'In the consumer’s own words.',
      examples: ['I am allergic to nuts.'],
    }),
    conversationId: Type.String({ description: 'The conversation in which it was last said.' }),
    createdAt: DateTime('When it was first said.'),
    updatedAt: DateTime('When it was last said.'),
  },
  'Something that a consumer said to an avatar whose agent has a memory. Only conversations of the same consumer with the ' +
    'same avatar and client recall it.',
);
export type Memory = Static<typeof Memory>;

const filters = {
  client: ListQuery.properties.client,
  user: Type.Optional(
    Type.String({ maxLength: TEXT_LIMITS.identity, description: 'Only those of this consumer.' }),
  ),
  avatar: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only those of this avatar or character.' }),
  ),
};
const { skip, take, cursor } = ListQuery.properties;
export const ListMemoriesQuery = Query({ skip, take, cursor, ...filters });
export type ListMemoriesQuery = Static<typeof ListMemoriesQuery>;

export const EraseMemoriesQuery = Query(filters);
export type EraseMemoriesQuery = Static<typeof EraseMemoriesQuery>;

export const ErasedMemories = Resource('ErasedMemories', {
  erased: Type.Number({ description: 'How many memories were erased.' }),
});
