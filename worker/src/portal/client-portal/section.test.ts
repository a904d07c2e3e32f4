import type { ClientDetail } from '@portal/contract/clients'
import type { PortalWorkform } from '@portal/contract/client-portal'
import { describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { newBookkeeper, newClient } from '../../testing/portal.ts'
import { decided, draft, fieldsIn, newWork, opened, submit, upload, uploaded } from '../../testing/sections.ts'
import { assigned, change, day, expectEvent, get, newWorkform, queued, rows, send, trips } from '../../testing/work.ts'

const workforms = async (client: Parameters<typeof get>[0]) =>
  (await get<{ items: PortalWorkform[] }>(client, '/api/portal/workforms')).items

describe('the client’s workforms', () => {
  it('lists assigned workforms, the newest first, with sections in order and field counts', async () => {
    const { bookkeeper, client, workform } = await newWork()
    const later = await newWorkform(bookkeeper, { description: 'About you' })
    await assigned(bookkeeper, later, [client.clientId], day(3))
    const response = await client.fetch('/api/portal/workforms')
    expect(trips(response)).toEqual({ reads: 1, writes: 0 })
    const { items } = (await response.json()) as { items: PortalWorkform[] }
    expect(items.map((w) => w.workform_id)).toEqual([later.id, workform.id])
    expect(items[0]).toMatchObject({ name: later.name, description: 'About you', due_date: day(3) })
    expect(items[1]?.sections).toMatchObject([
      { name: 'First', status: 'pending', version: 0, rejection_reason: null, field_count: 5, required_count: 1 },
      { name: 'Second', status: 'pending', field_count: 1, required_count: 0 },
    ])
  })

  it('lists workforms that were assigned at once in the order that the bookkeeper sees', async () => {
    const { bookkeeper, client } = await newWork()
    for (const section of ['B', 'A', 'C']) {
      const fields = [{ id: 'a', name: 'Name', type: 'short-text' as const, required: false, section }]
      await assigned(bookkeeper, await newWorkform(bookkeeper, { fields }), [client.clientId])
    }
    await change(
      "UPDATE book_client_workforms SET assigned_at = '2026-01-01T00:00:00.000Z' WHERE client_id = ?",
      client.clientId,
    )
    const detail = await get<ClientDetail>(bookkeeper, `/api/clients/${client.clientId}`)
    expect((await workforms(client)).map((w) => w.workform_id)).toEqual(detail.workforms.map((w) => w.workform_id))
  })

  it('shows nothing of another client', async () => {
    const { bookkeeper } = await newWork()
    const other = await newClient(bookkeeper)
    expect(await workforms(other)).toEqual([])
  })

  it('shows the reason of a rejection only while the section is rejected', async () => {
    const { bookkeeper, client, first } = await newWork()
    const section = async () =>
      (await workforms(client)).flatMap((w) => w.sections).find((s) => s.assignment_id === first.id)
    await submit(client, first.id, { name: 'Cleo' })
    expect(await section()).toMatchObject({ status: 'pending_review', rejection_reason: null })
    await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'Please use your full name.' })
    expect(await section()).toMatchObject({
      status: 'rejected',
      rejection_reason: 'Please use your full name.',
      version: 2,
    })
    await submit(client, first.id, { name: 'Cleo Client' })
    expect(await section()).toMatchObject({ status: 'pending_review', rejection_reason: null })
    await decided(bookkeeper, 'approve', first.id, { version: 3, notes: 'For the file only' })
    expect(await section()).toMatchObject({ status: 'approved', rejection_reason: null })
    await decided(bookkeeper, 'undo', first.id, { version: 4 })
    expect(await section()).toMatchObject({ status: 'pending_review', rejection_reason: null })
  })
})

