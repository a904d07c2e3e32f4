import type { Answers } from '@portal/contract/fields'
import { isLocked } from '@portal/contract/section-machine'
import type { SectionStatus } from '@portal/contract/statuses'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { newBookkeeper, newClient, type TestBookkeeper, type TestClient } from '../testing/portal.ts'
import { decide, delivered, submit, uploaded } from '../testing/sections.ts'
import { assigned, newWorkform, rows, send, textField } from '../testing/work.ts'

/**
 * Runs the section machine on the real worker. Whatever client and bookkeeper do, in any order and at the same time,
 * the stored rows stay consistent, and the audit log has every acknowledged change once.
 */

type Act =
  | { kind: 'submit'; file: boolean }
  | { kind: 'approve' | 'reject' | 'undo' | 'approve all' }
  | { kind: 'edit'; name: string }
  | { kind: 'remove' | 'delete' }

/** `behind`: versions since the section was read; `copies`: how often the request is sent with the same key. */
type Move = Act & { behind: number; copies: number }

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('submit' as const), file: fc.boolean() }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('approve' as const, 'reject', 'undo', 'approve all') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), name: fc.constantFrom('First', 'Other') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('remove' as const, 'delete') }) },
)
const move = fc
  .tuple(act, fc.constantFrom(0, 0, 0, 0, 1), fc.constantFrom(1, 1, 1, 2, 3))
  .map(([a, behind, copies]): Move => ({ ...a, behind, copies }))
/** Rounds of moves; the moves of a round run at the same time. */
const history = fc.array(fc.array(move, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 7 })

interface Scenario {
  bookkeeper: TestBookkeeper
  client: TestClient
  workformId: string
  keys: number
}

interface Stored {
  id: string
  section_name: string
  version: number
  assignment: string
  core_status: string
  submit_status: string
  approved_at: string | null
  approved_by: string | null
  rejection_reason: string | null
  submission_id: string
  status: SectionStatus | null
  notes: string | null
  answers: string | null
}

const stored = (clientId: string): Promise<Stored[]> =>
  rows<Stored>(
    `SELECT a.id, a.section_name, a.version, a.status AS assignment, a.core_status, a.submit_status, a.approved_at,
      a.approved_by,
       a.rejection_reason, a.submission_id, t.status, t.notes,
       (SELECT d.value FROM book_form_submissions s, json_each(s.data) d WHERE s.id = a.submission_id
       AND d.key = a.section_name) AS answers
     FROM book_client_workforms a LEFT JOIN workform_section_statuses t ON t.submission_id = a.submission_id
     AND t.section_name = a.section_name
     WHERE a.client_id = ?`,
    clientId,
  )

const ACTIONS: Readonly<Record<string, string>> = {
  submit: 'section.submitted',
  approve: 'doc_approved',
  'approve all': 'doc_approved',
  reject: 'doc_rejected',
  undo: 'section.approval_undone',
}

