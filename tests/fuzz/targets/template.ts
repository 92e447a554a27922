import { DomainError } from '@visavis/server/dist/domain/errors.js';
import { checkTemplate, renderTemplate } from '@visavis/server/dist/domain/personas/template.js';
import type { FuzzTarget } from '../fuzz-target.ts';

const VARIABLES = {
  name: 'Ada',
  user: { name: 'Uma', list: [1, { a: 2 }] },
  empty: '',
  long: 'x'.repeat(5000),
  no: null,
};

export const target: FuzzTarget = {
  about: 'texts with variables in double braces',
  covers: ['/personas/template.js'],
  seeds: [
    'Hello {{name}}, {{{user.name}}}!',
    '{{& name }} {{user.list}} {{long}}',
    '{{empty}}{{user.list.1.a}} } {',
  ],
  tokens: '{{ }} {{{ }}} {{#name}} {{& {{long}} {{__proto__}} {{constructor}} . user {{no}}',
  declares: [DomainError],
  read(input) {
    checkTemplate(input.toString(), 'instructions');
    return renderTemplate(input.toString(), VARIABLES, 'instructions');
  },
};