describe('a section to fill in', () => {
  it('has its own fields and no answers yet, in one round trip', async () => {
    const { client, workform, first } = await newWork()
    const response = await client.fetch(`/api/portal/sections/${first.id}`)
    expect(trips(response)).toEqual({ reads: 1, writes: 0 })
    expect(await response.json()).toMatchObject({
      assignment_id: first.id,
      workform_id: workform.id,
      workform_name: workform.name,
      name: 'First',
      status: 'pending',
      due_date: day(7),
      fields: fieldsIn('First').map(({ id, name }) => ({ id, name })),
      answers: {},
      draft_version: 0,
      saved_at: null,
    })
  })

  it('shows the draft, then the submitted answers', async () => {
    const { client, first } = await newWork()
    await draft(client, first.id, { name: 'Cle' }, 0)
    expect((await opened(client, first.id)).answers).toEqual({ name: 'Cle' })
    await submit(client, first.id, { name: 'Cleo' })
    expect(await opened(client, first.id)).toMatchObject({
      status: 'pending_review',
      answers: { name: 'Cleo' },
      draft_version: 0,
    })
  })

  it('is not found by other clients or after it was withdrawn', async () => {
    const { bookkeeper, client, first } = await newWork()
    const others = [await newClient(bookkeeper), await newClient(await newBookkeeper())]
    for (const other of others) {
      await refused(other.fetch(`/api/portal/sections/${first.id}`), 'not_found')
      await refused(draft(other, first.id, { name: 'X' }, 0), 'not_found')
      await refused(submit(other, first.id, { name: 'X' }), 'not_found')
      await refused(upload(other, first.id, 'a.pdf', '%PDF-1.7'), 'not_found')
    }
    await change('DELETE FROM book_client_workforms WHERE id = ?', first.id)
    await refused(client.fetch(`/api/portal/sections/${first.id}`), 'not_found')
    await refused(draft(client, first.id, { name: 'X' }, 0), 'not_found')
  })
})

