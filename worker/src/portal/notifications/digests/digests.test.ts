import { waitFor } from '@portal/contract/testing/wait-for'
import { ALL_MAIL_KINDS, type MailKind } from '@portal/contract/mail-kinds'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { toStatement } from '../../../platform/db/statement.ts'
import { longDate } from '../../../platform/time/due-date.ts'
import { good } from '../../../testing/accounts.ts'
import { afterPause, oneClick, say, switchMail, unsubscribe } from '../../../testing/digests.ts'
import { newBookkeeper, newClient, portalUrl, type SentMail, type TestClient } from '../../../testing/portal.ts'
import { decided, newWork, submit } from '../../../testing/sections.ts'
import { openTab } from '../../../testing/tab.ts'
import {
  assigned,
  createdClient,
  day,
  expectAudit,
  get,
  rows,
  sectionsOf,
  send,
  textField,
} from '../../../testing/work.ts'
import { composeDigest } from './compose.ts'
import { unsubscribeUrl, wantsMail } from '../../../platform/mail/mail-switches.ts'

const EIGHT = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']
const aboutMessages = (mails: readonly SentMail[]) => mails.filter((m) => /message/.test(m.subject))

async function pair() {
  const bookkeeper = await newBookkeeper()
  return { bookkeeper, client: await newClient(bookkeeper) }
}
const threadOf = async (client: TestClient) =>
  (await get<{ items: { id: string; last_seq: number }[] }>(client, '/api/chat/threads')).items[0] ??
  expect.fail('no thread')
describe('a digest of long texts', () => {
  it('lists the first ones and counts those that would make the mail too large', () => {
    const entry = { subject: 'S', heading: 'H', hello: 'Hello,', closing: 'Bye.', line: '"'.repeat(2000) }
    const action = { label: 'Open', url: 'https://portal.test/' }
    const digest = composeDigest(
      Array.from({ length: 200 }, () => ({ ...entry, action })),
      50,
    )
    expect(digest?.listed).toBe(2)
    expect(digest?.text.subject).toBe('S (250)')
    expect(digest?.text.lines).toEqual(['Hello,', entry.line, entry.line, 'And 248 more.', 'Bye.'])
  })
})

describe('a digest of several events', () => {
  it('is one mail when eight sections are submitted, rejected or approved one by one', async () => {
    const { bookkeeper, client, workform } = await newWork(EIGHT.map((s) => textField(s.toLowerCase(), s)))
    const sections = await sectionsOf(client.clientId, workform.id)
    for (const { id, section_name } of sections) await good(submit(client, id, { [section_name.toLowerCase()]: 'Yes' }))
    const [submitted, ...more] = await afterPause(bookkeeper.email)
    expect(more).toEqual([])
    expect(submitted?.subject).toBe(`Section submitted: ${workform.name} (8)`)
    expect(submitted?.text.match(/You can look at the answers/g)).toHaveLength(1)
    const before = (await afterPause(client.email)).length
    const [again, accepted] = [sections.slice(0, 3), sections.slice(3)]
    for (const { id } of again) await decided(bookkeeper, 'reject', id, { version: 1, reason: 'Blurred' })
    const [rejected, ...earlier] = await afterPause(client.email)
    expect(earlier).toHaveLength(before)
    expect(rejected?.subject).toBe(`Section rejected: ${workform.name} (3)`)
    for (const { id } of accepted) await decided(bookkeeper, 'approve', id, { version: 1 })
    const [approved, ...others] = await afterPause(client.email)
    expect(others).toHaveLength(before + 1)
    expect(approved?.subject).toBe(`Section approved: ${workform.name} (5)`)
    for (const { section_name: name } of accepted)
      expect(approved?.text).toContain(`"${name}" of "${workform.name}" has been approved.`)
    expect(approved?.text.match(/Hello/g)).toHaveLength(1)
  })

  it('is sent after a maximum delay, however many items arrive', async () => {
    const { bookkeeper, client } = await pair()
    await say(client, 'First')
    const at = async () =>
      (
        await rows<{ due_at: string; latest_at: string }>(
          'SELECT * FROM mail_digests WHERE address = ?',
          bookkeeper.email,
        )
      )[0]
    const before = await at()
    await say(client, 'Second')
    const after = await at()
    expect(after?.latest_at).toBe(before?.latest_at)
    expect(Date.parse(after?.due_at ?? '')).toBeGreaterThan(Date.parse(before?.due_at ?? ''))
    expect(Date.parse(after?.due_at ?? '')).toBeLessThanOrEqual(Date.parse(after?.latest_at ?? ''))
  })

  it('has a subject and heading that fit all entries', () => {
    const action = { label: 'Open', url: 'https://portal.test' }
    const one = { subject: 'Section approved: A', heading: 'Section approved', hello: 'Hello,', line: 'x', action }
    expect(composeDigest([], 0)).toBeUndefined()
    expect(composeDigest([one], 0)?.text).toMatchObject({
      subject: one.subject,
      heading: one.heading,
      lines: ['Hello,', 'x'],
    })
    expect(composeDigest([one, { ...one, subject: 'Section approved: B' }], 0)?.text.subject).toBe(
      'Section approved (2)',
    )
    const elsewhere = { label: 'Open', url: 'https://portal.test?section=2' }
    const other = { ...one, subject: 'Section rejected: A', heading: 'Section rejected', line: 'y', action: elsewhere }
    expect(composeDigest([one, other], 298)?.text).toMatchObject({
      subject: 'Section approved: A, and 299 more',
      heading: 'What’s new',
      lines: ['Hello,', 'x', 'y', 'And 298 more.'],
    })
    expect(composeDigest([other, one], 0)?.text.action?.url).toBe('https://portal.test')
  })
})

