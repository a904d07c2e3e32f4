import type { Client } from '@portal/contract/clients'
import type { Usage } from '@portal/contract/usage'
import { expect, it } from 'vitest'
import { good, nextMail, refused } from '../../testing/accounts.ts'
import { afterPause, say } from '../../testing/digests.ts'
import { change, createdClient, get, newWorkform, day, rows, send } from '../../testing/work.ts'
import { PHISHING_NAMES, possibleLinks, textsWithout } from '../../testing/names.ts'
import { mailsTo, newBookkeeper, newClient, portalUrl, type TestBookkeeper, unique } from '../../testing/portal.ts'
import { until } from '../../testing/until.ts'

const address = () => `${unique('invited')}@example.com`
const row = (email: string, name = 'Ina') => ({ name, email, phone: '', company: '', status: '' })
const importing = (bea: TestBookkeeper, invite: boolean) =>
  send(bea, 'POST', '/api/clients/import', { rows: [row(address()), row(address())], invite })
const update = (bea: TestBookkeeper, client: Client, changes: Record<string, unknown>) => {
  const { name, email, phone, company, status, updated_at } = client
  return send(bea, 'PATCH', `/api/clients/${client.id}`, {
    name,
    email,
    phone,
    company,
    status,
    updated_at,
    ...changes,
  })
}
const usage = async (bea: TestBookkeeper) => (await get<Usage>(bea, '/api/usage')).invitations

