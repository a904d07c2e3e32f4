import { expect, it } from 'vitest'
import { expiredFlags, FLAGS } from './flags.ts'

it('names the flags that have expired, from the day after their last day', () => {
  const flags = { kept: { ...FLAGS['typing-indicators'], owner: 'mf-clients', expires: '2027-05-31' } }
  expect(expiredFlags('2027-05-31', flags)).toEqual([])
  expect(expiredFlags('2027-06-01', flags)).toMatchObject([{ name: 'kept', owner: 'mf-clients' }])
})

it('gives every flag an owner, a description and an expiry date', () => {
  for (const flag of Object.values(FLAGS)) {
    expect(flag.owner).toMatch(/^shell$|^mf-/)
    expect(flag.description).toMatch(/\.$/)
    expect(new Date(flag.expires).toISOString().slice(0, 10)).toBe(flag.expires)
  }
})
