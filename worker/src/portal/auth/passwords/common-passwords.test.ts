import { expect, it } from 'vitest'
import { containsOwner, isCommonPassword } from './common-passwords.ts'

it.each([
  'password',
  'PASSWORD',
  'Password1',
  'password123',
  'Passw0rd!',
  'P@ssw0rd',
  'p@$$w0rd2024!',
  'Welcome1!',
  'admin123',
  'letmein!',
  'abc123',
  '123456',
  '654321',
  '1234567890',
  'qwerty',
  'ytrewq',
  'asdfgh',
  'zxcvbnm',
  '1qaz2wsx',
  'abcdef',
  'fedcba',
  'qwertyuiop',
  'aaaaaa',
  '121212',
  'abcabc',
  '12341234',
  'iloveyou',
  'trustno1',
  'sunshine',
  'monkey1',
  'q1w2e3r4',
  'bookkeeper',
  // Specific to this product.
  'Portal2026!',
  'Workforms#1',
  'b00kkeeping',
])('reports %s as common', (password) => expect(isCommonPassword(password)).toBe(true))

it.each([
  'correct-horse-7',
  'correct-horse-9!',
  'demo-portal-1!',
  'sesame',
  'another-pass-8',
  'brand-new',
  'Tr4ctor&Plum',
  'kv8#mQ2p',
  'wintergarden',
  'passwordless-life-9',
  'my admin is kind',
  'überraschung!',
  'монтаж-42',
  '好的密码很长的',
])('does not report %s as common', (password) => expect(isCommonPassword(password)).toBe(false))

it('finds address, names and company of the owner in a password, but not short names', () => {
  const owner = { email: 'priya.raman@example.com', name: 'Priya Raman-Lee' }
  for (const password of ['priya.raman1!', 'xxPRIYAxx1!', 'my-raman-77'])
    expect(containsOwner(password, owner)).toBe(true)
  for (const password of ['lee-lee-77!', 'example-mail-1!', 'something-else-1'])
    expect(containsOwner(password, owner)).toBe(false)
  expect(containsOwner('anything', { email: '', name: '' })).toBe(false)
  const companies = ['Saffron Street Kitchen', null, 'Torres & Co']
  for (const password of ['SaffronStreet-Kitchen1', 'my torres-co 7!'])
    expect(containsOwner(password, { email: '', name: '', companies })).toBe(true)
  expect(containsOwner('kitchen-table-7', { email: '', name: '', companies })).toBe(false)
})
