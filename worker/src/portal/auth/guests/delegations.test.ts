import type { Session } from '@portal/contract/auth'
import type { CreatedGuestLink, Delegations, GuestLink } from '@portal/contract/guests'
import { DELEGATIONS_PER_SECTION } from '@portal/contract/limits'
import { describe, expect, it } from 'vitest'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { stamped, toStatement } from '../../../platform/db/statement.ts'
import { good, newDevice, refused } from '../../../testing/accounts.ts'
import { lookUp, makeDelegation, newDelegate, newGuest, openLink } from '../../../testing/guests.ts'
import { insert, newClient } from '../../../testing/portal.ts'
import {
  cards,
  decided,
  draft,
  fieldsIn,
  newWork,
  opened,
  pdf,
  submit,
  upload,
  uploaded,
} from '../../../testing/sections.ts'
import { openTab } from '../../../testing/tab.ts'
import { change, get, rows, send } from '../../../testing/work.ts'
import { deleteOldGuestLinks } from './delete-old-guest-links.ts'

const FIELDS = [
  ...fieldsIn('First'),
  { id: 'note', name: 'Note', section: 'Second' },
  { id: 'other', name: 'Other', type: 'file', section: 'Second' },
]

/** A client with two sections, and another person who fills in the first. */
async function delegated() {
  const work = await newWork(FIELDS)
  return { ...work, ...(await newDelegate(work.client, work.first.id)) }
}

const listed = (client: Parameters<typeof get>[0], id: string) =>
  get<Delegations>(client, `/api/portal/sections/${id}/delegations`)
const finish = (guest: Parameters<typeof send>[0], id: string) =>
  send(guest, 'POST', `/api/portal/sections/${id}/delegations/done`)

describe('a link for a section', () => {
  it('shows who asks, and opens in one browser', async () => {
    const { client, first } = await newWork(FIELDS)
    const link = await good<CreatedGuestLink>(makeDelegation(client, first.id))
    const seen = await good<GuestLink>(lookUp(link.token))
    expect(seen).toMatchObject({ section_name: 'First', delegation: { name: 'Ben Okafor', client_name: client.name } })
    expect((await listed(client, first.id)).items).toMatchObject([{ id: link.id, name: 'Ben Okafor', opened_at: null }])
    const device = newDevice()
    const session = await good<Session>(openLink(link.token, device))
    expect(session.guest).toEqual({ assignment_id: first.id, field_id: null })
    for (const secret of [client.email, client.name]) expect(JSON.stringify(session)).not.toContain(secret)
    await refused(openLink(link.token), 'forbidden')
    await good(openLink(link.token, device))
    expect((await listed(client, first.id)).items).toMatchObject([{ opened_at: expect.any(String) }])
    expect(await rows('SELECT token_hash FROM guest_links WHERE id = ?', link.id)).toEqual([
      { token_hash: tokenHash(link.token) },
    ])
  })

  it('is refused without a name, with a long one, for other times, and beyond the limit', async () => {
    const { bookkeeper, client, first } = await newWork(FIELDS)
    for (const [name, days] of [
      [' ', 7],
      ['x'.repeat(81), 7],
      ['Ben', 0],
      ['Ben', 15],
      ['Ben', 365],
    ] as const)
      await refused(makeDelegation(client, first.id, name, days), 'invalid_input')
    await refused(makeDelegation(await newClient(bookkeeper), first.id), 'not_found')
    const made = await Promise.all(
      Array.from({ length: DELEGATIONS_PER_SECTION + 2 }, () => makeDelegation(client, first.id)),
    )
    expect(made.filter(({ ok }) => ok)).toHaveLength(DELEGATIONS_PER_SECTION)
    await refused(makeDelegation(client, first.id), 'too_many_links')
    await good(submit(client, first.id, { name: 'Ann' }))
    await refused(makeDelegation(client, first.id), 'section_locked')
  })

  it('is in the audit log with its name, from its making to its revocation', async () => {
    const { client, first, link, guest } = await delegated()
    await uploaded(guest, first.id, 'passport.pdf')
    await good(finish(guest, first.id))
    await good(send(client, 'DELETE', `/api/portal/guest-links/${link.id}`))
    const entries = await rows<{ action: string; detail: string }>(
      `SELECT action, detail FROM audit_log WHERE client_id = ? AND (action LIKE 'delegation.%' OR
        action LIKE 'guest_link.%' OR action = 'file.uploaded') ORDER BY seq`,
      client.clientId,
    )
    expect(entries.map(({ action }) => action)).toEqual([
      'delegation.created',
      'guest_link.opened',
      'file.uploaded',
      'delegation.done',
      'delegation.revoked',
    ])
    expect(entries.every(({ detail }) => detail.includes(link.id))).toBe(true)
    expect(JSON.stringify(entries)).not.toContain(link.token)
  })
})

