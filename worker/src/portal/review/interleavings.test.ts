import type { Answers } from '@portal/contract/fields'
import type { NonAnswers } from '@portal/contract/non-answers'
import { isLocked, phaseOf } from '@portal/contract/section-machine'
import type { SectionStatus } from '@portal/contract/statuses'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { newBookkeeper, newClient, type TestBookkeeper, type TestClient } from '../../testing/portal.ts'
import {
  answerRecall,
  attemptsOf,
  decide,
  delivered,
  flag,
  mark,
  open,
  recall,
  sendBack,
  submitAll,
  uploaded,
} from '../../testing/sections.ts'
import { assigned, day, newWorkform, rows, send, textField } from '../../testing/work.ts'

/**
 * Runs the section machine on the real worker. Whatever client and bookkeeper do, in any order and at the same time,
 * the stored rows stay consistent, and the audit log has every acknowledged change once.
 */

const DECISIONS = ['approve', 'reject', 'undo', 'undo', 'approve all', 'send back', 'send back'] as const
const REVIEW = ['open', 'mark'] as const
const RECALLS = ['recall', 'recall', 'request', 'agree', 'decline'] as const

type Act =
  | { kind: 'submit'; content: (typeof CONTENTS)[number] }
  | { kind: (typeof DECISIONS)[number] | (typeof REVIEW)[number] | (typeof RECALLS)[number] }
  | { kind: 'edit'; name: string }
  | { kind: 'promise'; days: number }
  | { kind: 'remove' | 'delete' | 'withdraw promise' }

/** What a submission consists of, besides the name: a file, nothing, or a word in place of the file. */
const CONTENTS = ['file', 'nothing', 'non-answer'] as const

/** What can follow in a status, so that sections get through several submissions. */
const NEXT: Record<SectionStatus, readonly Act[]> = {
  pending: CONTENTS.map((content) => ({ kind: 'submit', content })),
  rejected: CONTENTS.map((content) => ({ kind: 'submit', content })),
  pending_review: [{ kind: 'send back' }, { kind: 'recall' }, { kind: 'request' }, { kind: 'agree' }, { kind: 'mark' }],
  submitted: [{ kind: 'send back' }, { kind: 'agree' }, { kind: 'reject' }],
  approved: [{ kind: 'undo' }],
}

/** `behind`: versions since the section was read; `copies`: how often the request is sent with the same key. */
type Move = (Act | { kind: 'next'; choice: number }) & { behind: number; copies: number }

const act: fc.Arbitrary<Act | { kind: 'next'; choice: number }> = fc.oneof(
  { weight: 16, arbitrary: fc.record({ kind: fc.constant('next' as const), choice: fc.nat(4) }) },
  {
    weight: 14,
    arbitrary: fc.record({ kind: fc.constant('submit' as const), content: fc.constantFrom(...CONTENTS) }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom(...DECISIONS) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom(...REVIEW) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom(...RECALLS) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), name: fc.constantFrom('First', 'Other') }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('promise' as const), days: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('remove' as const, 'delete', 'withdraw promise') }) },
)
const anyMove = fc
  .tuple(act, fc.constantFrom(0, 0, 0, 0, 1), fc.constantFrom(1, 1, 1, 2, 3))
  .map(([a, behind, copies]): Move => ({ ...a, behind, copies }))
/** Rounds of moves; the moves of a round run at the same time. */
const history = fc.array(fc.array(anyMove, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 9 })

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
  non_answers: string | null
  draft: string | null
  attempts: { outcome: string | null; answers: string; non_answers: string; files: string }[]
}

/** Returns the content of a section in a column of its submission. */
const contentOf = (column: 'data' | 'non_answers'): string =>
  `(SELECT d.value FROM book_form_submissions s, json_each(s.${column}) d
    WHERE s.id = a.submission_id AND d.key = a.section_name)`

async function stored(clientId: string): Promise<Stored[]> {
  const sections = await rows<Omit<Stored, 'attempts'>>(
    `SELECT a.id, a.section_name, a.version, a.status AS assignment, a.core_status, a.submit_status, a.approved_at,
       a.approved_by, a.rejection_reason, a.submission_id, t.status, t.notes, ${contentOf('data')} AS answers,
       ${contentOf('non_answers')} AS non_answers,
       (SELECT answers FROM section_drafts d WHERE d.assignment_id = a.id) AS draft
     FROM book_client_workforms a LEFT JOIN workform_section_statuses t ON t.submission_id = a.submission_id
     AND t.section_name = a.section_name
     WHERE a.client_id = ?`,
    clientId,
  )
  return Promise.all(
    sections.map(async (section) => ({
      ...section,
      attempts: await rows<Stored['attempts'][number]>(
        `SELECT outcome, answers, non_answers, files FROM section_attempts
         WHERE assignment_id = ? AND submitted_at IS NOT NULL ORDER BY version`,
        section.id,
      ),
    })),
  )
}

