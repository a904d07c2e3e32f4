import { describe, expect, it } from 'vitest'
import { canonicalEmail, withReadableDomain } from './canonical-email.ts'
import { Email } from './common.ts'
import { asciiEmail, cleanEmail, isEmail } from './emails.ts'

/** Addresses as people type, copy and export them, and what the portal stores. */
const ACCEPTED: readonly [typed: string, stored: string][] = [
  ['ada@example.com', 'ada@example.com'],
  [' Ada@Example.COM ', 'ada@example.com'],
  ["o'neil+x@b.co", "o'neil+x@b.co"],
  ['o’brien@example.com', "o'brien@example.com"],
  ['o´brien@example.com', "o'brien@example.com"],
  ['ʼada@example.com', 'ada@example.com'],
  ['J\u030c@example.com', 'ǰ@example.com'],
  ['mu\u200b\u0308ller@example.com', 'müller@example.com'],
  ['a.b-c_d@sub.example.co.uk', 'a.b-c_d@sub.example.co.uk'],
  ['a?b&c=d@e.co', 'a?b&c=d@e.co'],
  ['a/b@c.d-e.co', 'a/b@c.d-e.co'],
  ['1234@qq.com', '1234@qq.com'],
  ['x@y.museum', 'x@y.museum'],
  // What programs put around an address.
  ["'ada@example.com'", 'ada@example.com'],
  ["'ada@example.com", 'ada@example.com'],
  ["'\ufe0f'ada@example.com'\ufe0f", 'ada@example.com'],
  ['"ada@example.com"', 'ada@example.com'],
  ['“ada@example.com”', 'ada@example.com'],
  ['‘ada@example.com’', 'ada@example.com'],
  ['«ada@example.com»', 'ada@example.com'],
  ['<ada@example.com>', 'ada@example.com'],
  ['(ada@example.com)', 'ada@example.com'],
  ['[ada@example.com]', 'ada@example.com'],
  ['Ada Byron <ada@example.com>', 'ada@example.com'],
  ['"Byron, Ada" <ada@example.com>;', 'ada@example.com'],
  ['mailto:ada@example.com', 'ada@example.com'],
  ['MAILTO:ada@example.com?subject=Hello%20there', 'ada@example.com'],
  ['<mailto:ada@example.com>', 'ada@example.com'],
  ['ada@example.com.', 'ada@example.com'],
  ['ada@example.com,', 'ada@example.com'],
  ['ada@example.com;', 'ada@example.com'],
  ['ada@example.com/', 'ada@example.com'],
  ['ada@example.com…', 'ada@example.com'],
  ['ada@example.com\n', 'ada@example.com'],
  // Characters that nobody sees, and wide ones.
  ['ada@exam\u200bple.com', 'ada@example.com'],
  ['\ufeffada@example.com', 'ada@example.com'],
  ['ada\u00ad@example.com', 'ada@example.com'],
  ['\u202aada@example.com\u202c', 'ada@example.com'],
  ['ada@example.com\u00a0', 'ada@example.com'],
  ['ada＠example．com', 'ada@example.com'],
  ['ａｄａ@example.com', 'ada@example.com'],
  ['ada@example。com', 'ada@example.com'],
  // International domains: typed, and as browsers and servers send them.
  ['x@münchen.example', 'x@münchen.example'],
  ['x@MÜNCHEN.example', 'x@münchen.example'],
  ['x@mu\u0308nchen.example', 'x@münchen.example'],
  ['x@xn--mnchen-3ya.example', 'x@münchen.example'],
  ['x@XN--MNCHEN-3YA.example', 'x@münchen.example'],
  ['grüße@straße.de', 'grüße@straße.de'],
  ['gru\u0308ße@xn--strae-oqa.de', 'grüße@straße.de'],
  ['анна@почта.рф', 'анна@почта.рф'],
  ['info@xn--80a1acny.xn--p1ai', 'info@почта.рф'],
  ['user@例え.jp', 'user@例え.jp'],
]

const REFUSED = [
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'ada@localhost',
  'a b@c.de',
  'ada @example.com',
  'ada@example.com bob@example.com',
  'ada@example.com, bob@example.com',
  'ada@example.com;bob@example.com',
  'Ada <ada@example.com>, Bob <bob@example.com>',
  'a@b@c.de',
  '.ada@example.com',
  'ada.@example.com',
  'ada..byron@example.com',
  'a@b..c',
  'a@.example.com',
  'ada@-example.com',
  'ada@example-.com',
  'ada@exam_ple.com',
  'ada@127.0.0.1',
  'ada@[127.0.0.1]',
  'ada@example.123',
  'ada@1.2',
  'ada@example.com/path',
  'ada@example.com:25',
  'ada@example.com?subject=x',
  'ada@user@example.com',
  'ada@exa%6dple.com',
  'ada@i❤.ws\u0000x y',
  'ada"b@example.com',
  'ada(comment)@example.com',
  'ada\\b@example.com',
  `${'a'.repeat(65)}@example.com`,
  `ada@${'a'.repeat(64)}.com`,
  `${'a'.repeat(250)}@b.co`,
  '\ud800@example.com',
  '\u3164@example.com',
  'ada\u{e0101}x@example.com\u0000y z',
  'ada@example.com'.padEnd(1_000_000, '.'),
]

describe('addresses that people type', () => {
  it('is tested with at least 60 addresses', () => expect(ACCEPTED.length + REFUSED.length).toBeGreaterThan(60))

  it.each(ACCEPTED)('accepts %j as %s', (typed, stored) => {
    expect(canonicalEmail(typed)).toBe(stored)
    expect(isEmail(stored)).toBe(true)
    expect(isEmail(cleanEmail(typed))).toBe(true)
    expect(canonicalEmail(stored)).toBe(stored)
    expect(Email.parse(typed)).toBe(stored)
  })

  it.each(REFUSED)('refuses %j', (typed) => {
    expect(isEmail(cleanEmail(typed))).toBe(false)
    expect(Email.safeParse(typed).error?.issues[0]?.message).toBe('Please enter a valid email address.')
  })
})

it('refuses characters that separate addresses or begin a header', () => {
  for (const mark of ['<', '>', ',', ';', ':', '"', '(', '\\', '\0', '\x85', '\u200b', '\u202e', '\ud800'])
    expect([mark, isEmail(`a${mark}b@c.de`), isEmail(`a@b${mark}c.de`)]).toEqual([mark, false, false])
})

it('refuses invisible characters that shape others', () => {
  for (const local of ['ada\ufe0f', 'ada\u{e0101}', 'a\u200dda'])
    expect([local, isEmail(`${local}@x.com`)]).toEqual([local, false])
})

it('writes the domain in ASCII for mail servers', () => {
  expect(asciiEmail('grüße@straße.de')).toBe('grüße@xn--strae-oqa.de')
  expect(asciiEmail('info@почта.рф')).toBe('info@xn--80a1acny.xn--p1ai')
  expect(asciiEmail('ada@example.com')).toBe('ada@example.com')
})

it('removes nothing from the address of a machine', () => {
  expect(withReadableDomain("'Ada@xn--mnchen-3ya.example")).toBe("'ada@münchen.example")
  expect(withReadableDomain('not an address')).toBe('not an address')
})