describe('saving a draft', () => {
  it('stores it, counts versions and marks the section in progress, in one read and one write', async () => {
    const { bookkeeper, client, first } = await newWork()
    const response = await draft(client, first.id, { name: 'C' }, 0)
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    const { draft_version } = (await response.json()) as { draft_version: number }
    expect(await opened(client, first.id)).toMatchObject({ answers: { name: 'C' }, draft_version })
    expect(await rows('SELECT status, version FROM book_client_workforms WHERE id = ?', first.id)).toMatchObject([
      { status: 'in_progress', version: 0 },
    ])
    const second = (await (await draft(client, first.id, { name: 'Cl' }, draft_version)).json()) as {
      draft_version: number
    }
    expect(second.draft_version).toBeGreaterThan(draft_version)
    // The bookkeeper is notified once, not on every save.
    await expectEvent(bookkeeper.userId, 'assignment.changed', first.id)
    const events = await queued('event', `user:${bookkeeper.userId}`, first.id)
    expect(events).toHaveLength(1)
  })

  it('publishes the new version only to the client’s other devices', async () => {
    const { bookkeeper, client, first } = await newWork()
    const { draft_version } = (await (await draft(client, first.id, { name: 'C' }, 0)).json()) as {
      draft_version: number
    }
    await expectEvent(client.userId, 'draft.saved', first.id)
    const told = await queued('event', `user:${client.userId}`, '"draft.saved"')
    expect(told.map((t) => JSON.parse(t.payload))).toMatchObject([{ ids: { draft_version: String(draft_version) } }])
    expect(await queued('event', `user:${bookkeeper.userId}`, '"draft.saved"')).toEqual([])
  })

  it('never overwrites the draft of another device', async () => {
    const { client, first } = await newWork()
    const { draft_version } = (await (await draft(client, first.id, { name: 'Phone' }, 0)).json()) as {
      draft_version: number
    }
    await refused(draft(client, first.id, { name: 'Laptop' }, 0), 'stale')
    expect((await opened(client, first.id)).answers).toEqual({ name: 'Phone' })
    const outcomes = await Promise.all(['A', 'B', 'C'].map((name) => draft(client, first.id, { name }, draft_version)))
    expect(outcomes.map((r) => r.status).sort((a, b) => a - b)).toEqual([200, 409, 409])
    const winner = ['A', 'B', 'C'][outcomes.findIndex((r) => r.ok)]
    expect((await opened(client, first.id)).answers).toEqual({ name: winner })
  })

  it('accepts the same save again when its response was lost', async () => {
    const { client, first } = await newWork()
    const once = await (await draft(client, first.id, { name: 'C' }, 0)).json()
    expect(await (await draft(client, first.id, { name: 'C' }, 0)).json()).toEqual(once)
  })

  it('accepts the same save again while the first one is still being stored', async () => {
    const { client, first } = await newWork()
    const saves = await Promise.all(
      ['same', 'same', 'same', 'same'].map((name) => draft(client, first.id, { name }, 0)),
    )
    expect(saves.map((r) => r.status)).toEqual([200, 200, 200, 200])
    expect(await opened(client, first.id)).toMatchObject({ answers: { name: 'same' } })
  })

  it('refuses a save on top of a draft from before a rejection', async () => {
    const { bookkeeper, client, first } = await newWork()
    const { draft_version } = (await (await draft(client, first.id, { name: 'Old' }, 0)).json()) as {
      draft_version: number
    }
    await submit(client, first.id, { name: 'Old' })
    await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'No' })
    await draft(client, first.id, { name: 'New' }, 0)
    await refused(draft(client, first.id, { name: 'From a tab long open' }, draft_version), 'stale')
    expect((await opened(client, first.id)).answers).toEqual({ name: 'New' })
  })

  it('refuses a draft when a field has moved to another section', async () => {
    const { bookkeeper, client, workform, first, second } = await newWork()
    await good(draft(client, first.id, { name: 'Cleo', mail: 'c@example.com' }, 0))
    const { fields } = workform
    const moved = fields.map((f) => (f.id === 'mail' ? { ...f, section: 'Second' } : f))
    await good(
      send(bookkeeper, 'PATCH', `/api/workforms/${workform.id}`, { name: workform.name, fields: moved, version: 1 }),
    )
    const { draft_version, answers } = await opened(client, first.id)
    expect(answers).toEqual({ name: 'Cleo' })
    expect((await opened(client, second.id)).answers).toEqual({ mail: 'c@example.com' })
    await refused(draft(client, first.id, { name: 'Cleo', mail: 'other@example.com' }, draft_version), 'stale')
    await good(draft(client, first.id, { name: 'Cleo C.' }, draft_version))
  })

  it('ignores unknown fields and files without a row', async () => {
    const { client, first } = await newWork()
    const elsewhere = await newWork()
    const stolen = await uploaded(elsewhere.client, elsewhere.first.id, 'theirs.pdf')
    const invented = [{ id: 'x', name: 'x.pdf', path: 'clients/other/secret.pdf', size: 1, type: 'application/pdf' }]
    await draft(client, first.id, { name: 'C', other: 'thing', scan: [...invented, stolen], mail: '' }, 0)
    expect((await opened(client, first.id)).answers).toEqual({ name: 'C' })
    await refused(client.fetch(`/api/files/${stolen.id}`), 'not_found')
    const file = await uploaded(client, first.id, 'real.pdf')
    expect((await opened(client, first.id)).answers).toEqual({ name: 'C', scan: [file] })
  })

  it('is refused when the section is locked', async () => {
    const { bookkeeper, client, first } = await newWork()
    await submit(client, first.id, { name: 'Cleo' })
    await refused(draft(client, first.id, { name: 'Other' }, 0), 'section_locked')
    await decided(bookkeeper, 'approve', first.id, { version: 1 })
    await refused(draft(client, first.id, { name: 'Other' }, 0), 'section_locked')
    expect(await rows('SELECT 1 FROM section_drafts WHERE assignment_id = ?', first.id)).toEqual([])
  })

  it('is not visible to the bookkeeper', async () => {
    const { bookkeeper, client, first } = await newWork()
    await draft(client, first.id, { name: 'half a sent' }, 0)
    const text = await (await bookkeeper.fetch('/api/submissions')).text()
    expect(text).toContain(first.id)
    expect(text).not.toContain('half a sent')
  })
})