describe('another person', () => {
  it('fills in the section, and nothing else', async () => {
    const { client, first, second, guest } = await delegated()
    await good(
      send(client, 'PUT', `/api/portal/sections/${first.id}/draft`, {
        answers: {},
        non_answers: { mail: { reason: 'dont_have', note: 'Private' } },
        base_version: 0,
      }),
    )
    const detail = await opened(guest, first.id)
    expect(detail.fields.map(({ id }) => id)).toEqual(['name', 'mail', 'size', 'since', 'scan'])
    expect(detail.non_answers).toEqual({})
    await good(
      send(guest, 'PUT', `/api/portal/sections/${first.id}/draft`, {
        answers: { name: 'Ann', note: undefined },
        non_answers: { size: { reason: 'dont_have', note: '' } },
        base_version: detail.draft_version,
      }),
    )
    expect(await opened(client, first.id)).toMatchObject({
      answers: { name: 'Ann' },
      non_answers: { mail: { note: 'Private' } },
    })
    expect((await opened(client, first.id)).non_answers).not.toHaveProperty('size')
    await refused(draft(guest, second.id, { note: 'x' }, 0), 'not_found')
    await refused(upload(guest, second.id, 'a.pdf', pdf('a'), 'other'), 'not_found')
    await refused(submit(guest, first.id, { name: 'Ann' }), 'forbidden')
    await refused(makeDelegation(guest, first.id), 'forbidden')
    await refused(guest.fetch(`/api/portal/sections/${first.id}/delegations`), 'forbidden')
    await refused(guest.fetch('/api/portal/workforms'), 'forbidden')
    await refused(finish(guest, second.id), 'not_found')
  })

  it('removes only files that came through the link', async () => {
    const { client, first, guest } = await delegated()
    const theirs = await uploaded(client, first.id, 'theirs.pdf', pdf('theirs'))
    const own = await uploaded(guest, first.id, 'own.pdf', pdf('own'))
    await refused(guest.fetch(`/api/portal/files/${theirs.id}`, { method: 'DELETE' }), 'not_found')
    const other = (await newDelegate(client, first.id, 'Other')).guest
    await refused(other.fetch(`/api/portal/files/${own.id}`, { method: 'DELETE' }), 'not_found')
    await good(guest.fetch(`/api/portal/files/${own.id}`, { method: 'DELETE' }))
  })

  it('overwrites nothing that was saved in the meantime', async () => {
    const { client, first, guest } = await delegated()
    await good(draft(client, first.id, { name: 'Ann' }, 0))
    await refused(draft(guest, first.id, { name: 'Bob' }, 0), 'stale')
    expect((await opened(client, first.id)).answers).toMatchObject({ name: 'Ann' })
  })

  it('is not the phone of a client, whose link answers no text', async () => {
    const { client, first } = await newWork(FIELDS)
    const { guest } = await newGuest(client, first.id)
    await refused(draft(guest, first.id, { name: 'Ann' }, 0), 'forbidden')
    await refused(finish(guest, first.id), 'forbidden')
  })

  it('tells the client once that the section is filled in', async () => {
    const { client, first, guest } = await delegated()
    const tab = openTab(client.token)
    await tab.ready()
    await good(finish(guest, first.id))
    await good(finish(guest, first.id))
    await expect.poll(() => tab.events().filter(({ type }) => type === 'notification.created').length).toBe(1)
    await tab.close()
    const told = await rows(
      'SELECT title, recipient_type FROM book_client_notifications WHERE client_id = ?',
      client.clientId,
    )
    expect(told).toContainEqual({ title: 'Ben Okafor is done', recipient_type: 'client' })
    await refused(finish(client, first.id), 'not_found')
  })
})

