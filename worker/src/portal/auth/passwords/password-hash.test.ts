import { expect, it } from 'vitest'
import { hashPassword, needsRehash, verifyPassword } from './password-hash.ts'

it('hashes with the parameters that OWASP recommends', async () => {
  const hash = await hashPassword('sesame')
  expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w+/]{22}\$[\w+/]{43}$/)
  expect([await verifyPassword('sesame', hash), await verifyPassword('Sesame', hash)]).toEqual([true, false])
  expect(needsRehash(hash, 'normal')).toBe(false)
})

it('renews hashes of tests when the cost is normal', async () => {
  const hash = await hashPassword('sesame', 'minimal')
  expect([needsRehash(hash, 'normal'), needsRehash(hash, 'minimal')]).toEqual([true, false])
})
