import { expect, it } from 'vitest'
import { post, registered } from '../../testing/accounts.ts'
import { newBookkeeper, newClient, problemOf, unique } from '../../testing/portal.ts'
import { send } from '../../testing/work.ts'
import { takeToken } from './write-rate-limit.ts'

it('lets others write and sign in while one client sends 1,400 changes at once', async () => {
  const [client, other, person] = [await newClient(await newBookkeeper()), await newBookkeeper(), await registered()]
  const flood = Array.from({ length: 1400 }, () =>
    send(client, 'PUT', '/api/mail/settings', { kind: 'messages', on: true }),
  )
  const { email, password } = person
  const signIn = () => post('/api/auth/sign-in', { email, password, portal: 'bookkeeper' })
  const create = () =>
    send(other, 'POST', '/api/clients', {
      name: 'Nora New',
      email: `${unique('created')}@example.com`,
      phone: '555 0199',
    })
  const requests = [signIn, ...Array.from({ length: 5 }, () => create)]
  for (const answer of await Promise.all(requests.map((request) => request()))) expect(answer.status).toBeLessThan(300)
  const answers = await Promise.all(flood)
  const refused = answers.filter((answer) => answer.status !== 200)
  expect(refused.length).toBeGreaterThan(1000)
  // Beyond the client's limit the changes get 429; what still overloads the Writer gets 503, and is sent again.
  expect(refused.filter(({ status }) => status !== 429).map(({ status }) => status)).toEqual([])
  expect(refused.filter(({ headers }) => !(Number(headers.get('retry-after')) >= 1))).toEqual([])
  expect(await problemOf(refused.find(({ status }) => status === 429) as Response)).toMatchObject({
    code: 'too_many_requests',
    title: 'Too many changes',
    detail: expect.stringMatching(/was not saved\. Please try again in \d+ seconds?\.$/),
  })
  // Reads are not limited.
  expect((await client.fetch('/api/mail/settings')).status).toBe(200)
})

it('refills one token at a time, up to the size of the bucket', () => {
  const bucket = { tokens: 2, at: 0 }
  const take = (now: number) => takeToken(bucket, now, 2, 1 / 100)
  expect([take(0), take(0), take(0), take(50), take(100), take(100)]).toEqual([0, 0, 100, 50, 0, 100])
  expect([take(9_000), take(9_000), take(9_000)]).toEqual([0, 0, 100])
  // Setting the clock back removes no tokens.
  expect(take(0)).toBe(100)
})
