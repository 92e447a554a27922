import { describe, expect, test } from 'vitest';
import { DomainError } from '../errors.ts';
import { checkTemplate, MAX_RENDERED_CHARACTERS, renderTemplate } from './template.ts';

const render = (template: string, variables: Record<string, unknown> = {}) =>
  renderTemplate(template, variables, 'greeting');

describe('renderTemplate', () => {
  test.each([
    ['no variable', {}, 'no variable'],
    ['Hi {{name}}!', { name: 'Bo' }, 'Hi Bo!'],
    ['{{a}} {{{a}}} {{&a}}', { a: '<b> & "c"' }, '<b> & "c" <b> & "c" <b> & "c"'],
    ['{{user.name.first}}', { user: { name: { first: 'Bo' } } }, 'Bo'],
    ['{{n}} {{b}} {{o}}', { n: 0, b: false, o: { x: [1] } }, '0 false {"x":[1]}'],
    ['{{ spaced }}{{& a }}{{{ a }}}', { spaced: '1', a: 2 }, '122'],
    ['a } b }} c { d', {}, 'a } b }} c { d'],
  ])('%s with %j is %s', (template, variables, text) => expect(render(template, variables)).toBe(text));

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
      `variables.${name}: has no value, but the greeting uses it.`,
    );
    expect(() => render(template, variables)).toThrow(DomainError);
  });

  test.each([
    ['many times a long one', '{{x}}'.repeat(500), { x: 'y'.repeat(900_000) }],
    ['many times an object', '{{x}}'.repeat(500), { x: { y: 'y'.repeat(900) } }],
    ['one', 'a{{x}}', { x: 'y'.repeat(MAX_RENDERED_CHARACTERS) }],
  ])('what grows too long is refused: %s', (_, template, variables) => {
    expect(() => render(template, variables)).toThrow(
      'variables: With these values, the greeting would have more than 200000 characters.',
    );
  });

  test('a value is data: template syntax in it is not expanded', () =>
    expect(render('{{a}}', { a: '{{b}}' })).toBe('{{b}}'));
});

describe('checkTemplate', () => {
  test.each([
    '{{name',
    '{{{name}}',
    '{{}}',
    '{{#a}}{{/a}}',
    '{{^a}}{{/a}}',
    '{{/a}}',
    '{{> a}}',
    '{{! a}}',
    '{{=<% %>=}}',
    '{{a{b}}',
    `{{${'x'.repeat(201)}}}`,
    // Each of these took a library's parser seconds or longer.
    `{{x${' '.repeat(99_990)}}`,
    '{{#a}}'.repeat(8_000) + '{{/a}}'.repeat(8_000),
    '{{'.repeat(50_000),
  ])('%.40s can never be filled in', (template) => {
    expect(() => checkTemplate(template, 'greetingMsg')).toThrow(/^greetingMsg: The template is malformed/);
    expect(() => render(template)).toThrow(/malformed/);
  });
});
