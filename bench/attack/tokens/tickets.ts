import { post } from '../../../worker/src/testing/accounts.ts'
import { stranger } from '../../../worker/src/testing/portal.ts'
import { newWork, submit, uploaded } from '../../../worker/src/testing/sections.ts'
import { change, rows, send } from '../../../worker/src/testing/work.ts'
import { type Attack, Trial } from '../attack.ts'
import { asBearer } from './ask.ts'

/** Tickets of downloads that were used or have run out, and links of mails that were made up. */
export async function tickets(): Promise<Attack> {
  const trial = new Trial('download tickets and links of mails')
  const { bookkeeper, client, first, workform } = await newWork()
  const file = await uploaded(client, first.id, 'passport.pdf')
  await submit(client, first.id, { name: 'Ann', scan: [file] })
  const take = async () =>
    (
      await trial.good<{ path: string }>(
        'a ticket',
        send(bookkeeper, 'POST', '/api/downloads', { workform: workform.id }),
      )
    )?.path ?? ''
  const ticket = await take()
  const got = await Promise.all(Array.from({ length: 20 }, async () => (await stranger.fetch(ticket)).status))
  trial.must(
    got.filter((s) => s === 200).length === 1,
    `one ticket was good ${got.filter((s) => s === 200).length} times`,
  )
  const old = await take()
  await change("UPDATE download_tickets SET expires_at = '2020-01-01T00:00:00.000Z'")
  await trial.refused('a ticket that has run out', stranger.fetch(old), 'not_found')
  const late = await take()
  await trial.refused(
    'a ticket as an access token',
    asBearer('/api/clients', late.split('/').at(-1) ?? ''),
    'unauthenticated',
  )
  await trial.good(
    'the workform is taken away',
    send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}/workforms/${workform.id}`),
  )
  await trial.refused('a ticket to what is no longer there', stranger.fetch(late), 'not_found')
  const address = 'somebody@example.com'
  const body = Buffer.from(JSON.stringify([address, 'messages'])).toString('base64url')
  for (const token of [body, `${body}.`, `${body}.${'A'.repeat(43)}`, `.${'A'.repeat(43)}`, '.', 'x'.repeat(400)]) {
    await trial.refused(
      'a link of a mail that was made up',
      post(`/api/mail/link/off?token=${encodeURIComponent(token)}`, {}),
    )
  }
  trial.must(
    (await rows('SELECT 1 FROM mail_switches WHERE address = ?', address)).length === 0,
    'a link that was made up switched mail off',
  )
  return trial.result()
}
