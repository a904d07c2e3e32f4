import type { Session } from '@portal/contract/auth'
import type { PortalSectionDetail } from '@portal/contract/client-portal'
import type { CreatedGuestLink, GuestLink, OwnGuestLink } from '@portal/contract/guests'
import { MAX_FILES_PER_FIELD } from '@portal/contract/limits'
import type { OpenUpload } from '@portal/contract/uploads'
import { describe, expect, it } from 'vitest'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { good, newDevice, refused } from '../../../testing/accounts.ts'
import { lookUp, makeLink, newGuest, openLink } from '../../../testing/guests.ts'
import { newClient, portalUrl, stranger } from '../../../testing/portal.ts'
import { decided, fieldsIn, newWork, opened, pdf, submit, upload, uploaded } from '../../../testing/sections.ts'
import { openTab } from '../../../testing/tab.ts'
import { change, get, rows, send } from '../../../testing/work.ts'

const QUESTIONS = [
  ...fieldsIn('First'),
  { id: 'bill', name: 'Bill', type: 'file', section: 'First' },
  { id: 'other', name: 'Other', type: 'file', section: 'Second' },
]

/** A client with two file questions in one section, and a guest for the first. */
async function handedOff() {
  const work = await newWork(QUESTIONS)
  return { ...work, ...(await newGuest(work.client, work.first.id)) }
}

const linksOf = (token: string) => rows('SELECT * FROM guest_links WHERE token_hash = ?', tokenHash(token))
const end = (client: Parameters<typeof send>[0], id: string) => send(client, 'DELETE', `/api/portal/guest-links/${id}`)
const sectionOf = (guest: typeof stranger, id: string) => guest.fetch(`/api/portal/sections/${id}`)

