import type { SectionHistory, WaitingCard } from '@portal/contract/review'
import { describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { newBookkeeper, newClient } from '../../testing/portal.ts'
import { decided, fieldsIn, newWork, submit, uploaded } from '../../testing/sections.ts'
import { assigned, change, get, newWorkform, send, sectionsOf, textField, trips } from '../../testing/work.ts'

describe('the history of a section', () => {
  it('lists who did what and when, with rejected answers, in one round trip', async () => {
    const { bookkeeper, client, workform, first } = await newWork()
    const file = await uploaded(client, first.id, 'passport.pdf')
    await good(submit(client, first.id, { name: 'Cleo', size: 'Small', scan: [file] }))
    await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'Blurred' })
    // The fields may have changed when the history is read.
    const fields = [textField('name', 'First', { name: 'Renamed' }), textField('note', 'Second')]
    await good(send(bookkeeper, 'PATCH', `/api/workforms/${workform.id}`, { name: workform.name, fields, version: 1 }))
    await good(submit(client, first.id, { name: 'Cleo C.' }))
    const [row] = await sectionsOf(client.clientId, workform.id)
    await decided(bookkeeper, 'approve', first.id, { version: row?.version, notes: 'Thanks' })
    await decided(bookkeeper, 'undo', first.id, { version: (row?.version ?? 0) + 1 })
    const response = await bookkeeper.fetch(`/api/sections/${first.id}/history`)
    expect(trips(response)).toEqual({ reads: 1, writes: 0 })
    const { items } = (await response.json()) as SectionHistory
    const name = (id: string) => fieldsIn('First').find((f) => f.id === id)?.name
    expect(items).toMatchObject([
      { event: 'undone', by: { name: bookkeeper.name, role: 'bookkeeper' }, text: null },
      { event: 'approved', by: { role: 'bookkeeper' }, text: 'Thanks', answers: [], files: [] },
      { event: 'submitted', by: { name: client.name, role: 'client' }, text: null },
      {
        event: 'rejected',
        text: 'Blurred',
        answers: [
          { field: name('name'), type: 'short-text', answer: 'Cleo' },
          { field: name('size'), type: 'dropdown', answer: 'Small' },
        ],
        files: [
          {
            field: name('scan'),
            name: 'passport.pdf',
            size: file.size,
            sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          },
        ],
      },
      { event: 'submitted', by: { name: client.name } },
    ])
    expect(items.map((i) => i.at)).toEqual(
      items
        .map((i) => i.at)
        .toSorted()
        .toReversed(),
    )
  })

  it('is visible only to the section’s bookkeeper', async () => {
    const { bookkeeper, client, first, second } = await newWork()
    await good(submit(client, first.id, { name: 'Cleo' }))
    for (const other of [await newBookkeeper(bookkeeper.firmId), await newBookkeeper()]) {
      await refused(other.fetch(`/api/sections/${first.id}/history`), 'not_found')
    }
    await refused(client.fetch(`/api/sections/${first.id}/history`), 'forbidden')
    await refused(bookkeeper.fetch(`/api/sections/${crypto.randomUUID()}/history`), 'not_found')
    expect(await get(bookkeeper, `/api/sections/${second.id}/history`)).toEqual({ items: [], recalls: [] })
  })
})

describe('the next card that waits', () => {
  it('is the one after the current, in list order, and the first after the last', async () => {
    const bookkeeper = await newBookkeeper()
    const clients = [
      await newClient(bookkeeper, 'Ann'),
      await newClient(bookkeeper, 'Ben'),
      await newClient(bookkeeper, 'Cleo'),
    ]
    const workform = await newWorkform(bookkeeper)
    const ids = clients.map((c) => c.clientId)
    await assigned(bookkeeper, workform, ids)
    const next = async (client?: string) => {
      const query = client ? `?${new URLSearchParams({ client, workform: workform.id })}` : ''
      const response = await bookkeeper.fetch(`/api/submissions/waiting${query}`)
      expect(trips(response)).toEqual({ reads: 1, writes: 0 })
      const card = ((await response.json()) as WaitingCard).next
      return card && ids.indexOf(card.client_id)
    }
    expect(await next()).toBeNull()
    for (const [i, client] of clients.entries()) {
      const [section] = await sectionsOf(client.clientId, workform.id)
      await good(submit(client, section?.id ?? '', { a: 'Yes' }))
      await change(
        'UPDATE book_form_submissions SET updated_at = ? WHERE client_id = ?',
        `2026-01-0${9 - i}T00:00:00.000Z`,
        client.clientId,
      )
    }
    expect([await next(), await next(ids[0]), await next(ids[1]), await next(ids[2])]).toEqual([0, 1, 2, 0])
    const [ben] = await sectionsOf(ids[1] ?? '', workform.id)
    await decided(bookkeeper, 'approve', ben?.id ?? '', { version: 1 })
    expect([await next(ids[0]), await next(ids[1])]).toEqual([2, 2])
    expect(await get(await newBookkeeper(bookkeeper.firmId), '/api/submissions/waiting')).toEqual({ next: null })
  })
})