/** Sends the copies of a request. Returns the audit entries that its success must have left. */
async function make(scenario: Scenario, made: Move): Promise<string[]> {
  const { bookkeeper, client, workformId } = scenario
  const key = `interleaving-${scenario.keys++}-${workformId.slice(-12)}`
  const [section] = await stored(client.clientId)
  const id = section?.id ?? crypto.randomUUID()
  const version = Math.max(0, (section?.version ?? 0) - made.behind)
  const once = (): Promise<Response> => {
    switch (made.kind) {
      case 'submit':
        return submit(client, id, answers, version, key)
      case 'approve all': {
        const sections = [{ assignment_id: id, version }]
        const body = { workform_id: workformId, client_id: client.clientId, sections }
        return send(bookkeeper, 'POST', '/api/submissions/approve', body, { 'idempotency-key': key })
      }
      case 'edit': {
        const fields = [textField('name', made.name), { id: 'scan', name: 'Scan', type: 'file', section: made.name }]
        return send(bookkeeper, 'PATCH', `/api/workforms/${workformId}`, { name: 'Form', fields, version: edits })
      }
      case 'remove':
        return send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}/workforms/${workformId}`)
      case 'delete':
        return send(bookkeeper, 'DELETE', `/api/workforms/${workformId}`)
      default:
        return decide(bookkeeper, made.kind, id, { version, ...(made.kind === 'reject' ? { reason: 'No' } : {}) }, key)
    }
  }
  const [form] = await rows<{ version: number }>('SELECT version FROM book_workforms WHERE id = ?', workformId)
  const edits = form?.version ?? 1
  const answers: Answers = { name: 'Cleo' }
  if (made.kind === 'submit' && made.file) {
    // Uploads are refused while the section is locked.
    const file = await uploaded(client, id, 'scan.pdf').catch(() => undefined)
    if (file) answers['scan'] = [file]
  }
  const responses = await Promise.all(Array.from({ length: made.copies }, once))
  for (const response of responses)
    expect([200, 201, 204, 400, 404, 409], `${made.kind}: ${response.status}`).toContain(response.status)
  const action = ACTIONS[made.kind]
  const done = responses.filter((r) => r.ok)
  if (!action || done.length === 0) return []
  const bodies = (await Promise.all(done.map((r) => r.json()))) as { results?: { outcome: string }[] }[]
  // Copies of a request are one change with one answer.
  for (const body of bodies) expect(body).toEqual(bodies[0])
  return bodies[0]?.results?.every((r) => r.outcome !== 'approved') ? [] : [action]
}

function expectSound(section: Stored): void {
  const { status, assignment, core_status, submit_status, approved_at, approved_by, rejection_reason, answers } =
    section
  expect(approved_at !== null).toBe(status === 'approved')
  expect(approved_by !== null).toBe(status === 'approved')
  expect(core_status === 'approved').toBe(status === 'approved')
  expect(rejection_reason !== null).toBe(status === 'rejected')
  if (status === 'rejected') expect(section.notes).toBe(rejection_reason)
  // Locked for the client when it waits or is approved, open otherwise.
  expect(isLocked(status ?? 'pending')).toBe(['completed', 'approved'].includes(assignment))
  expect(submit_status === 'submitted').toBe(isLocked(status ?? 'pending'))
  if (!isLocked(status ?? 'pending')) expect(answers ?? '{}').toBe('{}')
}

/** Returns sections without a submission since they were last opened. Their drafts stay, even if approved. */
async function unsubmitted(clientId: string): Promise<Set<string>> {
  const entries = await rows<{ subject_id: string; action: string }>(
    `SELECT subject_id, action FROM audit_log WHERE client_id = ? AND action IN ('section.submitted', 'doc_rejected')
      ORDER BY seq`,
    clientId,
  )
  const latest = new Map(entries.map((e) => [e.subject_id, e.action]))
  const all = await rows<{ id: string }>('SELECT id FROM book_client_workforms WHERE client_id = ?', clientId)
  return new Set(all.map((a) => a.id).filter((id) => latest.get(id) !== 'section.submitted'))
}

/** Files exist only if an answer names them or they belong to a draft. */
async function expectFiles({ client }: Scenario, sections: readonly Stored[]): Promise<void> {
  const drafts = await unsubmitted(client.clientId)
  const files = await rows<{ id: string; state: string; assignment_id: string }>(
    'SELECT id, state, assignment_id FROM files WHERE client_id = ?',
    client.clientId,
  )
  for (const { id, state, assignment_id } of files) {
    const section = sections.find((s) => s.id === assignment_id)
    const named = section?.answers?.includes(id) ?? false
    const keeps = section !== undefined && (named || drafts.has(section.id))
    const there = (await client.fetch(`/api/files/${id}`)).status === 200
    if (named) expect(there, 'a file that an answer names').toBe(true)
    if (there) expect(keeps, 'a file that nothing names').toBe(true)
    expect(there).toBe(state === 'stored')
  }
  for (const { answers } of sections) {
    for (const [, id = ''] of (answers ?? '').matchAll(/"id":"([^"]+)"/g)) expect(files.map((f) => f.id)).toContain(id)
  }
}

const RUNS = Number(process.env['INTERLEAVINGS'] ?? 12)

it('keeps the stored rows consistent in any order of events', {
  timeout: RUNS * 20_000,
}, async () => {
  const bookkeeper = await newBookkeeper()
  await fc.assert(
    fc.asyncProperty(history, async (rounds) => {
      const client = await newClient(bookkeeper)
      const fields = [textField('name', 'First'), { id: 'scan', name: 'Scan', type: 'file', section: 'First' }]
      const workform = await newWorkform(bookkeeper, { fields })
      await assigned(bookkeeper, workform, [client.clientId])
      const scenario: Scenario = { bookkeeper, client, workformId: workform.id, keys: 0 }
      const expected: string[] = []
      for (const round of rounds) {
        expected.push(...(await Promise.all(round.map((made) => make(scenario, made)))).flat())
        for (const section of await stored(client.clientId)) expectSound(section)
      }
      await delivered('recipient = ?', `files:${client.clientId}`)
      await expectFiles(scenario, await stored(client.clientId))
      const entries = await rows<{ action: string }>(
        `SELECT action FROM audit_log WHERE client_id = ? AND subject_type = 'section' ORDER BY seq`,
        client.clientId,
      )
      expect(entries.map((t) => t.action).toSorted()).toEqual(expected.toSorted())
    }),
    { numRuns: RUNS, endOnFailure: false },
  )
})