describe('a guest link', () => {
  it('opens one question, without data of the account', async () => {
    const { client, first, link, session, guest } = await handedOff()
    const asText = JSON.stringify(session)
    for (const secret of [client.email, client.name]) expect(asText).not.toContain(secret)
    expect(session.guest).toEqual({ assignment_id: first.id, field_id: 'scan' })
    expect(Date.parse(link.expires_at) - Date.now()).toBeLessThanOrEqual(15 * 60_000)
    await uploaded(client, first.id, 'bill.pdf', pdf('bill'), 'bill')
    const detail = await opened(guest, first.id)
    expect(detail.fields.map(({ id }) => id)).toEqual(['scan'])
    expect(detail.answers).toEqual({})
  })

  it('is stored as a hash, and recorded in the audit log with what came through it', async () => {
    const { first, link, guest } = await handedOff()
    expect(await linksOf(link.token)).toMatchObject([{ id: link.id, field_id: 'scan', revoked_at: null }])
    const file = await uploaded(guest, first.id, 'passport.pdf')
    const entries = await rows<{ action: string; detail: string }>(
      `SELECT action, detail FROM audit_log WHERE subject_id IN (?, ?) AND (action LIKE 'guest_link.%' OR
        action LIKE 'file.%') ORDER BY seq`,
      first.id,
      file.id,
    )
    expect(entries.map(({ action }) => action)).toEqual(['guest_link.created', 'guest_link.opened', 'file.uploaded'])
    expect(JSON.parse(entries[2]?.detail ?? '{}')).toMatchObject({ guest_link_id: link.id, name: 'passport.pdf' })
    expect(JSON.stringify(entries)).not.toContain(link.token)
  })

  it('is not used up by scanners, which open the page or look at the link', async () => {
    const { client, first } = await newWork()
    const { token } = await good<CreatedGuestLink>(makeLink(client, first.id))
    for (let i = 0; i < 5; i++) {
      const page = await fetch(new URL('/guest', portalUrl))
      expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
      await page.arrayBuffer()
      const link = await good<GuestLink>(lookUp(token))
      expect(link).toMatchObject({ question: 'Passport', section_name: 'First', is_used_elsewhere: false })
    }
    expect(await linksOf(token)).toMatchObject([{ device_hash: null, opened_at: null }])
    await good(openLink(token))
  })

  it('belongs to the browser that opens it first, which can open it again', async () => {
    const { first, link, device } = await handedOff()
    expect(await good<GuestLink>(lookUp(link.token))).toMatchObject({ is_used_elsewhere: true })
    await refused(openLink(link.token), 'forbidden')
    const again = await good<Session>(openLink(link.token, device))
    expect(again.guest?.assignment_id).toBe(first.id)
    const { client, first: question } = await newWork()
    const { token } = await good<CreatedGuestLink>(makeLink(client, question.id))
    const answers = await Promise.all([openLink(token), openLink(token), openLink(token)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('shows its state to the client alone', async () => {
    const { bookkeeper, client, link } = await handedOff()
    const state = await get<OwnGuestLink>(client, `/api/portal/guest-links/${link.id}`)
    expect(state).toMatchObject({ is_live: true, opened_at: expect.any(String) })
    const other = await newClient(bookkeeper)
    await refused(other.fetch(`/api/portal/guest-links/${link.id}`), 'not_found')
    await refused(end(other, link.id), 'not_found')
    await good(end(client, link.id))
    expect(await get(client, `/api/portal/guest-links/${link.id}`)).toMatchObject({ is_live: false })
  })

  it('is refused for a question of another client, one without files, and a section that is closed', async () => {
    const { bookkeeper, client, first } = await newWork(QUESTIONS)
    await refused(makeLink(await newClient(bookkeeper), first.id), 'not_found')
    await refused(makeLink(client, first.id, 'name'), 'invalid_input')
    await refused(makeLink(client, first.id, 'other'), 'invalid_input')
    await good(submit(client, first.id, { name: 'Ann' }))
    await refused(makeLink(client, first.id), 'section_locked')
  })

  it.each(['', 'x', 'a'.repeat(43)])('is unknown for the token "%s"', async (token) => {
    await refused(lookUp(token), 'invalid_link')
    await refused(openLink(token), 'invalid_link')
  })
})

describe('a guest session', () => {
  it('reads and changes the files of its question only', async () => {
    const { client, first, second, guest } = await handedOff()
    const [bill, other] = [
      await uploaded(client, first.id, 'bill.pdf', pdf('bill'), 'bill'),
      await uploaded(client, second.id, 'other.pdf', pdf('other'), 'other'),
    ]
    for (const { id, path } of [bill, other]) {
      await refused(guest.fetch(`/api/files/${id}`), 'not_found')
      await refused(guest.fetch(`/api/files/${encodeURIComponent(path)}`), 'not_found')
      await refused(guest.fetch(`/api/portal/files/${id}`, { method: 'DELETE' }), 'not_found')
    }
    await refused(upload(guest, first.id, 'a.pdf', pdf('a'), 'bill'), 'invalid_input')
    await refused(upload(guest, second.id, 'a.pdf', pdf('a'), 'other'), 'not_found')
    await refused(sectionOf(guest, second.id), 'not_found')
    // The hash of a file in another question does not reveal its name.
    const [row] = await rows<{ sha256: string }>('SELECT sha256 FROM files WHERE id = ?', bill.id)
    const duplicates = `/api/portal/sections/${first.id}/duplicates?sha256=${row?.sha256 ?? ''}`
    expect(await get(client, duplicates)).toMatchObject({ items: [{ name: 'bill.pdf' }] })
    expect(await get(guest, duplicates)).toEqual({ items: [] })
    const own = await uploaded(guest, first.id, 'passport.pdf')
    expect((await guest.fetch(`/api/files/${own.id}`)).status).toBe(200)
    await good(guest.fetch(`/api/portal/files/${own.id}`, { method: 'DELETE' }))
    expect((await opened(client, first.id)).answers).toMatchObject({ bill: [{ name: 'bill.pdf' }] })
  })

  it('sends large files in parts, and touches no other upload of the client', async () => {
    const { client, first, guest } = await handedOff()
    const begin = (caller: typeof stranger, field: string) =>
      send(caller, 'POST', `/api/portal/sections/${first.id}/uploads`, { field, name: 'big.pdf', size: 20_000_000 })
    const own = await good<OpenUpload>(begin(guest, 'scan'))
    await good(guest.fetch(`/api/uploads/${own.id}`))
    const foreign = await good<OpenUpload>(begin(client, 'bill'))
    await refused(begin(guest, 'bill'), 'invalid_input')
    await refused(guest.fetch(`/api/uploads/${foreign.id}`), 'not_found')
    await refused(guest.fetch(`/api/uploads/${foreign.id}`, { method: 'DELETE' }), 'not_found')
    await refused(send(guest, 'POST', `/api/uploads/${foreign.id}/complete`, {}), 'not_found')
  })

  it('obeys the checks of the form', async () => {
    const { first, guest } = await handedOff()
    await refused(upload(guest, first.id, 'page.pdf', '<!doctype html>'), 'file_content')
    await refused(upload(guest, first.id, 'setup.exe', 'MZ'), 'file_type')
    for (let i = 0; i < MAX_FILES_PER_FIELD; i++) await uploaded(guest, first.id, `${i}.pdf`)
    await refused(upload(guest, first.id, 'more.pdf', pdf('more')), 'too_many_files')
  })

  it('shows in the tabs of the client when it begins, adds and removes a file', async () => {
    const { client, first } = await newWork()
    const tab = openTab(client.token)
    await tab.ready()
    const changes = () => tab.events().filter((e) => e.type === 'section.changed' && e.ids.assignment_id === first.id)
    const { guest } = await newGuest(client, first.id)
    await expect.poll(() => changes().length).toBe(1)
    const file = await uploaded(guest, first.id, 'passport.pdf')
    await expect.poll(() => changes().length).toBe(2)
    await good(guest.fetch(`/api/portal/files/${file.id}`, { method: 'DELETE' }))
    await expect.poll(() => changes().length).toBe(3)
    await tab.close()
  })

  it('has no live connection, no refresh token, and no way to another session', async () => {
    const { client, device, link, guest } = await handedOff()
    expect(await openTab(guest.token).closed).not.toBe(1000)
    const renewed = await openLink(link.token, device)
    const cookies = renewed.headers.getSetCookie().filter((cookie) => !cookie.startsWith('portal_device='))
    expect(cookies).toEqual([])
    await good(send(guest, 'POST', '/api/auth/sign-out'))
    await good(client.fetch('/api/auth/role'))
  })
})

describe('ends at once', () => {
  /** Expects that neither the session nor its link work any more. */
  async function expectEnded({ first, link, device, guest }: Awaited<ReturnType<typeof handedOff>>) {
    await refused(sectionOf(guest, first.id), 'unauthenticated')
    await refused(upload(guest, first.id, 'late.pdf', pdf('late')), 'unauthenticated')
    await refused(openLink(link.token, device), 'invalid_link')
    await refused(lookUp(link.token, newDevice()), 'invalid_link')
  }

  it('when the client ends it', async () => {
    const work = await handedOff()
    await good(end(work.client, work.link.id))
    await expectEnded(work)
    await good(end(work.client, work.link.id))
  })

  it('when it expires', async () => {
    const work = await handedOff()
    await change('UPDATE guest_links SET expires_at = ? WHERE id = ?', new Date().toISOString(), work.link.id)
    await expectEnded(work)
  })

  it('when the client makes another', async () => {
    const work = await handedOff()
    const next = await newGuest(work.client, work.first.id, 'bill')
    await expectEnded(work)
    await good(sectionOf(next.guest, work.first.id))
  })

  it('when the client signs out', async () => {
    const work = await handedOff()
    await good(send(work.client, 'POST', '/api/auth/sign-out'))
    await expectEnded(work)
  })

  it('when the client ends all other sessions', async () => {
    const work = await handedOff()
    await good(send(work.client, 'POST', '/api/auth/sessions/end-others'))
    await expectEnded(work)
  })

  it('when the section is submitted and approved', async () => {
    const work = await handedOff()
    const { version } = await good<{ version: number }>(submit(work.client, work.first.id, { name: 'Ann' }))
    await expectEnded(work)
    await decided(work.bookkeeper, 'approve', work.first.id, { version })
    await expectEnded(work)
  })

  it('when the assignment or the client is archived', async () => {
    const [assignment, whole] = [await handedOff(), await handedOff()]
    await good(
      send(
        assignment.bookkeeper,
        'PUT',
        `/api/clients/${assignment.client.clientId}/workforms/${assignment.workform.id}/archived`,
        { archived: true },
      ),
    )
    await expectEnded(assignment)
    await good(
      send(whole.bookkeeper, 'POST', '/api/clients/changes', {
        ids: [whole.client.clientId],
        change: { kind: 'archive' },
      }),
    )
    await expectEnded(whole)
  })

  it('when the question is removed from the workform', async () => {
    const { first, link, device, guest, workform, bookkeeper } = await handedOff()
    const fields = QUESTIONS.filter(({ id }) => id !== 'scan')
    const { name, version } = workform
    await good(send(bookkeeper, 'PATCH', `/api/workforms/${workform.id}`, { name, fields, version }))
    await refused(openLink(link.token, device), 'invalid_link')
    expect(await get<PortalSectionDetail>(guest, `/api/portal/sections/${first.id}`)).toMatchObject({ fields: [] })
  })
})