describe('a digest', () => {
  const about = (mails: readonly SentMail[], word: RegExp) =>
    mails.filter((m) => word.test(m.subject)).map((m) => m.text)

  it('reports each section once, with its state when the mail is sent', async () => {
    const { bookkeeper, client, first, second } = await newWork([textField('a', 'First'), textField('b', 'Second')])
    await good(submit(client, first.id, { a: 'Yes' }))
    await good(submit(client, second.id, { b: 'Yes' }))
    await afterPause(client.email)
    // Approved and undone before the mail is sent: nothing to report.
    await decided(bookkeeper, 'approve', first.id, { version: 1 })
    await decided(bookkeeper, 'undo', first.id, { version: 2 })
    const before = await afterPause(client.email)
    expect(about(before, /approv/i)).toEqual([])
    // Rejected, submitted again and approved: only the last decision is reported.
    await decided(bookkeeper, 'reject', second.id, { version: 1, reason: 'Blurred' })
    await good(submit(client, second.id, { b: 'Better' }))
    await decided(bookkeeper, 'approve', second.id, { version: 3, notes: 'Thank you' })
    const [text = '', ...others] = about(await afterPause(client.email), /reject|approv/i)
    expect(others).toEqual([])
    expect(text).toContain(`We received "Second" of`)
    expect(text.replace(/We received .*/, '').match(/"Second"/g)).toHaveLength(1)
    expect(text).toContain('has been approved. Notes: Thank you')
    expect(text).toContain(`/client-dashboard?section=${second.id}`)
    // The approval was reported, so its undo is reported, too.
    await decided(bookkeeper, 'undo', second.id, { version: 4 })
    const undone = await afterPause(client.email)
    expect(about(undone, /^Approval undone/)).toEqual([expect.stringContaining('It is being reviewed again.')])
    // Approved again before the undo is reported: nothing has changed.
    await decided(bookkeeper, 'approve', second.id, { version: 5 })
    await afterPause(client.email)
    await decided(bookkeeper, 'undo', second.id, { version: 6 })
    await decided(bookkeeper, 'approve', second.id, { version: 7 })
    expect(about(await afterPause(client.email), /^Approval undone/)).toHaveLength(1)
  })

  it('reports a workform with its state when the mail is sent', async () => {
    const { bookkeeper, client, workform } = await newWork()
    const path = `/api/clients/${client.clientId}/workforms/${workform.id}`
    const move = (to: string) => good(send(bookkeeper, 'PATCH', path, { due_date: to }))
    const mails = async () => (await afterPause(client.email)).map((m) => m.subject.split(':')[0])
    const remove = async () => expect((await send(bookkeeper, 'DELETE', path)).ok).toBe(true)
    await remove()
    expect(await mails()).toEqual([])
    await assigned(bookkeeper, workform, [client.clientId])
    await move(day(30))
    const [first] = await afterPause(client.email)
    expect(first?.subject).toBe(`New workform: ${workform.name}`)
    expect(first?.text).toContain(longDate(day(30)))
    await move(day(40))
    await move(day(30))
    expect(await mails()).toHaveLength(1)
    await move(day(50))
    expect(await mails()).toEqual(['Due date changed', 'New workform'])
    await remove()
    expect(await mails()).toEqual(['Workform withdrawn', 'Due date changed', 'New workform'])
    await assigned(bookkeeper, workform, [client.clientId])
    await mails()
    expect((await send(bookkeeper, 'DELETE', `/api/workforms/${workform.id}`)).ok).toBe(true)
    expect((await mails()).filter((m) => m === 'Workform withdrawn')).toHaveLength(2)
  })

  it('links submissions to their card and omits sections that were reviewed in the meantime', async () => {
    const { bookkeeper, client, workform, first, second } = await newWork([
      textField('a', 'First'),
      textField('b', 'Second'),
    ])
    await good(submit(client, first.id, { a: 'Yes' }))
    await good(submit(client, second.id, { b: 'Yes' }))
    await decided(bookkeeper, 'reject', second.id, { version: 1, reason: 'Again' })
    const [mail] = await afterPause(bookkeeper.email)
    expect(mail?.subject).toBe(`Section submitted: ${workform.name}`)
    expect(mail?.text).toContain('"First"')
    expect(mail?.text).not.toContain('"Second"')
    expect(mail?.text).toContain(`/form-submissions?workform=${workform.id}&client=${client.clientId}`)
  })

  it('confirms submissions to the client', async () => {
    const { client, workform, first, second } = await newWork([textField('a', 'First'), textField('b', 'Second')])
    await afterPause(client.email)
    await good(submit(client, first.id, { a: 'Yes' }))
    await good(submit(client, second.id, { b: 'Yes' }))
    const [receipt] = await afterPause(client.email)
    expect(receipt?.subject).toBe(`Submission received: ${workform.name} (2)`)
    expect(receipt?.text).toMatch(/We received "First" of ".+" on \w+ \d+, \d{4} at \d+:\d\d [AP]M UTC\./)
  })
})

