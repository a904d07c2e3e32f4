import { MAX_JSON_VALUES } from '@portal/contract/limits'
import type { Schema } from '../document.ts'

/** What is put into every place of a request: as JSON text, so that it can be what no program would write. */
export interface Nasty {
  what: string
  json: string
  /** Its type in JSON. */
  type: 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'
}

const text = (what: string, value: string): Nasty => ({ what, json: JSON.stringify(value), type: 'string' })

/** Texts that look like something else, or like nothing at all. */
export const TEXTS: readonly Nasty[] = [
  text('an empty text', ''),
  text('blanks', ' \t\u00a0\u3000 '),
  text('a hundred thousand letters', 'a'.repeat(100_000)),
  text('NaN', 'NaN'),
  text('Infinity', '-Infinity'),
  text('a huge number', '9'.repeat(400)),
  text('NUL', 'a\u0000b'),
  { what: 'half a character', json: '"a\\ud800b"', type: 'string' },
  { what: 'the other half', json: '"\\udc00"', type: 'string' },
  text('a turned direction and a joiner', 'a\u202eb\u200d\ufeffc\u2028d'),
  text('many marks on one letter', `e${'\u0301'.repeat(2000)}`),
  text('emoji', '👩‍👩‍👧‍👦🏳️‍🌈'),
  text('SQL', `'; DROP TABLE book_clients; --" OR 1=1 /*`),
  text('search syntax', `" OR name:* NEAR(a b) ^ - + ( \\ % _ [a-z] *`),
  text('markup', '<script>alert(1)</script>{{7*7}}${7*7}'),
  text('a path', '../../../../etc/passwd\u0000.pdf'),
  text('lines of a header', 'a\r\nSet-Cookie: a=b\r\n\r\n<html>'),
  text('__proto__', '__proto__'),
  text('constructor', 'constructor'),
  text('toString', 'toString'),
  text('no day', '2026-02-31'),
  text('a day of no calendar', '+275760-09-13T00:00:00.001Z'),
  text('no id', '01900000-0000-7000-8000-00000000000g'),
  text('an id in capitals', '01900000-0000-7000-8000-00000000ABCD'),
  text('an over-long id', '0'.repeat(2000)),
  text('a zone', 'Mars/Olympus_Mons'),
  text('an address of addresses', 'a@b@c.example,d@e.example\nbcc: f@g.example'),
]

/** Values of each other type, among them those that JSON allows and nobody writes. */
export const TYPES: readonly Nasty[] = [
  { what: 'null', json: 'null', type: 'null' },
  { what: 'true', json: 'true', type: 'boolean' },
  { what: 'zero below zero', json: '-0', type: 'integer' },
  { what: 'a negative number', json: '-9007199254740993', type: 'integer' },
  { what: 'a fraction', json: '1.5', type: 'number' },
  { what: 'a number beyond all', json: '1e400', type: 'number' },
  { what: 'a large number', json: '1e300', type: 'number' },
  { what: 'an empty list', json: '[]', type: 'array' },
  { what: 'a list of ten thousand', json: `[${Array(10_000).fill('"x"').join(',')}]`, type: 'array' },
  { what: 'a list of holes', json: '[null,[null],{}]', type: 'array' },
  { what: 'an empty object', json: '{}', type: 'object' },
  {
    what: 'an object with names of every object',
    json: '{"__proto__":{"admin":true,"id":"x"},"constructor":{"prototype":{}},"toString":"x","hasOwnProperty":1,"length":9}',
    type: 'object',
  },
  { what: 'the same name twice', json: '{"id":"a","id":null,"name":1,"name":"b"}', type: 'object' },
  { what: 'a list in a list, five thousand deep', json: `${'['.repeat(5000)}${']'.repeat(5000)}`, type: 'array' },
  {
    what: 'an object in an object, two thousand deep',
    json: `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
    type: 'object',
  },
]

/** More than a body may hold: each wrong value would be a complaint. */
export const TOO_MUCH: readonly Nasty[] = [
  {
    what: 'a list of too many objects',
    json: `[${Array(MAX_JSON_VALUES + 1)
      .fill('{}')
      .join(',')}]`,
    type: 'array',
  },
  {
    what: 'an object of too many names',
    json: `{${Array.from({ length: MAX_JSON_VALUES + 1 }, (_, i) => `"${i.toString(36)}":0`).join(',')}}`,
    type: 'object',
  },
]

/** Of the texts those that have broken most elsewhere: for what takes long. */
export const TELLING_TEXTS = TEXTS.filter(({ what }) =>
  [
    'an empty text',
    'a hundred thousand letters',
    'NUL',
    'half a character',
    'many marks on one letter',
    '__proto__',
  ].includes(what),
)

/** What can stand in an address: bytes that are no text, too. */
export const IN_ADDRESS: readonly string[] = [
  '',
  '%00',
  '%FF%FE',
  '%ED%A0%80',
  '%',
  '%zz',
  '-1',
  '0',
  '1e9',
  '1.5',
  'NaN',
  '9'.repeat(400),
  'null',
  '__proto__',
  'constructor',
  '%27%20OR%201%3D1--',
  '%22%20OR%20*%20NEAR(',
  '..%2F..%2Fetc%2Fpasswd',
  '%0d%0aSet-Cookie:%20a=b',
  '2026-02-31',
  '01900000-0000-7000-8000-00000000000g',
  'a'.repeat(3000),
  '%F0%9F%91%A9',
]

/** The types that a schema takes; undefined where it takes any. */
export function typesOf(schema: Schema): Set<string> | undefined {
  if (schema.const !== undefined || schema.enum) {
    const values = schema.enum ?? [schema.const]
    return new Set(values.map((v) => (v === null ? 'null' : typeof v === 'number' ? 'integer' : typeof v)))
  }
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    const sets = choices.map(typesOf)
    return sets.some((s) => s === undefined) ? undefined : new Set(sets.flatMap((s) => [...(s ?? [])]))
  }
  if (schema.type === undefined) return undefined
  const types = new Set(Array.isArray(schema.type) ? schema.type : [schema.type])
  return types.has('number') ? types.add('integer') : types
}
