import type { BuiltInPerson } from '../face-kind.ts';
import type { Look } from './look.ts';

export interface PaintedPerson extends BuiltInPerson {
  look: Look;
}

/** The painted people, one entry each. This file loads no canvas, so the main process may import it. */
export const PEOPLE: readonly PaintedPerson[] = [
  {
    identity: 'maya',
    name: 'Maya',
    description: 'Warm and attentive, long dark hair, teal blazer, a bright office',
    look: {
      seed: 7,
      skin: { base: '#e0a884', shadow: '#9a5038', light: '#ffe0c2', blush: '#d65f4e' },
      face: { width: 0.975, jaw: 0, chin: 0, freckles: 0, lines: 0, ears: false },
      nose: { width: 0.94, length: 0 },
      lips: { colour: '#b5525a', fullness: 1, width: 1 },
      eyes: { colour: '#6b4526', size: 1, tilt: 0.03, lash: 1, crease: 1 },
      brows: { colour: '#3a241b', thickness: 0.95, arch: 1 },
      hair: { style: 'long', colour: '#3a2218', light: '#9a6740' },
      earrings: '#e8c77a',
      garment: { style: 'blazer', colour: '#1f4a52', second: '#f1e9de' },
      build: { neck: 76, shoulders: 0.96 },
      backdrop: { style: 'office', from: '#cdbba4', to: '#56666c' },
    },
  },
  {
    identity: 'daniel',
    name: 'Daniel',
    description: 'Calm and sure, short hair and beard, navy suit, an evening studio',
    look: {
      seed: 21,
      skin: { base: '#96623f', shadow: '#472214', light: '#d89f70', blush: '#8f3c28' },
      face: { width: 1.02, jaw: 1, chin: 4, freckles: 0, lines: 0.15, ears: true },
      nose: { width: 1.16, length: 2 },
      lips: { colour: '#8d4d44', fullness: 1.1, width: 1.04 },
      eyes: { colour: '#3b2415', size: 0.93, tilt: 0, lash: 0.25, crease: 0.9 },
      brows: { colour: '#15100e', thickness: 1.25, arch: 0.6 },
      hair: { style: 'fade', colour: '#17110f', light: '#54423a' },
      beard: { density: 0.75, colour: '#17110f' },
      garment: { style: 'suit', colour: '#2b3f66', second: '#f4f4f2' },
      build: { neck: 100, shoulders: 1.1 },
      backdrop: { style: 'studio', from: '#7d98ad', to: '#22324a' },
    },
  },
  {
    identity: 'ada',
    name: 'Ada',
    description: 'Experienced and kind, silver hair and glasses, wine cardigan, a library',
    look: {
      seed: 45,
      skin: { base: '#eec2a6', shadow: '#b06a54', light: '#fff0e0', blush: '#dc6f66' },
      face: { width: 0.985, jaw: 0.25, chin: 2, freckles: 0, lines: 1, ears: false },
      nose: { width: 1, length: 3 },
      lips: { colour: '#b85a5e', fullness: 0.82, width: 1 },
      eyes: { colour: '#4f7390', size: 0.95, tilt: -0.02, lash: 0.55, crease: 0.8 },
      brows: { colour: '#8b7d76', thickness: 0.85, arch: 0.9 },
      hair: { style: 'silver', colour: '#8f8d92', light: '#f6f4f2' },
      glasses: { colour: '#5a2b3d', shape: 'square' },
      earrings: '#f3efe6',
      garment: { style: 'cardigan', colour: '#6e2239', second: '#f0e6dc' },
      build: { neck: 78, shoulders: 0.97 },
      backdrop: { style: 'library', from: '#b98f62', to: '#3d2a20' },
    },
  },
  {
    identity: 'kenji',
    name: 'Kenji',
    description: 'Young and easy-going, swept dark hair, grey sweater, a city at night',
    look: {
      seed: 63,
      skin: { base: '#ecbd94', shadow: '#a86848', light: '#fff0d8', blush: '#d97a62' },
      face: { width: 0.99, jaw: 0.55, chin: 0, freckles: 0, lines: 0, ears: true },
      nose: { width: 0.98, length: -2 },
      lips: { colour: '#c17a6c', fullness: 0.92, width: 0.95 },
      eyes: { colour: '#2e1d14', size: 0.93, tilt: 0.075, lash: 0.3, crease: 0.25 },
      brows: { colour: '#191313', thickness: 1.15, arch: 0.5 },
      hair: { style: 'swept', colour: '#15141a', light: '#5d6074' },
      garment: { style: 'sweater', colour: '#59616d', second: '#e9e6e1' },
      build: { neck: 92, shoulders: 1.04 },
      backdrop: { style: 'night', from: '#39406b', to: '#0f1428' },
    },
  },
  {
    identity: 'ines',
    name: 'Inês',
    description: 'Curious and lively, copper bob and freckles, mustard turtleneck, plants',
    look: {
      seed: 33,
      skin: { base: '#f2c6aa', shadow: '#b96c52', light: '#fff2e2', blush: '#e26c62' },
      face: { width: 0.965, jaw: 0, chin: -2, freckles: 1, lines: 0, ears: false },
      nose: { width: 0.92, length: -3 },
      lips: { colour: '#c85f60', fullness: 0.98, width: 0.98 },
      eyes: { colour: '#4a7f73', size: 1.04, tilt: 0.02, lash: 0.85, crease: 1 },
      brows: { colour: '#8a4c28', thickness: 0.9, arch: 0.9 },
      hair: { style: 'bob', colour: '#9c4a22', light: '#f0a868' },
      garment: { style: 'turtleneck', colour: '#c98a3a', second: '#e9bd72' },
      build: { neck: 74, shoulders: 0.95 },
      backdrop: { style: 'plants', from: '#d9e2d0', to: '#67806a' },
    },
  },
  {
    identity: 'amara',
    name: 'Amara',
    description: 'Bright and confident, natural curls, emerald blouse, a terracotta wall',
    look: {
      seed: 88,
      skin: { base: '#7c4a30', shadow: '#351608', light: '#c98d62', blush: '#9a3c2c' },
      face: { width: 0.98, jaw: 0.15, chin: 0, freckles: 0, lines: 0, ears: true },
      nose: { width: 1.14, length: 0 },
      lips: { colour: '#8e3f45', fullness: 1.2, width: 1.02 },
      eyes: { colour: '#3a2012', size: 1.02, tilt: 0.045, lash: 1, crease: 1 },
      brows: { colour: '#140c0a', thickness: 1, arch: 1.1 },
      hair: { style: 'curls', colour: '#1a100c', light: '#7d4f35' },
      earrings: '#f0c05a',
      garment: { style: 'wrap', colour: '#0f6b55', second: '#14856a' },
      build: { neck: 76, shoulders: 0.96 },
      backdrop: { style: 'terracotta', from: '#e5a57c', to: '#8f4630' },
    },
  },
];

/** @throws Error when there is no such person */
export function lookOf(identity: string): Look {
  const person = PEOPLE.find((each) => each.identity === identity);
  if (!person) throw new Error(`There is no painted person "${identity}".`);
  return person.look;
}
