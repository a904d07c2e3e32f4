import { MAX_JSON_VALUES } from '@portal/contract/limits'
import type { Schema } from '../lib/document.ts'
import { words } from '../lib/requests.ts'

/** Hostile values by name, as JSON. No serializer would write some of them. */
export type Values = Readonly<Record<string, string>>

const asJson = (texts: Record<string, string>): Values =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, JSON.stringify(text)]))

/** Strings that break many programs. Operations that hash a password, which is slow, get only these. */
export const SHORT_TEXTS = asJson({
  'an empty string': '',
  'a hundred thousand letters': 'a'.repeat(100_000),
  NUL: 'a\u0000b',
  'a high surrogate': 'a\ud800b',
  'many combining marks': `e${'\u0301'.repeat(2000)}`,
  'the name __proto__': '__proto__',
})

/** Strings that look like something else, or like nothing at all. */
export const TEXTS: Values = {
  ...SHORT_TEXTS,
  ...asJson({
    whitespace: ' \t\u00a0\u3000 ',
    NaN: 'NaN',
    Infinity: '-Infinity',
    'a huge number': '9'.repeat(400),
    'a low surrogate': '\udc00',
    'bidi and joining characters': 'a\u202eb\u200d\ufeffc\u2028d',
    emoji: '👩‍👩‍👧‍👦🏳️‍🌈',
    SQL: `'; DROP TABLE book_clients; --" OR 1=1 /*`,
    'search syntax': `" OR name:* NEAR(a b) ^ - + ( \\ % _ [a-z] *`,
    markup: '<script>alert(1)</script>{{7*7}}${7*7}',
    'a path': '../../../../etc/passwd\u0000.pdf',
    'header lines': 'a\r\nSet-Cookie: a=b\r\n\r\n<html>',
    'the name constructor': 'constructor',
    'the name toString': 'toString',
    'a date that does not exist': '2026-02-31',
    'a date beyond the calendar': '+275760-09-13T00:00:00.001Z',
    'an invalid id': '01900000-0000-7000-8000-00000000000g',
    'an id in uppercase': '01900000-0000-7000-8000-00000000ABCD',
    'a long id': '0'.repeat(2000),
    'an unknown time zone': 'Mars/Olympus_Mons',
    'several email addresses': 'a@b@c.example,d@e.example\nbcc: f@g.example',
  }),
}

/** Values of every other type. */
export const OTHER_TYPES: Values = {
  null: 'null',
  true: 'true',
  'negative zero': '-0',
  'a negative number': '-9007199254740993',
  'a fraction': '1.5',
  'an infinite number': '1e400',
  'a large number': '1e300',
  'an empty array': '[]',
  'an array of ten thousand items': `[${Array(10_000).fill('"x"').join(',')}]`,
  'an array of null and empty values': '[null,[null],{}]',
  'an empty object': '{}',
  'an object with inherited keys':
    '{"__proto__":{"admin":true,"id":"x"},"constructor":{"prototype":{}},"toString":"x","hasOwnProperty":1,"length":9}',
  'duplicate keys': '{"id":"a","id":null,"name":1,"name":"b"}',
  'arrays nested five thousand deep': `${'['.repeat(5000)}${']'.repeat(5000)}`,
  'objects nested two thousand deep': `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
}

const repeat = (item: (i: number) => string): string =>
  Array.from({ length: MAX_JSON_VALUES + 1 }, (_, i) => item(i)).join(',')

/** More values than a body may hold: each invalid one would add an error to the response. */
export const TOO_MANY_VALUES: Values = {
  'an array of too many objects': `[${repeat(() => '{}')}]`,
  'an object with too many keys': `{${repeat((i) => `"${i.toString(36)}":0`)}}`,
}

/** Hostile parts of an address, encoded. */
export const IN_ADDRESS = [
  '',
  'a'.repeat(3000),
  '9'.repeat(400),
  ...words(`%00 %FF%FE %ED%A0%80 % %zz -1 0 1e9 1.5 NaN null __proto__ constructor 2026-02-31 %F0%9F%91%A9
    %27%20OR%201%3D1-- %22%20OR%20*%20NEAR( ..%2F..%2Fetc%2Fpasswd %0d%0aSet-Cookie:%20a=b`),
  '01900000-0000-7000-8000-00000000000g',
]

/** Returns the JSON schema type of a value. */
export function typeOf(json: string): string {
  const [first = ''] = json
  const types: Record<string, string> = { '"': 'string', '[': 'array', '{': 'object', n: 'null', t: 'boolean' }
  return types[first] ?? (/[.e]/.test(json) ? 'number' : 'integer')
}

/** Returns the types that a schema accepts; undefined when it accepts any. */
export function acceptedTypes(schema: Schema): Set<string> | undefined {
  const { enum: values = 'const' in schema ? [schema.const] : undefined, anyOf, oneOf, type } = schema
  if (values) return new Set(values.map((value) => typeOf(JSON.stringify(value))))
  const choices = (anyOf ?? oneOf)?.map(acceptedTypes)
  if (choices) return choices.includes(undefined) ? undefined : new Set(choices.flatMap((types) => [...(types ?? [])]))
  if (type === undefined) return undefined
  const types = new Set([type].flat())
  return types.has('number') ? types.add('integer') : types
}