describe('what came through a link', () => {
  it('is shown to both sides until the client changes it', async () => {
    const { bookkeeper, client, first, guest } = await delegated()
    await good(draft(guest, first.id, { name: 'Ann', mail: 'ann@x.example' }, 0))
    const file = await uploaded(guest, first.id, 'passport.pdf')
    const by = { name: 'Ben Okafor' }
    const fileEntry = { ...by, field_id: 'scan', file_id: file.id }
    const { draft_version, contributions } = await opened(client, first.id)
    expect(contributions).toEqual(
      expect.arrayContaining([
        { ...by, field_id: 'name', file_id: null },
        { ...by, field_id: 'mail', file_id: null },
        fileEntry,
      ]),
    )
    await good(draft(client, first.id, { name: 'Ann', mail: 'other@x.example' }, draft_version))
    const submitted = { name: 'Ann', mail: 'other@x.example', scan: [file] }
    await good(submit(client, first.id, submitted))
    const section = (await cards(bookkeeper))
      .flatMap(({ sections }) => sections)
      .find((s) => s.section_name === 'First')
    expect(section?.contributions).toHaveLength(2)
    expect(section?.contributions).toEqual(
      expect.arrayContaining([{ ...by, field_id: 'name', file_id: null }, fileEntry]),
    )
  })

  it('loses its mark when the client changes it while submitting, or after a rejection', async () => {
    const { bookkeeper, client, first, guest } = await delegated()
    await good(draft(guest, first.id, { name: 'Ann', mail: 'ann@x.example' }, 0))
    const { version } = await good<{ version: number }>(
      submit(client, first.id, { name: 'Bob', mail: 'ann@x.example' }),
    )
    const marked = async () => ((await opened(client, first.id)).contributions ?? []).map(({ field_id }) => field_id)
    expect(await marked()).toEqual(['mail'])
    await decided(bookkeeper, 'reject', first.id, { version, reason: 'Wrong' })
    expect(await marked()).toEqual([])
    await good(draft(client, first.id, { mail: 'ann@x.example' }, (await opened(client, first.id)).draft_version))
    expect(await marked()).toEqual([])
  })
})

describe('lasts when the client signs out, and ends at once', () => {
  type Delegated = Awaited<ReturnType<typeof delegated>>

  /** Expects that neither the session nor its link work any more. */
  async function expectEnded({ first, link, device, guest }: Delegated) {
    await refused(draft(guest, first.id, { name: 'Late' }, 0), 'unauthenticated')
    await refused(upload(guest, first.id, 'late.pdf', pdf('late')), 'unauthenticated')
    await refused(openLink(link.token, device), 'invalid_link')
    await refused(lookUp(link.token, newDevice()), 'invalid_link')
  }

  it('not when the client signs out', async () => {
    const work = await delegated()
    await good(send(work.client, 'POST', '/api/auth/sign-out'))
    await good(draft(work.guest, work.first.id, { name: 'Ann' }, 0))
    await good(openLink(work.link.token, work.device))
  })

  const ENDS: [string, (work: Delegated) => Promise<unknown>][] = [
    ['revokes it', ({ client, link }) => good(send(client, 'DELETE', `/api/portal/guest-links/${link.id}`))],
    ['ends all other sessions', ({ client }) => good(send(client, 'POST', '/api/auth/sessions/end-others'))],
    ['submits the section', ({ client, first }) => good(submit(client, first.id, { name: 'Ann' }))],
  ]
  it.each(ENDS)('when the client %s', async (_, end) => {
    const work = await delegated()
    await end(work)
    await expectEnded(work)
    expect((await listed(work.client, work.first.id)).items).toEqual([])
  })

  it('when it expires, and keeps what came through it', async () => {
    const work = await delegated()
    await good(draft(work.guest, work.first.id, { name: 'Ann' }, 0))
    await change('UPDATE guest_links SET expires_at = ? WHERE id = ?', new Date().toISOString(), work.link.id)
    await expectEnded(work)
    expect((await opened(work.client, work.first.id)).contributions).toMatchObject([{ field_id: 'name' }])
  })

  it('and is deleted later, unless something came through it', async () => {
    const { client, first, link: used, guest } = await delegated()
    await good(draft(guest, first.id, { name: 'Ann' }, 0))
    const { link: unused } = await newDelegate(client, first.id)
    const now = new Date().toISOString()
    await change('UPDATE guest_links SET expires_at = ? WHERE client_id = ?', now, client.clientId)
    const left = async (before: string) => {
      const { sql, args } = stamped(toStatement(deleteOldGuestLinks(before)), '')
      // Other tests need their links.
      await insert([{ sql: `${sql} AND client_id = ?`, args: [...args, client.clientId] }])
      const ids = await rows<{ id: string }>('SELECT id FROM guest_links WHERE client_id = ?', client.clientId)
      return ids.map(({ id }) => id).toSorted()
    }
    expect(await left(now)).toEqual([used.id, unused.id].toSorted())
    expect(await left(new Date(Date.now() + 1000).toISOString())).toEqual([used.id])
  })
})
