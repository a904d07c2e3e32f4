import type { AuditPage, AuditVerdict } from '@portal/contract/audit'
import type { SectionHistory } from '@portal/contract/review'
import { waitFor } from '@portal/contract/testing/wait-for'
import { beforeAll, expect, inject, it } from 'vitest'
import { uuidv7 } from '../ids.ts'
import { good } from '../../testing/accounts.ts'
import { afterPause, triggerDueWork } from '../../testing/digests.ts'
import { newBookkeeper, newClient, type TestBookkeeper } from '../../testing/portal.ts'
import { decided, delivered, newWork, submit } from '../../testing/sections.ts'
import {
  assigned,
  change,
  createdClient,
  day,
  get,
  newWorkform,
  rows,
  sectionsOf,
  send,
  textField,
} from '../../testing/work.ts'

/*
 * Background work of all firms goes on behind rows that are as large as the database stores, and behind rows that
 * cannot be handled. There are more of them than fit in one response of the database.
 */

const COUNT = 12
/** SQL of a text of `size` bytes, which JSON doubles. */
const quotes = (size: number): string => `replace(hex(zeroblob(${size / 2})), '0', '"')`
const PAST = '2020-01-01T00:00:00.000Z'

/** Queues rows of a kind, older than all others, with payloads of a megabyte. */
async function queueLarge(kind: string, recipient: string, payload: string): Promise<void> {
  for (let i = 0; i < COUNT; i++)
    await change(
      `INSERT INTO outbox (id, recipient, kind, payload, created_at, next_at)
       VALUES (?, ?, ?, json_set(?, '$.text', ${quotes(1_000_000)}), ?, ?)`,
      uuidv7(),
      recipient,
      kind,
      payload,
      PAST,
      PAST,
    )
}

const PAYLOADS = {
  mail: { to: 'large@example.com', subject: 'Large', text: '', html: '' },
  document: { path: 'large', text: '' },
  event: { type: 'client.changed', ids: {} },
  webhook: { delivery: 'none' },
  push: { kind: 'messages' },
}
const dueRows = () =>
  rows(
    `SELECT seq FROM outbox
     WHERE kind IN ('mail', 'document', 'event', 'webhook', 'push') AND done_at IS NULL AND dead_at IS NULL
       AND next_at <= ?`,
    new Date().toISOString(),
  )

// They are delivered while the other tests run.
beforeAll(async () => {
  for (const [kind, payload] of Object.entries(PAYLOADS))
    await queueLarge(kind, kind === 'event' ? 'user:large' : `${kind}:large`, JSON.stringify(payload))
})

it('seals the audit logs of other firms behind large entries', async () => {
  const [one, other] = [await newBookkeeper(), await newBookkeeper()]
  for (let i = 0; i < COUNT; i++)
    await change(
      `INSERT INTO audit_log (id, firm_id, actor_role, action, subject_type, subject_id, detail, at)
       VALUES (?, ?, 'bookkeeper', 'x', 'client', 'x', json_object('a', ${quotes(1_000_000)}), ?)`,
      uuidv7(),
      one.firmId,
      PAST,
    )
  await createdClient(other)
  await waitFor(async () =>
    expect(
      await rows('SELECT seq FROM audit_log WHERE firm_id IN (?, ?) AND hash IS NULL', one.firmId, other.firmId),
    ).toEqual([]),
  )
  // Verified in portions of as many entries as fit.
  let checked = 0
  for (let place: AuditVerdict['next'] = { after: 0, hash: '' }; place; ) {
    const verdict: AuditVerdict = await good(send(one, 'POST', '/api/audit/verify', place.after > 0 ? place : {}))
    expect(verdict.broken).toBeNull()
    checked += verdict.checked
    place = verdict.next
  }
  expect(checked).toBe(COUNT)
})

it('sends digests behind those that cannot be composed, and postpones these', async () => {
  const broken = Array.from({ length: COUNT * 3 }, (_, i) => `broken-${i}@example.com`)
  for (const address of broken)
    await change(
      `INSERT INTO mail_digests (address, kind, sender, items, total, latest_at, due_at)
       VALUES (?, 'messages', '', ${quotes(1_000_000)}, 1, ?, ?)`,
      address,
      PAST,
      PAST,
    )
  const { bookkeeper, client, first } = await newWork()
  await good(submit(client, first.id, { name: 'Cleo' }))
  await decided(bookkeeper, 'approve', first.id, { version: 1, notes: null })
  const mails = await afterPause(client.email)
  expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringContaining('Section approved'))
  // Each was tried once, and is tried again later. The attempts for others are forgotten.
  await waitFor(async () => {
    const failures = await rows<{ row_key: string; tries: number; next_at: string }>(
      "SELECT row_key, tries, next_at FROM due_failures WHERE work = 'digests'",
    )
    const addresses = failures.map(({ row_key }) => (JSON.parse(row_key) as string[])[0])
    expect(new Set(addresses)).toEqual(new Set(broken))
    expect(addresses).toHaveLength(broken.length)
    expect(new Set(failures.map(({ tries }) => tries))).toEqual(new Set([1]))
    expect(failures.every(({ next_at }) => next_at > new Date().toISOString())).toBe(true)
  })
  await change("DELETE FROM mail_digests WHERE address LIKE 'broken-%'")
})

