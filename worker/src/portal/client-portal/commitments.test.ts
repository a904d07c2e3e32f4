import type { ClientDetail } from '@portal/contract/clients'
import type { PortalWorkforms } from '@portal/contract/client-portal'
import type { CommitmentsPage } from '@portal/contract/commitments'
import type { Notifications } from '@portal/contract/notifications'
import { describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { type Caller, newBookkeeper, stranger, type TestClient } from '../../testing/portal.ts'
import { cards, decided, newWork, recall, submit, type Work } from '../../testing/sections.ts'
import {
  assigned,
  change,
  day,
  expectAudit,
  expectEvent,
  get,
  newWorkform,
  rows,
  send,
  trips,
} from '../../testing/work.ts'

const promise = (client: Caller, workformId: string, on: string) =>
  send(client, 'PUT', `/api/portal/workforms/${workformId}/commitment`, { day: on })
const withdraw = (client: Caller, workformId: string) =>
  send(client, 'DELETE', `/api/portal/workforms/${workformId}/commitment`)
const seen = async (client: TestClient) =>
  (await get<PortalWorkforms>(client, '/api/portal/workforms')).items[0]?.commitment
const listed = async (bookkeeper: Caller, show: 'upcoming' | 'past') =>
  (await get<CommitmentsPage>(bookkeeper, `/api/follow-ups/commitments?show=${show}`)).items.map(
    (c) => `${c.state} ${c.day}`,
  )
const bell = async (bookkeeper: Caller) => (await get<Notifications>(bookkeeper, '/api/notifications')).items

/** Moves all promises of a client into the past, as if their days were over. */
const moveBack = ({ clientId }: TestClient, days: number) =>
  change(
    `UPDATE commitments SET day = date(day, ?), ends_at = strftime('%Y-%m-%dT%H:%M:%fZ', ends_at, ?)
     WHERE submission_id IN (SELECT id FROM book_form_submissions WHERE client_id = ?)`,
    `-${days} days`,
    `-${days} days`,
    clientId,
  )

async function submitAll({ client, first, second }: Work): Promise<void> {
  await good(submit(client, first.id, { name: 'Cleo' }))
  await good(submit(client, second.id, { note: 'Yes' }))
}

describe('a promise to send a workform', () => {
  it('is shown to both sides, in the bell and in the audit log, live', async () => {
    const { bookkeeper, client, workform, first } = await newWork()
    expect(await seen(client)).toEqual({ day: null, is_missed: false, last_day: day(7) })
    const response = await promise(client, workform.id, day(3))
    expect([response.status, trips(response)]).toEqual([200, { reads: 1, writes: 1 }])
    expect(await seen(client)).toMatchObject({ day: day(3), is_missed: false })
    expect((await cards(bookkeeper))[0]?.commitment).toEqual({ day: day(3), state: 'open' })
    const detail = await get<ClientDetail>(bookkeeper, `/api/clients/${client.clientId}`)
    expect(detail.workforms[0]?.commitments).toEqual([{ day: day(3), state: 'open' }])
    expect(await listed(bookkeeper, 'upcoming')).toEqual([`open ${day(3)}`])
    expect(await listed(bookkeeper, 'past')).toEqual([])
    for (const type of ['submission.changed', 'follow_up.changed', 'notification.created'])
      await expectEvent(bookkeeper.userId, type, client.clientId)
    await expectEvent(client.userId, 'submission.changed', workform.id)
    await expectAudit('commitment.made', first.submission_id)
    expect(await bell(bookkeeper)).toMatchObject([{ title: 'Promise', client_id: client.clientId, is_read: false }])
    // No mail about it.
    expect(
      await rows("SELECT 1 FROM outbox WHERE kind = 'mail' AND recipient = ?", `mail:${bookkeeper.email}`),
    ).toEqual([])
  })

  it('can be changed and withdrawn, of which the bell has the latest', async () => {
    const { bookkeeper, client, workform, first } = await newWork()
    await good(promise(client, workform.id, day(3)))
    const [notification] = await bell(bookkeeper)
    await good(send(bookkeeper, 'POST', '/api/notifications/read', { ids: [notification?.id] }))
    expect((await bell(bookkeeper))[0]?.is_read).toBe(true)
    await good(promise(client, workform.id, day(5)))
    await good(promise(client, workform.id, day(5)))
    expect(await listed(bookkeeper, 'upcoming')).toEqual([`open ${day(5)}`])
    expect(await bell(bookkeeper)).toMatchObject([{ is_read: false }])
    await good(withdraw(client, workform.id))
    await good(withdraw(client, workform.id))
    expect(await seen(client)).toMatchObject({ day: null })
    expect(await listed(bookkeeper, 'upcoming')).toEqual([])
    expect((await cards(bookkeeper))[0]?.commitment).toBeNull()
    expect(await bell(bookkeeper)).toMatchObject([{ title: 'Promise withdrawn', is_read: false }])
    await expectAudit('commitment.withdrawn', first.submission_id)
  })

  it('is kept when everything is sent in time, and stays so when the bookkeeper sends a section back', async () => {
    const work = await newWork()
    const { bookkeeper, client, workform, first, second } = work
    await good(promise(client, workform.id, day(3)))
    await good(submit(client, first.id, { name: 'Cleo' }))
    expect(await listed(bookkeeper, 'upcoming')).toEqual([`open ${day(3)}`])
    await good(submit(client, second.id, { note: 'Yes' }))
    expect(await listed(bookkeeper, 'past')).toEqual([`kept ${day(3)}`])
    expect(await seen(client)).toBeNull()
    await refused(promise(client, workform.id, day(2)), 'section_locked')
    await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'No' })
    expect((await cards(bookkeeper))[0]?.commitment).toEqual({ day: day(3), state: 'kept' })
    // It can be promised again.
    expect(await seen(client)).toMatchObject({ day: null, last_day: day(7) })
    await good(promise(client, workform.id, day(4)))
    expect(await listed(bookkeeper, 'upcoming')).toEqual([`open ${day(4)}`])
    expect(await listed(bookkeeper, 'past')).toEqual([`kept ${day(3)}`])
  })

  it('stays kept when there is a later one and the client takes a section back', async () => {
    const work = await newWork()
    const { bookkeeper, client, workform, first, second } = work
    await good(promise(client, workform.id, day(3)))
    await submitAll(work)
    await decided(bookkeeper, 'reject', second.id, { version: 1, reason: 'No' })
    await good(promise(client, workform.id, day(4)))
    await good(recall(client, first.id, 1))
    expect(await listed(bookkeeper, 'upcoming')).toEqual([`open ${day(4)}`])
    expect(await listed(bookkeeper, 'past')).toEqual([`kept ${day(3)}`])
  })

  it('is missed when the day is over, also when everything is sent later, and stays in the history', async () => {
    const work = await newWork()
    const { bookkeeper, client, workform } = work
    await good(promise(client, workform.id, day(1)))
    await moveBack(client, 3)
    expect(await seen(client)).toMatchObject({ day: day(-2), is_missed: true })
    expect(await listed(bookkeeper, 'past')).toEqual([`missed ${day(-2)}`])
    await good(promise(client, workform.id, day(1)))
    expect(await seen(client)).toMatchObject({ day: day(1), is_missed: false })
    await submitAll(work)
    expect(await listed(bookkeeper, 'past')).toEqual([`kept ${day(1)}`, `missed ${day(-2)}`])
    const detail = await get<ClientDetail>(bookkeeper, `/api/clients/${client.clientId}`)
    expect(detail.workforms[0]?.commitments.map((c) => c.state)).toEqual(['kept', 'missed'])
  })

  it('is only possible for today until the due date, or two weeks ahead of what is overdue', async () => {
    const { client, workform } = await newWork()
    await refused(promise(client, workform.id, day(-2)), 'invalid_input')
    await refused(promise(client, workform.id, day(8)), 'invalid_input')
    await good(promise(client, workform.id, day(7)))
    await change('UPDATE book_client_workforms SET due_date = ? WHERE client_id = ?', day(-5), client.clientId)
    expect(await seen(client)).toMatchObject({ last_day: day(14) })
    await good(promise(client, workform.id, day(14)))
    await refused(promise(client, workform.id, day(15)), 'invalid_input')
  })

  it('cannot be put off again and again when the work is overdue, not even after it was withdrawn', async () => {
    const { client, workform } = await newWork()
    await change('UPDATE book_client_workforms SET due_date = ? WHERE client_id = ?', day(-5), client.clientId)
    await good(promise(client, workform.id, day(14)))
    await change(
      `UPDATE commitments SET made_at = strftime('%Y-%m-%dT%H:%M:%fZ', made_at, '-10 days')
       WHERE submission_id IN (SELECT id FROM book_form_submissions WHERE client_id = ?)`,
      client.clientId,
    )
    expect(await seen(client)).toMatchObject({ last_day: day(4) })
    await refused(promise(client, workform.id, day(5)), 'invalid_input')
    await good(promise(client, workform.id, day(2)))
    await good(withdraw(client, workform.id))
    await refused(promise(client, workform.id, day(5)), 'invalid_input')
    await good(promise(client, workform.id, day(4)))
    expect(await seen(client)).toMatchObject({ last_day: day(4) })
  })

  it('ends with the day in the client’s time zone', async () => {
    const { client, workform } = await newWork()
    await change("UPDATE profiles SET time_zone = 'Pacific/Auckland' WHERE id = ?", client.userId)
    const on = day(3)
    await good(promise(client, workform.id, on))
    const [row] = await rows<{ ends_at: string }>(
      `SELECT ends_at FROM commitments WHERE submission_id IN (
        SELECT id FROM book_form_submissions WHERE client_id = ?)`,
      client.clientId,
    )
    const local = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'Pacific/Auckland',
      dateStyle: 'short',
      hour12: false,
      timeStyle: 'short',
    })
    const end = Date.parse(row?.ends_at ?? '')
    expect(local.format(end - 60_000)).toBe(`${on}, 23:59`)
  })

  it('leaves one notification however often it is withdrawn and made again, which is slowed down', async () => {
    const { bookkeeper, client, workform, first } = await newWork()
    const stored = () => rows('SELECT withdrawn FROM commitments WHERE submission_id = ?', first.submission_id)
    for (let i = 0; i < 10; i++) {
      await good(promise(client, workform.id, day(3)))
      expect(await stored()).toEqual([{ withdrawn: 0 }])
      await good(withdraw(client, workform.id))
    }
    await refused(promise(client, workform.id, day(3)), 'too_many_requests')
    // Nothing changes, so nothing is counted.
    await good(withdraw(client, workform.id))
    expect(await stored()).toEqual([{ withdrawn: 1 }])
    expect(await bell(bookkeeper)).toMatchObject([{ title: 'Promise withdrawn' }])
  })

  it('leaves one open promise when several are made at the same time', async () => {
    const { bookkeeper, client, workform } = await newWork()
    const days = [1, 2, 3, 4].map(day)
    await Promise.all(days.map((on) => good(promise(client, workform.id, on))))
    expect(await listed(bookkeeper, 'upcoming')).toHaveLength(1)
  })

  it('is refused while the assignment is archived, and hidden from the bookkeeper', async () => {
    const { bookkeeper, client, workform } = await newWork()
    await good(promise(client, workform.id, day(1)))
    const path = `/api/clients/${client.clientId}/workforms/${workform.id}/archived`
    await good(send(bookkeeper, 'PUT', path, { archived: true }))
    await refused(promise(client, workform.id, day(2)), 'archived')
    expect([await listed(bookkeeper, 'upcoming'), await bell(bookkeeper)]).toEqual([[], []])
    await good(send(bookkeeper, 'PUT', path, { archived: false }))
    expect(await listed(bookkeeper, 'upcoming')).toHaveLength(1)
  })

  it('belongs to the client, and is listed only for the bookkeeper of the client', async () => {
    const { bookkeeper, client, workform } = await newWork()
    const other = await newWork()
    await refused(promise(other.client, workform.id, day(1)), 'not_found')
    await refused(promise(bookkeeper, workform.id, day(1)), 'forbidden')
    await refused(promise(stranger, workform.id, day(1)), 'unauthenticated')
    await good(promise(client, workform.id, day(1)))
    await refused(withdraw(other.client, workform.id), 'not_found')
    expect(await listed(await newBookkeeper(bookkeeper.firmId), 'upcoming')).toEqual([])
    const { items } = await get<CommitmentsPage>(
      bookkeeper,
      `/api/follow-ups/commitments?client=${other.client.clientId}`,
    )
    expect(items).toEqual([])
  })

  it('is listed page by page, and disappears with the assignment', async () => {
    const { bookkeeper, client } = await newWork()
    for (const days of [3, 1, 2]) {
      const workform = await newWorkform(bookkeeper)
      await assigned(bookkeeper, workform, [client.clientId])
      await good(promise(client, workform.id, day(days)))
    }
    const page = (query: string) => get<CommitmentsPage>(bookkeeper, `/api/follow-ups/commitments?limit=2${query}`)
    const first = await page('')
    const last = await page(`&cursor=${first.next}`)
    expect([...first.items, ...last.items].map((c) => c.day)).toEqual([1, 2, 3].map(day))
    expect(last.next).toBeNull()
    const [one] = first.items
    await good(send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}/workforms/${one?.workform_id}`))
    expect(await listed(bookkeeper, 'upcoming')).toHaveLength(2)
  })
})
