import { expect, it } from 'vitest'
import { seal, unseal } from './seal.ts'

const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)]
const secrets = (AUTH_SECRET: string, AUTH_SECRET_PREVIOUS = '') => ({ AUTH_SECRET, AUTH_SECRET_PREVIOUS })
const plain = Uint8Array.from([1, 2, 3, 250])

it('decrypts what it encrypted, with a different ciphertext each time', async () => {
  const [one, two] = [await seal(secrets(OLD), 'use', 'mine', plain), await seal(secrets(OLD), 'use', 'mine', plain)]
  expect(one).not.toBe(two)
  expect(await unseal(secrets(OLD), 'use', 'mine', one)).toEqual({ plain, stale: false })
})

it('decrypts nothing when the context, the use, the secret or the ciphertext is another', async () => {
  const sealed = await seal(secrets(OLD), 'use', 'mine', plain)
  const [version, iv, data = ''] = sealed.split('.')
  const flipped = `${version}.${iv}.${data.startsWith('A') ? 'B' : 'A'}${data.slice(1)}`
  for (const [at, use, context, text] of [
    [OLD, 'use', 'theirs', sealed],
    [OLD, 'other', 'mine', sealed],
    [NEW, 'use', 'mine', sealed],
    [OLD, 'use', 'mine', flipped],
    [OLD, 'use', 'mine', sealed.replace('v1', 'v2')],
    [OLD, 'use', 'mine', 'nothing'],
    [OLD, 'use', 'mine', ''],
  ] as const) {
    expect(await unseal(secrets(at), use, context, text)).toBeUndefined()
  }
})

it('decrypts with the previous secret, and reports the value as stale', async () => {
  const sealed = await seal(secrets(OLD), 'use', 'mine', plain)
  expect(await unseal(secrets(NEW, OLD), 'use', 'mine', sealed)).toEqual({ plain, stale: true })
})