it('tries a postponed row again, and forgets its failures once it was handled', async () => {
  const { client } = await newWork()
  await afterPause(client.email)
  const key =
    (await rows<{ key: string }>("SELECT json_array('again@example.com', 'receipts', '') AS key"))[0]?.key ?? ''
  await change(
    `INSERT INTO mail_digests (address, kind, sender, items, total, latest_at, due_at)
     VALUES ('again@example.com', 'receipts', '', 'no JSON', 1, ?, ?)`,
    PAST,
    PAST,
  )
  const failure = () =>
    rows<{ tries: number }>("SELECT tries FROM due_failures WHERE work = 'digests' AND row_key = ?", key)
  await triggerDueWork()
  await waitFor(async () => expect(await failure()).toEqual([{ tries: 1 }]))
  await change('UPDATE due_failures SET next_at = ? WHERE row_key = ?', PAST, key)
  await triggerDueWork()
  await waitFor(async () => expect(await failure()).toEqual([{ tries: 2 }]))
  await change("UPDATE mail_digests SET items = '[]' WHERE address = 'again@example.com'")
  await change('UPDATE due_failures SET next_at = ? WHERE row_key = ?', PAST, key)
  await triggerDueWork()
  await waitFor(async () => expect(await failure()).toEqual([]))
})

/** Makes the agent run for a client now. */
const makeDue = (clientId: string) => change("UPDATE agent_clients SET next_at = '' WHERE client_id = ?", clientId)

/** Assigns a workform with `count` sections to a new client. */
async function withSections(bookkeeper: TestBookkeeper, count: number): Promise<string> {
  const client = await newClient(bookkeeper)
  const fields = Array.from({ length: count }, (_, i) => ({
    id: `f${i}`,
    name: 'F',
    type: 'short-text',
    section: `${i}`,
  }))
  await assigned(bookkeeper, await newWorkform(bookkeeper, { fields }), [client.clientId], day(30))
  return client.clientId
}

it('follows up with clients behind one who has more than can be read', async () => {
  const bookkeeper = await newBookkeeper()
  const [large, small] = [await withSections(bookkeeper, COUNT), await withSections(bookkeeper, 1)]
  await change(`UPDATE book_client_workforms SET notes = ${quotes(1_000_000)} WHERE client_id = ?`, large)
  await makeDue(large)
  await makeDue(small)
  await triggerDueWork()
  await waitFor(async () => {
    const failed = await rows<{ row_key: string }>("SELECT row_key FROM due_failures WHERE work = 'follow-ups'")
    expect(failed).toEqual([{ row_key: large }])
    const [row] = await rows<{ next_at: string }>('SELECT next_at FROM agent_clients WHERE client_id = ?', small)
    expect(row?.next_at).not.toBe('')
  })
  await change('UPDATE book_client_workforms SET notes = NULL WHERE client_id = ?', large)
  await change("DELETE FROM due_failures WHERE work = 'follow-ups'")
})

const ANSWER = '"'.repeat(20_000)
/** A section of 20 answers with 20,000 characters each. */
const largeFields = (section: string) =>
  Array.from({ length: 20 }, (_, i) => ({ id: `${section}${i}`, name: `${i}`, type: 'long-text', section }))
const largeAnswers = (section: string) => Object.fromEntries(largeFields(section).map(({ id }) => [id, ANSWER]))

it('keeps the evidence of a large rejection as an object that the log, its export and the history read', async () => {
  const work = await newWork([...largeFields('A'), ...largeFields('B')])
  const { bookkeeper, client, first } = work
  await good(submit(client, first.id, largeAnswers('A')))
  await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'Too long' })
  const [entry] = await rows<{ detail: string }>(
    "SELECT detail FROM audit_log WHERE action = 'doc_rejected' AND subject_id = ?",
    first.id,
  )
  expect(entry?.detail.length).toBeLessThan(2000)
  const isShown = async () => {
    const page = await get<{ items: { action: string; detail: Record<string, unknown> }[] }>(bookkeeper, '/api/audit')
    const rejected = page.items.find(({ action }) => action === 'doc_rejected')
    expect(rejected?.detail).toMatchObject({ reason: 'Too long', answers: largeAnswers('A') })
    expect(rejected?.detail).not.toHaveProperty('evidence_object')
    const history = await get<{ items: { text: string; answers: unknown[] }[] }>(
      bookkeeper,
      `/api/sections/${first.id}/history`,
    )
    expect(history.items[0]).toMatchObject({ text: 'Too long' })
    expect(history.items[0]?.answers).toHaveLength(20)
    const csv = await (await send(bookkeeper, 'GET', '/api/audit/export')).text()
    expect(csv).toContain('Too long')
    expect(csv.length).toBeGreaterThan(400_000)
  }
  await isShown()
  await delivered("kind = 'document' AND recipient LIKE ?", `document:evidence/${bookkeeper.firmId}/%`)
  await isShown()
})