const ACTIONS: Readonly<Record<string, string>> = {
  submit: 'section.submitted',
  approve: 'doc_approved',
  'approve all': 'doc_approved',
  reject: 'doc_rejected',
  'send back': 'doc_rejected',
  recall: 'section.recalled',
  agree: 'section.recalled',
  request: 'section.recall_requested',
  decline: 'section.recall_declined',
  undo: 'section.approval_undone',
}

/** Sends the copies of a request. Returns the audit entries that its success must have left. */
async function make(scenario: Scenario, move: Move): Promise<string[]> {
  const { bookkeeper, client, workformId } = scenario
  const key = `interleaving-${scenario.keys++}-${workformId.slice(-12)}`
  const [section] = await stored(client.clientId)
  const likely = NEXT[section?.status ?? 'pending']
  const made = move.kind === 'next' ? { ...move, ...(likely[move.choice % likely.length] ?? { kind: 'open' }) } : move
  const id = section?.id ?? crypto.randomUUID()
  const version = Math.max(0, (section?.version ?? 0) - made.behind)
  const once = (): Promise<Response> => {
    switch (made.kind) {
      case 'submit':
        return submitAll(client, id, { answers, non_answers }, version, key)
      case 'send back':
        return sendBack(bookkeeper, id, version, [flag('name'), flag('scan', 'other', 'Another page')], key)
      case 'open':
        return open(bookkeeper, id, version)
      case 'mark':
        return mark(bookkeeper, id, version, 'scan', { verdict: 'flagged', flag: { reason: 'incomplete', note: null } })
      case 'recall':
        return recall(client, id, version, 'recall', key)
      case 'request':
        return recall(client, id, version, 'recall-request', key)
      case 'agree':
      case 'decline':
        return answerRecall(bookkeeper, id, version, made.kind === 'agree', key)
      case 'approve all': {
        const sections = [{ assignment_id: id, version }]
        const body = { workform_id: workformId, client_id: client.clientId, sections }
        return send(bookkeeper, 'POST', '/api/submissions/approve', body, { 'idempotency-key': key })
      }
      case 'edit': {
        const fields = [textField('name', made.name), { id: 'scan', name: 'Scan', type: 'file', section: made.name }]
        return send(bookkeeper, 'PATCH', `/api/workforms/${workformId}`, { name: 'Form', fields, version: edits })
      }
      case 'promise':
        return send(client, 'PUT', `/api/portal/workforms/${workformId}/commitment`, { day: day(made.days) })
      case 'withdraw promise':
        return send(client, 'DELETE', `/api/portal/workforms/${workformId}/commitment`)
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
  const non_answers: NonAnswers =
    made.kind === 'submit' && made.content === 'non-answer' ? { scan: { reason: 'dont_have', note: '' } } : {}
  if (made.kind === 'submit' && made.content === 'file') {
    // Uploads are refused while the section is locked.
    const file = await uploaded(client, id, 'scan.pdf').catch(() => undefined)
    if (file) answers['scan'] = [file]
  }
  // Only what the bookkeeper has opened can be asked for.
  if (made.kind === 'request') await open(bookkeeper, id, version)
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
  const { attempts, non_answers, draft } = section
  // What was submitted is the content of the attempt that waits, or that was approved last.
  const current = attempts.find((a) => a.outcome === null || a.outcome === 'approved')
  expect(attempts.filter((a) => a.outcome === null)).toHaveLength(phaseOf(status ?? 'pending') === 'waiting' ? 1 : 0)
  if (current) expect([current.answers, current.non_answers]).toEqual([answers, non_answers])
  // Answers that were sent back or taken back are in the draft.
  const last = attempts.at(-1)
  const isReturned = !isLocked(status ?? 'pending') && (last?.outcome === 'sent_back' || last?.outcome === 'recalled')
  if (isReturned) expect(draft).toContain('"name":"Cleo"')
}

/** Returns sections without a submission since they were last opened. Their drafts stay, even if approved. */
async function unsubmitted(clientId: string): Promise<Set<string>> {
  const entries = await rows<{ subject_id: string; action: string }>(
    `SELECT subject_id, action FROM audit_log WHERE client_id = ?
      AND action IN ('section.submitted', 'doc_rejected', 'section.recalled') ORDER BY seq`,
    clientId,
  )
  const latest = new Map(entries.map((e) => [e.subject_id, e.action]))
  const all = await rows<{ id: string }>('SELECT id FROM book_client_workforms WHERE client_id = ?', clientId)
  return new Set(all.map((a) => a.id).filter((id) => latest.get(id) !== 'section.submitted'))
}

/** Files exist only if an answer names them or they belong to a draft. */
async function expectFiles({ bookkeeper, client }: Scenario, sections: readonly Stored[]): Promise<void> {
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
    // An edit may have moved the file to another section than the attempt that contains it.
    const isCompared = sections.some(({ attempts }) => attempts.some((a) => a.files.includes(id)))
    if (state === 'replaced')
      expect((await bookkeeper.fetch(`/api/files/${id}`)).status, 'a replaced file').toBe(isCompared ? 200 : 404)
  }
  for (const { answers } of sections) {
    for (const [, id = ''] of (answers ?? '').matchAll(/"id":"([^"]+)"/g)) expect(files.map((f) => f.id)).toContain(id)
  }
}

/** At most one promise is open, and none once nothing is left to send. Kept ones stay when a section is sent back. */
async function expectPromise({ client }: Scenario, sections: readonly Stored[]): Promise<void> {
  const promises = await rows(
    `SELECT c.id FROM commitments c JOIN book_form_submissions s ON s.id = c.submission_id
     WHERE s.client_id = ? AND NOT c.withdrawn AND c.sent_at IS NULL`,
    client.clientId,
  )
  const isAllSent = sections.every(({ status }) => isLocked(status ?? 'pending'))
  expect(promises.length).toBeLessThanOrEqual(isAllSent ? 0 : 1)
}

/** Returns the history of the client's sections in the audit log. */
const loggedFor = (clientId: string) =>
  rows<{ action: string; subject_id: string; actor_role: string; is_whole: number }>(
    `SELECT action, subject_id, actor_role, detail ->> 'questions' IS NULL AS is_whole FROM audit_log
     WHERE client_id = ? AND subject_type = 'section' ORDER BY seq`,
    clientId,
  )

/** Every submission is an attempt, and its files are kept until an approval or a rejection of the whole section. */
async function expectAttempts({ bookkeeper, client }: Scenario, sections: readonly Stored[]): Promise<void> {
  const log = await loggedFor(client.clientId)
  for (const { id } of sections) {
    const own = log.filter((entry) => entry.subject_id === id)
    const attempts = await attemptsOf(bookkeeper, id)
    expect(attempts).toHaveLength(own.filter((e) => e.action === 'section.submitted').length)
    const recalled = attempts.filter((a) => a.outcome === 'recalled')
    const recalls = own.filter((e) => e.action === 'section.recalled')
    expect(recalled).toHaveLength(recalls.length)
    // What the client took back unopened is never shown.
    const hidden = recalled.filter((a) => a.answers['name'] === undefined)
    expect(hidden).toHaveLength(recalls.filter((e) => e.actor_role === 'client').length)
    const isPurged = own.some((e) => e.action === 'doc_approved' || (e.action === 'doc_rejected' && e.is_whole))
    // With several sections, an edit may have moved a file to one that was approved, rejected or removed.
    const isAlone = log.every((entry) => entry.subject_id === id) && sections.length === 1
    if (isAlone && !isPurged) for (const { files } of attempts) expect(files.filter((f) => !f.is_kept)).toEqual([])
  }
}

/** Each acknowledged change is in the audit log once. Only the first of several requests to change is recorded. */
async function expectLogged({ client }: Scenario, expected: readonly string[]): Promise<void> {
  const isRequest = (action: string): boolean => action === 'section.recall_requested'
  const actions = (await loggedFor(client.clientId)).map((entry) => entry.action)
  const others = (list: readonly string[]) => list.filter((action) => !isRequest(action)).toSorted()
  expect(others(actions)).toEqual(others(expected))
  const [requested, acknowledged] = [actions.filter(isRequest).length, expected.filter(isRequest).length]
  expect(requested).toBeLessThanOrEqual(acknowledged)
  expect(requested > 0).toBe(acknowledged > 0)
}

const alone = (one: Act): Move[] => [{ ...one, behind: 0, copies: 1 }]
/** Two promises of one section: the first was kept, and the section was sent back. */
const PROMISED_AGAIN = [
  alone({ kind: 'promise', days: 0 }),
  alone({ kind: 'submit', content: 'file' }),
  alone({ kind: 'send back' }),
  alone({ kind: 'promise', days: 0 }),
  alone({ kind: 'submit', content: 'file' }),
]

const RUNS = Number(process.env['INTERLEAVINGS'] ?? 12)

it('keeps the stored rows consistent in any order of events', {
  timeout: RUNS * 20_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (rounds) => {
      // A rate limit counts the changes of each bookkeeper.
      const bookkeeper = await newBookkeeper()
      const client = await newClient(bookkeeper)
      const fields = [textField('name', 'First'), { id: 'scan', name: 'Scan', type: 'file', section: 'First' }]
      const workform = await newWorkform(bookkeeper, { fields })
      await assigned(bookkeeper, workform, [client.clientId])
      const scenario: Scenario = { bookkeeper, client, workformId: workform.id, keys: 0 }
      const expected: string[] = []
      for (const round of rounds) {
        expected.push(...(await Promise.all(round.map((made) => make(scenario, made)))).flat())
        const sections = await stored(client.clientId)
        for (const section of sections) expectSound(section)
        await expectPromise(scenario, sections)
      }
      await delivered('recipient = ?', `files:${client.clientId}`)
      await expectFiles(scenario, await stored(client.clientId))
      await expectAttempts(scenario, await stored(client.clientId))
      await expectLogged(scenario, expected)
    }),
    { numRuns: RUNS, endOnFailure: false, examples: [[PROMISED_AGAIN]] },
  )
})
