import { waitFor } from '@portal/contract/testing/wait-for'
import { describe, expect, it } from 'vitest'
import { good } from '../../../testing/accounts.ts'
import { afterPause, oneClick, say, switchMail, triggerDueWork, unsubscribe } from '../../../testing/digests.ts'
import { mailsTo, portalUrl } from '../../../testing/portal.ts'
import { decided, newWork, submit } from '../../../testing/sections.ts'
import { openTab } from '../../../testing/tab.ts'
import { until } from '../../../testing/until.ts'
import { change, get, rows } from '../../../testing/work.ts'

describe('one mail', () => {
  /** Has a client submit, and the bookkeeper decide and write. */
  async function everything() {
    const work = await newWork()
    const { bookkeeper, client, workform, second } = work
    await good(submit(client, second.id, { note: 'Done' }))
    await decided(bookkeeper, 'reject', second.id, { version: 1, reason: 'Blurred' })
    await say(bookkeeper, 'Two lines\nfrom me', client.clientId)
    await say(client, 'And one from me')
    return { ...work, name: workform.name }
  }

  it('tells a reader everything that waits, also what is not due yet', async () => {
    const { bookkeeper, client, name, first } = await everything()
    await good(submit(client, first.id, { name: 'Cleo', mail: 'c@example.com' }))
    await change(
      "UPDATE mail_digests SET due_at = ? WHERE kind IN ('decisions', 'submissions')",
      new Date().toISOString(),
    )
    await triggerDueWork()
    const mail = (email: string) =>
      until('the mail', async () => {
        const mails = await mailsTo(email)
        return mails.length > 0 ? mails : undefined
      })
    const [toClient, ...others] = await mail(client.email)
    expect(others).toEqual([])
    expect(toClient?.subject).toBe(`Section rejected: ${name}, and 3 more`)
    expect(toClient?.text).toContain('Reason: Blurred')
    expect(toClient?.text).toContain(`has assigned "${name}" to you.`)
    expect(toClient?.text).toContain(`We received "First" of "${name}"`)
    expect(toClient?.text).toContain(`New message from ${bookkeeper.name}: Two lines from me`)
    expect(toClient?.text.match(/Hello/g)).toHaveLength(1)
    expect(toClient?.text).not.toContain('Your bookkeeper will review it')
    const [toBookkeeper, ...more] = await mail(bookkeeper.email)
    expect(more).toEqual([])
    expect(toBookkeeper?.subject).toBe(`Section submitted: ${name}, and 1 more`)
    expect(toBookkeeper?.text).toContain(`New message from ${client.name}: And one from me`)
  })

  it('leaves out kinds that are switched off, and its link switches off those that it tells of', async () => {
    const { client, name } = await everything()
    await good(switchMail(client, 'decisions', false))
    const [mail] = await afterPause(client.email)
    expect(mail?.subject).toBe(`New workform: ${name}, and 1 more`)
    expect(mail?.text).not.toContain('Blurred')
    const link = unsubscribe(mail)
    const state = { address: client.email, kind: 'assigned', kinds: ['assigned', 'messages'] }
    const look = () => good(fetch(new URL(`/api/mail/link${link.search}`, portalUrl)))
    expect(await look()).toEqual({ ...state, on: true })
    expect((await oneClick(link)).status).toBe(200)
    expect(await look()).toEqual({ ...state, on: false })
    const { items } = await get<{ items: { kind: string; on: boolean }[] }>(client, '/api/mail/settings')
    expect(items.filter(({ on }) => on).map(({ kind }) => kind)).toEqual(['receipts', 'reminders'])
    await good(switchMail(client, 'messages', true))
    expect(await look()).toEqual({ ...state, on: true })
    // Only what changes is recorded.
    expect((await oneClick(link)).status).toBe(200)
    const switched = await rows<{ kind: string }>(
      `SELECT detail ->> 'kind' AS kind FROM audit_log
        WHERE action = 'account.mail_switched' AND client_id = ? AND detail ->> 'by' = 'link' ORDER BY number`,
      client.clientId,
    )
    expect(switched.map(({ kind }) => kind)).toEqual(['assigned', 'messages', 'messages'])
  })

  it('is not sent earlier because something that is switched off is due', async () => {
    const { client } = await everything()
    await good(switchMail(client, 'decisions', false))
    await change(
      "UPDATE mail_digests SET due_at = ? WHERE address = ? AND kind = 'decisions'",
      new Date().toISOString(),
      client.email,
    )
    await triggerDueWork()
    const kinds = () => rows<{ kind: string }>('SELECT kind FROM mail_digests WHERE address = ?', client.email)
    await waitFor(async () =>
      expect((await kinds()).map(({ kind }) => kind).toSorted()).toEqual(['assigned', 'messages', 'receipts']),
    )
    expect(await mailsTo(client.email)).toEqual([])
  })

  it('leaves out what is damaged or of a later release, and keeps it', async () => {
    const { client, name } = await everything()
    await change("UPDATE mail_digests SET items = '{}' WHERE address = ? AND kind = 'assigned'", client.email)
    await change(
      `INSERT INTO mail_digests SELECT address, 'later', sender, items, total, latest_at, due_at
        FROM mail_digests WHERE address = ? AND kind = 'messages'`,
      client.email,
    )
    await change('UPDATE mail_digests SET due_at = ? WHERE address = ?', new Date().toISOString(), client.email)
    await triggerDueWork()
    await waitFor(async () =>
      expect((await mailsTo(client.email)).map((m) => m.subject)).toEqual([`Section rejected: ${name}, and 1 more`]),
    )
    const kept = await rows<{ kind: string }>(
      'SELECT kind FROM mail_digests WHERE address = ? ORDER BY kind',
      client.email,
    )
    expect(kept.map(({ kind }) => kind)).toEqual(['assigned', 'later'])
    await change('DELETE FROM mail_digests WHERE address = ?', client.email)
  })

  it('waits while its reader has the portal open, up to a maximum delay', async () => {
    const { bookkeeper, client, first } = await newWork()
    const tabs = [openTab(client.token), openTab(bookkeeper.token)]
    for (const tab of tabs) await tab.ready()
    await good(submit(client, first.id, { name: 'Cleo', mail: 'c@example.com' }))
    expect(await afterPause(client.email)).toEqual([])
    expect(await afterPause(bookkeeper.email)).toEqual([])
    const waiting = await rows<{ due_at: string; latest_at: string }>(
      'SELECT due_at, latest_at FROM mail_digests WHERE address IN (?, ?)',
      client.email,
      bookkeeper.email,
    )
    expect(waiting).toHaveLength(3)
    for (const { due_at, latest_at } of waiting) {
      expect(Date.parse(due_at)).toBeGreaterThan(Date.now())
      expect(due_at <= latest_at).toBe(true)
    }
    const past = new Date(Date.now() - 1).toISOString()
    await change('UPDATE mail_digests SET latest_at = ? WHERE address = ?', past, bookkeeper.email)
    expect(await afterPause(bookkeeper.email)).toHaveLength(1)
    for (const tab of tabs) await tab.close()
    await waitFor(async () => expect(await afterPause(client.email)).toHaveLength(1))
  })
})