it('refuses answers beyond what one workform can hold, and gives the reason', async () => {
  const sections = Array.from({ length: 14 }, (_, i) => `S${String(i).padStart(2, '0')}`)
  const { client, workform } = await newWork(sections.flatMap(largeFields))
  const statuses: number[] = []
  let kept = 0
  for (const { id, section_name } of await sectionsOf(client.clientId, workform.id)) {
    const response = await submit(client, id, largeAnswers(section_name))
    statuses.push(response.status)
    if (response.status === 200) kept++
    if (response.status !== 200)
      expect(await response.json()).toMatchObject({
        code: 'too_large',
        detail: expect.stringContaining('upload it as a file') as string,
      })
  }
  expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200])
  expect(statuses.at(-1)).toBe(413)
  const stored = await rows(
    "SELECT id FROM book_client_workforms WHERE client_id = ? AND submit_status = 'submitted'",
    client.clientId,
  )
  expect(stored).toHaveLength(kept)
})

it('shows five large rejections as far as they fit, and everything else of their log and history in full', async () => {
  const { bookkeeper, client, first } = await newWork(largeFields('A'))
  for (let i = 0; i < 5; i++) {
    await good(submit(client, first.id, largeAnswers('A')))
    await decided(bookkeeper, 'reject', first.id, { version: 2 * i + 1, reason: `Reason ${i}` })
  }
  await good(submit(client, first.id, { A0: 'Short' }))
  await decided(bookkeeper, 'approve', first.id, { version: 11, notes: 'Thanks' })
  const { items } = await get<SectionHistory>(bookkeeper, `/api/sections/${first.id}/history`)
  const decisions = items.filter(({ event }) => event === 'approved' || event === 'rejected')
  const tooLarge = expect.stringContaining('too large to show') as string
  expect(decisions.map(({ text }) => text)).toEqual([
    'Thanks',
    'Reason 4',
    'Reason 3',
    'Reason 2',
    'Reason 1',
    tooLarge,
  ])
  const page = await get<AuditPage>(bookkeeper, '/api/audit')
  const withoutEvidence = page.items.filter(({ detail }) => 'evidence' in detail)
  expect(withoutEvidence.map(({ action, detail }) => [action, detail['evidence']])).toEqual([
    ['doc_rejected', 'Too large to show here. Export the audit log to see it.'],
  ])
  const csv = await (await send(bookkeeper, 'GET', '/api/audit/export')).text()
  for (let i = 0; i < 5; i++) expect(csv).toContain(`Reason ${i}`)
})

it('says that evidence is lost when its object was changed, and erased only when the client was', async () => {
  const { bookkeeper, client, workform, first } = await newWork(largeFields('A'))
  await good(submit(client, first.id, largeAnswers('A')))
  await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'Too long' })
  await delivered("kind = 'document' AND recipient LIKE ?", `document:evidence/${bookkeeper.firmId}/%`)
  const [entry] = await rows<{ detail: string }>(
    "SELECT detail FROM audit_log WHERE action = 'doc_rejected' AND subject_id = ?",
    first.id,
  )
  const { evidence_object: object } = JSON.parse(entry?.detail ?? '') as { evidence_object: { path: string } }
  const url = `${inject('documentsUrl')}/${encodeURIComponent(object.path)}`
  expect((await fetch(url, { method: 'PUT', body: 'forged' })).ok).toBe(true)
  const shown = async () =>
    (await get<AuditPage>(bookkeeper, '/api/audit')).items.find(({ action }) => action === 'doc_rejected')?.detail
  expect(await shown()).toMatchObject({ evidence: 'Missing or changed since it was recorded.' })
  await good(send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}/workforms/${workform.id}`))
  await good(send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}`))
  expect(await shown()).toMatchObject({ evidence: 'Erased with the client.' })
})

it('keeps the size and hash of an audited value that is too large', async () => {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  const fields = Array.from({ length: 500 }, (_, i) => textField(`f${i}`, `${i} ${'𝔄'.repeat(50)}`))
  await assigned(bookkeeper, await newWorkform(bookkeeper, { fields }), [client.clientId])
  const [entry] = await rows<{ detail: string }>(
    "SELECT detail FROM audit_log WHERE action = 'assignment.created' AND client_id = ?",
    client.clientId,
  )
  expect(JSON.parse(entry?.detail ?? '')).toMatchObject({
    version: 1,
    sections: { bytes: expect.any(Number) as number, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
  })
})

it('delivers what is behind large rows of the outbox, and behind a mail whose payload is damaged', async () => {
  await change(
    `INSERT INTO outbox (id, recipient, kind, payload, created_at, next_at)
     VALUES (?, 'mail:x', 'mail', 'no JSON', ?, ?)`,
    uuidv7(),
    PAST,
    PAST,
  )
  const { email } = await createdClient(await newBookkeeper())
  await delivered('recipient = ?', `mail:${email}`)
  await waitFor(async () => expect(await dueRows()).toEqual([]))
})
