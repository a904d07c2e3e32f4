import { waitFor } from '@portal/contract/testing/wait-for'
import { describe, expect, it } from 'vitest'
import { good } from '../../../testing/accounts.ts'
import { markRead, newDay, NOON, sameDay, say, switchMail } from '../../../testing/digests.ts'
import { newBookkeeper, newClient, type TestClient } from '../../../testing/portal.ts'
import { decided, newWork, submit } from '../../../testing/sections.ts'
import { openTab } from '../../../testing/tab.ts'
import { assigned, change, day, newWorkform, rows, send, textField } from '../../../testing/work.ts'
import { instantAt, localTime } from '../../../platform/time/time-zone.ts'
import { settings } from '../../../env.ts'
import type { WaitingDigest } from './read-waiting.ts'
import { waitsUntil } from './routine-mail.ts'

const atNoon = ({ userId }: TestClient) => change('UPDATE profiles SET time_zone = ? WHERE id = ?', NOON, userId)

/** Five sections, whose client gets the first mail of the day: of the new workform. */
async function mailedWork() {
  const work = await newWork(['One', 'Two', 'Three', 'Four'].map((s) => textField(s.toLowerCase(), s)))
  const { client, workform } = work
  await atNoon(client)
  const sections = await rows<{ id: string; section_name: string }>(
    'SELECT id, section_name FROM book_client_workforms WHERE client_id = ? ORDER BY position',
    client.clientId,
  )
  const submitOne = async (i: number) => {
    const { id = '', section_name = '' } = sections[i] ?? {}
    await good(submit(client, id, { [section_name.toLowerCase()]: 'Yes' }))
    return id
  }
  expect(await subjects(client)).toEqual([`New workform: ${workform.name}`])
  return { ...work, submitOne }
}
const subjects = async ({ email }: TestClient): Promise<string[]> => (await sameDay(email)).map((m) => m.subject)
const waiting = ({ email }: TestClient) =>
  rows<{ kind: string; due_at: string; latest_at: string }>(
    'SELECT kind, due_at, latest_at FROM mail_digests WHERE address = ? ORDER BY kind',
    email,
  )

describe('news that nobody waits for', () => {
  it('wait for the next morning after a mail of the same day, and are one mail then', async () => {
    const { client, workform, submitOne } = await mailedWork()
    await submitOne(0)
    expect(await subjects(client)).toHaveLength(1)
    const [receipts] = await waiting(client)
    const due = localTime(NOON, new Date(receipts?.due_at ?? ''))
    expect(due.day > localTime(NOON, new Date()).day).toBe(true)
    expect(due.minutes).toBeGreaterThanOrEqual(9 * 60)
    expect(due.minutes).toBeLessThan(9 * 60 + 45)
    // A client who is online then is not interrupted.
    expect((receipts?.latest_at ?? '') > (receipts?.due_at ?? '9')).toBe(true)
    await submitOne(1)
    expect(await subjects(client)).toHaveLength(1)
    await newDay(client.email)
    expect((await subjects(client))[0]).toBe(`Submission received: ${workform.name} (2)`)
    expect(await waiting(client)).toEqual([])
    await submitOne(2)
    expect(await subjects(client)).toHaveLength(2)
  })

  it('go along with a decision, or with a message of the bookkeeper', async () => {
    const { bookkeeper, client, workform, submitOne } = await mailedWork()
    const first = await submitOne(0)
    await submitOne(1)
    expect(await subjects(client)).toHaveLength(1)
    await decided(bookkeeper, 'approve', first, { version: 1 })
    expect((await subjects(client))[0]).toBe(`Section approved: ${workform.name}, and 2 more`)
    await submitOne(2)
    expect(await subjects(client)).toHaveLength(2)
    await say(bookkeeper, 'Thank you', client.clientId)
    const [mail] = await sameDay(client.email)
    expect(mail?.text).toContain('Thank you')
    expect(mail?.text).toContain('We received "Three"')
    expect(await waiting(client)).toEqual([])
  })

  it('are not held back by a decision or a message alone', async () => {
    const { bookkeeper, client, submitOne } = await mailedWork()
    await newDay(client.email)
    await say(bookkeeper, 'Good morning', client.clientId)
    expect(await subjects(client)).toHaveLength(2)
    await submitOne(0)
    expect(await subjects(client)).toHaveLength(3)
  })

  it('are not mailed when they were read, became moot, or are switched off meanwhile', async () => {
    const { bookkeeper, client, workform, submitOne } = await mailedWork()
    const other = await newWorkform(bookkeeper)
    await assigned(bookkeeper, other, [client.clientId])
    await say(bookkeeper, 'Read at once', client.clientId)
    await submitOne(0)
    await markRead(client)
    expect(await subjects(client)).toHaveLength(1)
    // What has nothing to tell does not wait.
    expect((await waiting(client)).map(({ kind }) => kind)).toEqual(['assigned', 'receipts'])
    const path = `/api/clients/${client.clientId}/workforms/${other.id}`
    expect((await send(bookkeeper, 'DELETE', path)).ok).toBe(true)
    await good(switchMail(client, 'receipts', false))
    await newDay(client.email)
    expect(await subjects(client)).toEqual([`New workform: ${workform.name}`])
    expect(await waiting(client)).toEqual([])
  })

  it('do not wait when they are due today', async () => {
    const { bookkeeper, client } = await mailedWork()
    const [later, urgent] = [await newWorkform(bookkeeper), await newWorkform(bookkeeper)]
    await assigned(bookkeeper, later, [client.clientId], day(9))
    expect(await subjects(client)).toHaveLength(1)
    await assigned(bookkeeper, urgent, [client.clientId], localTime(NOON, new Date()).day)
    expect((await subjects(client))[0]).toBe('New workform assigned (2)')
  })

  it('wait by firm and client record', async () => {
    const { bookkeeper, client } = await mailedWork()
    const other = await newBookkeeper()
    const twin = await newClient(other)
    // The same address in another firm, and another client of the same bookkeeper.
    await change('UPDATE book_clients SET email = ? WHERE id = ?', client.email, twin.clientId)
    const sister = await newClient(bookkeeper)
    const [theirs, ours] = [await newWorkform(other), await newWorkform(bookkeeper)]
    await assigned(other, theirs, [twin.clientId])
    await assigned(bookkeeper, ours, [client.clientId, sister.clientId])
    expect((await subjects(client))[0]).toBe(`New workform: ${theirs.name}`)
    expect(await subjects(sister)).toEqual([`New workform: ${ours.name}`])
    expect((await waiting(client)).map(({ kind }) => kind)).toEqual(['assigned'])
  })

  it('are not mailed to a client who was archived meanwhile', async () => {
    const { bookkeeper, client, submitOne } = await mailedWork()
    await submitOne(0)
    expect(await subjects(client)).toHaveLength(1)
    await good(
      send(bookkeeper, 'POST', '/api/clients/changes', { ids: [client.clientId], change: { kind: 'archive' } }),
    )
    await newDay(client.email)
    expect(await subjects(client)).toHaveLength(1)
  })

  it('wait for a client who is online the next morning', async () => {
    const { client, submitOne } = await mailedWork()
    await submitOne(0)
    expect(await subjects(client)).toHaveLength(1)
    const tab = openTab(client.token)
    await tab.ready()
    await newDay(client.email)
    expect(await subjects(client)).toHaveLength(1)
    await tab.close()
    await waitFor(async () => expect(await subjects(client)).toHaveLength(2))
  })

  it('are one mail however many there are', async () => {
    const { bookkeeper, client } = await mailedWork()
    const item = (i: number) => ({ client_id: client.clientId, workform_id: `none-${i}`, before: null })
    const workform = await newWorkform(bookkeeper)
    await assigned(bookkeeper, workform, [client.clientId])
    const items = JSON.stringify([
      ...Array.from({ length: 199 }, (_, i) => item(i)),
      { ...item(0), workform_id: workform.id },
    ])
    await change('UPDATE mail_digests SET items = ?, total = 250 WHERE address = ?', items, client.email)
    expect(await subjects(client)).toHaveLength(1)
    await newDay(client.email)
    const [mail, ...others] = await sameDay(client.email)
    expect(others).toHaveLength(1)
    expect(mail?.text).toContain('And 50 more.')
  })
})

