import { typeidUnboxed } from 'typeid-js';

export type IdPrefix =
  | 'org'
  | 'key'
  | 'kb'
  | 'doc'
  | 'voc'
  | 'brn'
  | 'face'
  | 'char'
  | 'conv'
  | 'agt'
  | 'avt'
  | 'evt'
  | 'whk'
  | 'dlv'
  | 'tool'
  | 'call'
  | 'mem'
  | 'emb'
  | 'ers'
  | 'aud'
  | 'vis'
  | 'msrv'
  | 'site'
  | 'mbr'
  | 'inv'
  | 'ses';

/** Returns a TypeID: the prefix and a UUIDv7, so that identifiers sort by creation time. */
export const newId = (prefix: IdPrefix): string => typeidUnboxed(prefix);
