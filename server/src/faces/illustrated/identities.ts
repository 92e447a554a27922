/** The built-in people. This file loads no canvas: lists and validation may import it freely. */
export const ILLUSTRATED_IDENTITIES = [
  {
    id: 'maya',
    name: 'Maya',
    description: 'Warm and attentive, long dark hair, teal blazer, a bright office',
  },
  {
    id: 'daniel',
    name: 'Daniel',
    description: 'Calm and sure, short hair and beard, navy suit, an evening studio',
  },
  {
    id: 'ada',
    name: 'Ada',
    description: 'Experienced and kind, silver hair and glasses, wine cardigan, a library',
  },
  {
    id: 'kenji',
    name: 'Kenji',
    description: 'Young and easy-going, swept dark hair, grey sweater, a city at night',
  },
  {
    id: 'ines',
    name: 'Inês',
    description: 'Curious and lively, copper bob and freckles, mustard turtleneck, plants',
  },
  {
    id: 'amara',
    name: 'Amara',
    description: 'Bright and confident, natural curls, emerald blouse, a terracotta wall',
  },
] as const;

export type IllustratedIdentity = (typeof ILLUSTRATED_IDENTITIES)[number]['id'];

export const DEFAULT_IDENTITY: IllustratedIdentity = 'maya';

export function isIllustratedIdentity(id: string): id is IllustratedIdentity {
  return ILLUSTRATED_IDENTITIES.some((identity) => identity.id === id);
}