describe('the next morning', () => {
  const config = settings({ ENVIRONMENT: 'development', LIBSQL_URL: 'x', AUTH_SECRET: 'x'.repeat(32) } as never)
  const BERLIN = 'Europe/Berlin'
  const waits = (now: Date, mailed: Date | null, reminder: Date | null = null, every = config.ROUTINE_MAIL_EVERY_S) => {
    const digest = {
      client_id: '00000000-0000-7000-8000-000000000000',
      time_zone: BERLIN,
      routine_mail_at: mailed && mailed.toISOString(),
      reminder_at: reminder && reminder.toISOString(),
    } as WaitingDigest
    const until = waitsUntil({ now, config: { ...config, ROUTINE_MAIL_EVERY_S: every } }, digest, [
      { kind: 'receipts', entries: [], unlisted: 0 },
    ])
    return until && localTime(BERLIN, until)
  }
  const berlin = (of: string, hour: number): Date => instantAt(BERLIN, of, hour * 60)

  it('is at nine where the client lives, also when the clocks change', () => {
    for (const [today, tomorrow] of [
      ['2026-03-28', '2026-03-29'],
      ['2026-10-24', '2026-10-25'],
    ] as const)
      expect(waits(berlin(today, 15), berlin(today, 11))).toEqual({ day: tomorrow, minutes: 540 })
    // 23 and 25 hours long: a mail right after midnight counts until the next one.
    for (const today of ['2026-03-29', '2026-10-25']) {
      expect(waits(berlin(today, 23.9), berlin(today, 0.1))).toMatchObject({ minutes: 540 })
      expect(waits(berlin(today, 0.1), new Date(berlin(today, 0).getTime() - 60_000))).toBeUndefined()
    }
  })

  it('does not begin at midnight in UTC', () => {
    // 23:30 UTC is half past midnight in Berlin.
    expect(waits(new Date('2026-01-10T23:30:00Z'), new Date('2026-01-10T22:30:00Z'))).toBeUndefined()
    expect(waits(new Date('2026-01-11T22:30:00Z'), new Date('2026-01-10T23:30:00Z'))).toEqual({
      day: '2026-01-12',
      minutes: 540,
    })
  })

  it('comes sooner where a portal says so', () => {
    const [now, mailed] = [berlin('2026-01-12', 15), berlin('2026-01-12', 11)]
    expect(waits(now, mailed, null, 0)).toBeUndefined()
    expect(waits(now, mailed, null, 5 * 3600)).toEqual({ day: '2026-01-12', minutes: 960 })
    expect(waits(now, null, berlin('2026-01-12', 16), 0)).toBeUndefined()
  })

  it('waits for a reminder of the same day only, and not for one that does not come', () => {
    const now = berlin('2026-01-12', 8)
    expect(waits(now, null, berlin('2026-01-12', 9))).toEqual({ day: '2026-01-12', minutes: 555 })
    expect(waits(now, null, berlin('2026-01-13', 9))).toBeUndefined()
    expect(waits(now, null, berlin('2026-01-12', 7.7))).toBeUndefined()
  })
})