describe('mail about messages', () => {
  it('contains the messages that are still unread, in their current version', async () => {
    const { bookkeeper, client } = await pair()
    await say(client, 'Read by then')
    const thread = await threadOf(client)
    await good(send(bookkeeper, 'POST', `/api/chat/threads/${thread.id}/read`, { seq: thread.last_seq + 1 }))
    const gone = await say(client, 'Gone by then')
    const kept = await say(client, 'Wrong by then')
    await good(client.fetch(`/api/chat/threads/${thread.id}/messages/${gone}`, { method: 'DELETE' }))
    await good(send(client, 'PATCH', `/api/chat/threads/${thread.id}/messages/${kept}`, { message: 'Right by then' }))
    await say(client, 'And this')
    const mails = await afterPause(bookkeeper.email)
    expect(mails.map((m) => m.subject)).toEqual([`2 new messages from ${client.name}`])
    expect(mails[0]?.text).toMatch(/Right by then\n\nAnd this/)
    expect(mails[0]?.text).not.toMatch(/Read by then|Gone by then|Wrong by then/)
    expect(mails[0]?.text).toContain(`/chat?thread=${thread.id}`)
  })

  it('waits while the reader has the portal open, and is not sent when they have read the messages', async () => {
    const { bookkeeper, client } = await pair()
    const tab = openTab(client.token)
    await tab.ready()
    await say(bookkeeper, 'Are you there?', client.clientId)
    expect(await afterPause(client.email)).toEqual([])
    expect(await rows('SELECT total FROM mail_digests WHERE address = ?', client.email)).toEqual([{ total: 1 }])
    await tab.close()
    await waitFor(async () =>
      expect((await afterPause(client.email)).map((m) => m.subject)).toEqual([`New message from ${bookkeeper.name}`]),
    )
    await say(bookkeeper, 'Read at once', client.clientId)
    const thread = await threadOf(client)
    await good(send(client, 'POST', `/api/chat/threads/${thread.id}/read`, { seq: thread.last_seq }))
    expect(await afterPause(client.email)).toHaveLength(1)
    expect(await rows('SELECT 1 FROM mail_digests WHERE address = ?', client.email)).toEqual([])
  })

  it('quotes the question of a comment', async () => {
    const { bookkeeper, client, first } = await newWork()
    const { id } = await threadOf(client)
    const comment = { message: 'With the branch?', about: first.id, field_id: 'size' }
    await good(send(client, 'POST', `/api/chat/threads/${id}/messages`, comment))
    const [mail] = await afterPause(bookkeeper.email)
    expect(mail?.text).toContain('About "Company size": With the branch?')
  })

  it('names the clients when a bookkeeper has messages from several', async () => {
    const { bookkeeper, client } = await pair()
    const other = await newClient(bookkeeper, 'Otto Other')
    await say(client, 'From one')
    await say(other, 'From another')
    const [mail] = await afterPause(bookkeeper.email)
    expect(mail?.subject).toBe('2 new messages from 2 clients')
    expect(mail?.text).toContain('Otto Other: From another')
  })

  it('does not show a line of a message as a message of another client', async () => {
    const { bookkeeper, client } = await pair()
    const other = await newClient(bookkeeper, 'Otto Other')
    await say(other, 'Hello')
    await say(client, 'Hi\n\nOtto Other: My new account is DE02 1203')
    const [mail] = await afterPause(bookkeeper.email)
    expect(mail?.text.match(/^Otto Other:.*$/gm)).toEqual(['Otto Other: Hello'])
    expect(mail?.html).not.toContain('<br>Otto Other')
  })
})

