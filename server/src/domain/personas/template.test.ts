import { describe, expect, test } from 'vitest';
import { DomainError } from '../errors.ts';
import { checkTemplate, renderTemplate } from './template.ts';

const render = (template: string, variables: Record<string, unknown> = {}) =>
  renderTemplate(template, variables, { template: 'greeting', variables: 'templateVars' });

describe('renderTemplate', () => {
  test.each([
    ['no variable', {}, 'no variable'],
    ['Hi {{name}}!', { name: 'Bo' }, 'Hi Bo!'],
    ['{{a}} {{{a}}} {{&a}}', { a: '<b> & "c"' }, '<b> & "c" <b> & "c" <b> & "c"'],
    ['{{user.name.first}}', { user: { name: { first: 'Bo' } } }, 'Bo'],
    ['{{n}} {{b}} {{o}}', { n: 0, b: false, o: { x: [1] } }, '0 false {"x":[1]}'],
    ['{{#vip}}Very {{/vip}}dear{{^vip}} you{{/vip}}', { vip: true }, 'Very dear'],
    ['{{#vip}}Very {{/vip}}dear{{^vip}} you{{/vip}}', {}, 'dear you'],
    ['{{#items}}{{name}} of {{owner}}; {{/items}}', { owner: 'Bo', items: [{ name: 'a' }] }, 'a of Bo; '],
    ['{{#items}}{{.}} {{/items}}', { items: ['a', 'b'] }, 'a b '],
  ])('%s with %j is %s', (template, variables, text) => {
    expect(render(template, variables)).toBe(text);
  });

  test.each([
    ['{{name}}', {}, 'name'],
    ['{{user.name}}', { user: {} }, 'user.name'],
    ['{{user.name}}', { user: 'Bo' }, 'user.name'],
    ['{{name}}', { name: null }, 'name'],
    ['{{constructor}}', {}, 'constructor'],
    ['{{a.toString}}', { a: {} }, 'a.toString'],
    ['{{length}}', { a: 1 }, 'length'],
  ])('%s with %j misses %s', (template, variables, name) => {
    expect(() => render(template, variables)).toThrow(
      `templateVars.${name}: has no value, and stands in the greeting.`,
    );
    expect(() => render(template, variables)).toThrow(DomainError);
  });

  test('a value is data: what looks like a template in it stays', () => {
    expect(render('{{a}}', { a: '{{b}}' })).toBe('{{b}}');
  });
});

describe('checkTemplate', () => {
  test.each(['{{#a}}', '{{name', '{{/a}}', '{{#a}}{{/b}}'])('%s can never be filled in', (template) => {
    expect(() => checkTemplate(template, 'greetingMsg')).toThrow(/^greetingMsg: The template is malformed/);
    expect(() => render(template)).toThrow(/malformed/);
  });
  test('what can be, and what is not there, passes', () => {
    checkTemplate('Hi {{name}}', 'x');
    checkTemplate(null, 'x');
    checkTemplate(undefined, 'x');
  });
});