/** Records invitations that the firm sent an hour ago. */
const sentBefore = (bea: TestBookkeeper, count: number) =>
  change(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO invitation_log (firm_id, address_hash, at) SELECT ?, 'somebody-' || i, ? FROM n`,
    count,
    bea.firmId,
    new Date(Date.now() - 3_600_000).toISOString(),
  )

it('refuses invitations beyond the daily limit of the firm, and says when to try again', async () => {
  const bea = await newBookkeeper()
  const client = await createdClient(bea)
  await sentBefore(bea, 198)
  expect(await usage(bea)).toEqual({ used: 199, most: 200 })
  const refusal = await importing(bea, true)
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(22 * 3600)
  expect(await refused(refusal, 'invitation_limit')).toEqual({
    title: 'Invitation limit reached',
    detail:
      'Your firm has sent 199 of the 200 invitations it may send within a day. You can invite 1 now. ' +
      'Please try again in 23 hours, or import clients without inviting them yet. ' +
      'The limit grows with time and as clients accept; the operator of the portal can raise it.',
  })
  await good(importing(bea, false))
  const last = await createdClient(bea)
  await refused(send(bea, 'POST', '/api/clients', { name: 'Ann', email: address(), phone: '1' }), 'invitation_limit')
  await refused(send(bea, 'POST', `/api/clients/${client.id}/invitation`), 'invitation_limit')
  await refused(update(bea, last, { email: address() }), 'invitation_limit')
  await good(update(bea, last, { name: 'Annabel' }))
  expect(await usage(bea)).toEqual({ used: 200, most: 200 })
  // A refused request leaves no rows behind.
  expect((await get<{ total: number }>(bea, '/api/clients/counts')).total).toBe(4)
})

it('frees the limit when invitations are a day old', async () => {
  const bea = await newBookkeeper()
  await sentBefore(bea, 200)
  await refused(importing(bea, true), 'invitation_limit')
  await change(
    'UPDATE invitation_log SET at = ? WHERE firm_id = ?',
    new Date(Date.now() - 86_400_001).toISOString(),
    bea.firmId,
  )
  await good(importing(bea, true))
  expect(await rows('SELECT 1 FROM invitation_log WHERE firm_id = ?', bea.firmId)).toHaveLength(2)
})

it('raises the limit with the age of the firm and accepted invitations, up to a maximum', async () => {
  const bea = await newBookkeeper()
  for (let i = 0; i < 3; i++) await newClient(bea)
  expect(await usage(bea)).toEqual({ used: 0, most: 200 })
  const founded = (days: number) =>
    change(
      'UPDATE firms SET created_at = ? WHERE id = ?',
      new Date(Date.now() - days * 86_400_000 - 1000).toISOString(),
      bea.firmId,
    )
  await founded(10)
  expect(await usage(bea)).toEqual({ used: 0, most: 200 + 10 * 40 + 3 * 5 })
  await founded(1000)
  expect(await usage(bea)).toEqual({ used: 0, most: 5000 })
})

it('counts invitations to an address even when its client is changed or created again', async () => {
  const bea = await newBookkeeper()
  const email = address()
  for (let i = 0; i < 5; i++) {
    const client = await createdClient(bea, { email })
    const elsewhere = await good<Client>(update(bea, client, { email: address() }))
    await good(update(bea, elsewhere, { email }))
    await good(send(bea, 'DELETE', `/api/clients/${client.id}`))
  }
  await refused(send(bea, 'POST', '/api/clients', { name: 'Ann', email, phone: '1' }), 'too_many_requests')
  await refused(send(bea, 'POST', '/api/clients/import', { rows: [row(email)], invite: true }), 'too_many_requests')
  // Another firm may still invite, until the address reaches its own limit.
  const other = await newBookkeeper()
  await createdClient(other, { email })
  await change(
    `INSERT INTO invitation_log (firm_id, address_hash, at)
     SELECT l.address_hash, l.address_hash, l.at FROM invitation_log l WHERE l.firm_id = ?`,
    bea.firmId,
  )
  await refused(
    send(await newBookkeeper(), 'POST', '/api/clients', { name: 'Ann', email, phone: '1' }),
    'too_many_requests',
  )
})

it('counts tagged addresses of a mailbox together, even within one import', async () => {
  const bea = await newBookkeeper()
  const mailbox = unique('tagged')
  const tagged = (count: number, from: number) =>
    Array.from({ length: count }, (_, i) => row(`${mailbox}+${from + i}@example.com`))
  await refused(send(bea, 'POST', '/api/clients/import', { rows: tagged(11, 0), invite: true }), 'too_many_requests')
  await good(send(bea, 'POST', '/api/clients/import', { rows: tagged(10, 20), invite: true }))
  await refused(
    send(bea, 'POST', '/api/clients', { name: 'Ann', email: `${mailbox}@example.com`, phone: '1' }),
    'too_many_requests',
  )
})

it('sends only the invitation to an address that has not accepted it', async () => {
  const bea = await newBookkeeper()
  const [invited, accepted] = [await createdClient(bea), await newClient(bea)]
  const invitation = 'Bea Bookkeeper invites you to the client portal'
  await nextMail(invited.email, invitation)
  const workform = await newWorkform(bea)
  const clients = [invited.id, accepted.clientId].map((client_id) => ({ client_id, due_date: day(9) }))
  await good(send(bea, 'POST', '/api/assignments', { workform_id: workform.id, clients }))
  await say(bea, 'Look at https://evil.example', invited.id)
  await say(bea, 'Hello', accepted.clientId)
  expect((await afterPause(accepted.email)).length).toBeGreaterThan(0)
  await afterPause(invited.email)
  expect((await mailsTo(invited.email)).map((m) => m.subject)).toEqual([invitation])
})

it('accepts any name of a client, bookkeeper and firm, and mails it so that it is no link', async () => {
  for (const name of PHISHING_NAMES.slice(0, 4)) {
    const bea = await newBookkeeper()
    await good(send(bea, 'PATCH', '/api/profile', { name, company: name, time_zone: 'UTC' }))
    const client = await createdClient(bea, { name })
    await good(update(bea, client, { name }))
    const imported = address()
    await good(send(bea, 'POST', '/api/clients/import', { rows: [row(imported, name)], invite: true }))
    for (const to of [client.email, imported]) {
      const mail = await until('the invitation', async () => (await mailsTo(to))[0])
      expect(mail.text).toContain('\u202f')
      const urls = (mail.text.match(/https?:\S+/g) ?? []).filter((url) => url.startsWith(portalUrl))
      expect(urls.length).toBeGreaterThanOrEqual(2)
      for (const text of textsWithout(mail, urls)) expect(possibleLinks(text), name).toEqual([])
    }
  }
})