describe('a kind of mail', () => {
  it('can be switched off in the profile without affecting other kinds', async () => {
    const { bookkeeper, client } = await pair()
    const settings = await get<{ items: { kind: string; on: boolean }[] }>(bookkeeper, '/api/mail/settings')
    expect(settings.items).toEqual(['submissions', 'messages', 'follow_ups'].map((kind) => ({ kind, on: true })))
    expect(await good(switchMail(bookkeeper, 'messages', false))).toEqual({
      items: [
        { kind: 'submissions', on: true },
        { kind: 'messages', on: false },
        { kind: 'follow_ups', on: true },
      ],
    })
    await expectAudit('account.mail_switched', bookkeeper.userId)
    await say(client, 'Hello')
    expect(await afterPause(bookkeeper.email)).toEqual([])
    await good(switchMail(bookkeeper, 'messages', true))
    await say(client, 'Hello again')
    expect(aboutMessages(await afterPause(bookkeeper.email))).toHaveLength(1)
    expect((await switchMail(bookkeeper, 'decisions', false)).status).toBe(400)
    expect((await switchMail(client, 'nonsense', false)).status).toBe(400)
  })

  it('is still sent to others when one person switches it off', async () => {
    const [quiet, other] = await Promise.all([newWork(), newWork()])
    const everything = async ({ bookkeeper, client, second }: typeof quiet) => {
      await good(submit(client, second.id, { note: 'Done' }))
      const submitted = await afterPause(bookkeeper.email)
      await decided(bookkeeper, 'approve', second.id, { version: 1 })
      await say(client, 'Hello')
      await say(bookkeeper, 'Hello yourself', client.clientId)
      return {
        bookkeeper: [...submitted, ...(await afterPause(bookkeeper.email))],
        client: await afterPause(client.email),
      }
    }
    for (const kind of ['submissions', 'messages', 'follow_ups']) await good(switchMail(quiet.bookkeeper, kind, false))
    for (const kind of ['assigned', 'receipts', 'decisions', 'messages', 'reminders'])
      await good(switchMail(quiet.client, kind, false))
    const none = await everything(quiet)
    expect([...none.bookkeeper, ...none.client]).toEqual([])
    const all = await everything(other)
    expect(all.bookkeeper.map((m) => m.subject)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Section submitted/), expect.stringMatching(/^New message/)]),
    )
    expect(all.client.map((m) => m.subject)).toEqual([expect.stringMatching(/^Section approved.*, and 3 more$/)])
    const wants = async (kind: MailKind, address: string) => {
      const { sql: text, args } = toStatement(sql`SELECT 1 WHERE ${wantsMail(kind, address)}`)
      return (await rows(text, ...(args as string[]))).length === 1
    }
    for (const kind of ALL_MAIL_KINDS) {
      const ofBookkeeper = kind === 'submissions' || kind === 'follow_ups'
      expect(await wants(kind, ofBookkeeper ? quiet.bookkeeper.email : quiet.client.email), kind).toBe(false)
      expect(await wants(kind, other.client.email), kind).toBe(true)
    }
  })

  it('can be switched off with one click in a mail, and on again', async () => {
    const { bookkeeper, client } = await pair()
    await say(bookkeeper, 'Hello', client.clientId)
    const link = unsubscribe((await afterPause(client.email))[0])
    expect(link.pathname).toBe('/mail-off')
    for (let i = 0; i < 3; i++) expect((await oneClick(link)).status).toBe(200)
    // Repeats add no entries to the audit log.
    expect(
      await rows("SELECT 1 FROM audit_log WHERE action = 'account.mail_switched' AND client_id = ?", client.clientId),
    ).toHaveLength(1)
    const state = { address: client.email, kind: 'messages', kinds: ['messages'] }
    expect(await good(fetch(new URL(`/api/mail/link${link.search}`, portalUrl)))).toEqual({ ...state, on: false })
    await say(bookkeeper, 'Hello?', client.clientId)
    expect(await afterPause(client.email)).toHaveLength(1)
    expect(await good(fetch(new URL(`/api/mail/link/on${link.search}`, portalUrl), { method: 'POST' }))).toEqual({
      ...state,
      on: true,
    })
    await say(bookkeeper, 'Hello!', client.clientId)
    expect(await afterPause(client.email)).toHaveLength(2)
    const off = fetch(new URL(`/api/mail/link/off${link.search}`, portalUrl), { method: 'POST' })
    expect(await good(off)).toEqual({ ...state, on: false })
  })

  it('is recorded only for firms that the client has accepted when it is switched off', async () => {
    const { bookkeeper, client } = await pair()
    const stranger = await newBookkeeper()
    await createdClient(stranger, { email: client.email })
    await say(bookkeeper, 'Hello', client.clientId)
    const mails = await afterPause(client.email)
    expect((await oneClick(unsubscribe(mails.find((m) => 'unsubscribe' in m && m.unsubscribe)))).status).toBe(200)
    const told = await rows(
      "SELECT firm_id FROM audit_log WHERE action = 'account.mail_switched' AND firm_id IN (?, ?)",
      bookkeeper.firmId,
      stranger.firmId,
    )
    expect(told).toEqual([{ firm_id: bookkeeper.firmId }])
  })

  it('cannot be switched with a forged link', async () => {
    const { client } = await pair()
    for (const token of [
      'x',
      'x.y',
      new URL(
        unsubscribeUrl(portalUrl, 'another secret', { address: client.email, kinds: ['messages'] }),
      ).searchParams.get('token'),
    ]) {
      expect((await fetch(new URL(`/mail-off?token=${token}`, portalUrl), { method: 'POST' })).status).toBe(404)
    }
    expect(await rows('SELECT 1 FROM mail_switches WHERE address = ?', client.email)).toEqual([])
  })
})
