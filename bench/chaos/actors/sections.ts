import { randomUUID } from 'node:crypto'
import type { Answers } from '../../../worker/contract/src/fields.ts'
import { summaryOfFlags } from '../../../worker/contract/src/flag-texts.ts'
import { DRAFT_VERSIONS_PER_ROUND } from '../../../worker/contract/src/limits.ts'
import type { Random } from '../random.ts'
import type { Bookkeeper, Client, Scenario, Section } from '../scenario.ts'
import { promiseRemoval, toField, upload } from './upload.ts'
import { UnexpectedResponse } from './user.ts'

/** Clients fill in sections, and bookkeepers review them. */

/** Returns the fields of each section. */
export const fieldsOf = (section: string) => [
  { id: `name-${section}`, name: 'Legal name', section, type: 'short-text', required: true } as const,
  { id: `staff-${section}`, name: 'Staff', section, type: 'number' } as const,
  { id: `scan-${section}`, name: 'Papers', section, type: 'file' } as const,
]

/**
 * For each event: its name in the history, the status that the client then sees, and the names in audit log,
 * notifications and webhooks.
 */
const EVENTS = {
  submitted: ['submitted', 'pending_review', 'section.submitted', 'Section submitted', 'submit'],
  recalled: [undefined, 'pending', 'section.recalled', undefined, undefined],
  approved: ['approved', 'approved', 'doc_approved', 'Section approved', 'approved'],
  rejected: ['rejected', 'rejected', 'doc_rejected', 'Section rejected', 'reject'],
  sent_back: ['rejected', 'rejected', 'doc_rejected', 'Answer to fix', 'reject'],
  undone: ['undone', 'pending_review', 'section.approval_undone', 'Approval undone', undefined],
} as const

interface Acknowledged {
  event: keyof typeof EVENTS
  text: string | null
  version: number
  during: string
}

/** Returns the reason of a rejection, or the note of the answer that was sent back. */
const reasonIn = (text: string | null): string => /rejected [\da-f-]+$/.exec(text ?? '')?.[0] ?? ''

/** Promises everything that follows a submission or decision. */
function promiseEvent(scenario: Scenario, section: Section, { event, text, version, during }: Acknowledged): void {
  const { promises } = scenario
  const [listed, status, audit, notification, webhook] = EVENTS[event]
  const place = `${section.client.id} ${section.workformId} ${section.name}`
  promises.add('section status', section.id, { status, version }, during)
  promises.count('audit entries', `${audit} ${section.id}`, during)
  if (notification) promises.count('notifications', `${notification} ${place}`, during)
  if (webhook) promises.count('section webhooks', `${webhook} ${place}`, during)
  for (const user of [section.client.user, section.client.bookkeeper.user])
    promises.count('live section changes', `user:${user.id} ${section.id}`, during)
  section.version = version
  if (!listed) return
  promises.add('section history', `${section.id} ${section.events.length}`, { event: listed, text }, during)
  if (listed === 'rejected') promises.count('rejection mails', reasonIn(text), during)
  // A digest leaves out rejections after which the client has submitted again.
  const last = section.events.at(-1)
  if (last?.event === 'rejected') promises.add('rejection mails', reasonIn(last.text), 'at most 1', during)
  section.events.push({ event: listed, text })
}

/** Promises that the answers of a section that the client has again are the draft. */
function promiseReturn({ promises }: Scenario, section: Section, during: string): void {
  const submitted = promises.of('submitted answers')
  const answers = (submitted.get(section.id)?.value ?? {}) as Answers
  submitted.delete(section.id)
  section.draftVersion = section.version * DRAFT_VERSIONS_PER_ROUND + 1
  const typed = Object.fromEntries(Object.entries(answers).filter(([, answer]) => !Array.isArray(answer)))
  promises.add('drafts', section.id, { version: section.draftVersion, answers: typed }, during)
}

const newAnswers = ({ name }: Section, random: Random): Answers => ({
  [`name-${name}`]: `Saffron ${randomUUID()}`,
  [`staff-${name}`]: random.between(0, 500),
})

async function saveDraft({ promises }: Scenario, section: Section, random: Random): Promise<void> {
  const answers = newAnswers(section, random)
  const args = { param: { id: section.id }, json: { answers, base_version: section.draftVersion } }
  const { body, during } = await section.client.user.send((api) => api.portal.sections[':id'].draft.$put(args))
  section.draftVersion = body.draft_version
  promises.add('drafts', section.id, { version: body.draft_version, answers }, during)
}

async function addFile({ promises }: Scenario, { id, name, client, files }: Section, random: Random): Promise<void> {
  const { file, during } = await upload(promises, client.user, toField(id, `scan-${name}`), random)
  files.push(file)
  promises.count('audit entries', `file.uploaded ${file.id}`, during)
}

async function removeFile({ promises }: Scenario, { client: { user }, files }: Section): Promise<void> {
  const [file] = files
  if (!file) return
  const args = { param: { id: file.id } }
  const removed = await user.send((api) => api.portal.files[':id'].$delete(args), { accept: [404] })
  // A retry does not find the file if the first response was lost.
  if (!removed.ok && !removed.isRetried) throw new UnexpectedResponse(`Removing file ${file.id}: 404`)
  files.shift()
  promiseRemoval(promises, user, file, removed.during)
}

/** Submits a section; sometimes twice with the same key: concurrently, like a double click, or one after the other. */
async function submit(scenario: Scenario, section: Section, random: Random): Promise<void> {
  const { promises } = scenario
  const { id, name, version, files, client } = section
  const answers = { ...newAnswers(section, random), ...(files.length > 0 ? { [`scan-${name}`]: [...files] } : {}) }
  const args = { param: { id }, json: { answers, version } }
  const key = randomUUID()
  const send = () => client.user.send((api) => api.portal.sections[':id'].submit.$post(args), { key })
  const [isRepeated, isConcurrent] = [random.chance(0.25), random.chance(0.5)]
  const first = send()
  if (!isConcurrent) await first
  const [{ body, during }, repeated] = await Promise.all([first, isRepeated ? send() : undefined])
  if (repeated) {
    promises.add('repeated requests', key, body, during)
    scenario.repeats.push({ key, value: repeated.body })
  }
  section.draftVersion = 0
  promises.of('drafts').delete(id)
  promises.add('submitted answers', id, answers, during)
  promiseEvent(scenario, section, { event: 'submitted', text: null, version: body.version, during })
}

/** Promises to send the workform by a day: not beyond a due date, which is five days from now or later. */
async function commit({ portal, promises }: Scenario, { client, workformId }: Section, random: Random): Promise<void> {
  const day = new Date(portal.now().getTime() + random.between(1, 4) * 86_400_000).toISOString().slice(0, 10)
  const args = { param: { id: workformId }, json: { day } }
  const { during } = await client.user.send((api) => api.portal.workforms[':id'].commitment.$put(args))
  promises.add('commitments', `${client.id} ${workformId}`, day, during)
}

/** Fills in sections: saves drafts, adds and removes files, makes promises, usually submits, and may take it back. */
export function fillIn(scenario: Scenario, client: Client, random: Random): Promise<void> {
  return scenario.repeat(random, async () => {
    const section = random.take(client.toFillIn)
    if (!section) return
    if (random.chance(0.1)) await commit(scenario, section, random)
    for (let i = random.between(0, 3); i > 0; i--) await saveDraft(scenario, section, random)
    for (let i = random.between(0, 3); i > 0; i--) await addFile(scenario, section, random)
    if (random.chance(0.2)) await removeFile(scenario, section)
    const isSubmitted = random.chance(0.85)
    if (isSubmitted) await submit(scenario, section, random)
    const isRecalled = isSubmitted && random.chance(0.1)
    if (isRecalled) settle(scenario, section, await decide(section, 'recalled'))
    else if (isSubmitted) client.bookkeeper.toReview.push(section)
    else client.toFillIn.push(section)
  })
}

type Decision = Exclude<keyof typeof EVENTS, 'submitted'>

/** Sends a decision of the bookkeeper, or of the client who takes a submission back. */
async function decide({ id, name, version, client }: Section, event: Decision) {
  const note = `${event === 'sent_back' ? 'rejected' : event} ${randomUUID()}`
  const flags = [{ field_id: `name-${name}`, flag: { reason: 'other' as const, note } }]
  const texts = {
    approved: note,
    rejected: note,
    sent_back: summaryOfFlags(flags.map(({ flag }) => ({ question: 'Legal name', flag }))),
    recalled: null,
    undone: null,
  }
  const [param, by] = [{ id }, event === 'recalled' ? client.user : client.bookkeeper.user]
  const { ok, body, during } = await by.send(
    (api) => {
      const { approve, reject, undo, 'send-back': sendBack } = api.sections[':id']
      if (event === 'recalled') return api.portal.sections[':id'].recall.$post({ param, json: { version } })
      if (event === 'undone') return undo.$post({ param, json: { version } })
      if (event === 'sent_back') return sendBack.$post({ param, json: { version, flags } })
      if (event === 'rejected') return reject.$post({ param, json: { version, reason: note } })
      return approve.$post({ param, json: { version, notes: note } })
    },
    { accept: [409] },
  )
  return { ok, event, text: texts[event], version: body.version, during }
}

/** Promises what follows a decision, and hands the section to whose turn it is. */
function settle(scenario: Scenario, section: Section, decision: Awaited<ReturnType<typeof decide>>): void {
  const { event, during } = decision
  const { user, bookkeeper, toFillIn } = section.client
  promiseEvent(scenario, section, decision)
  if (event === 'approved' || event === 'undone') return void bookkeeper.toReview.push(section)
  if (event === 'rejected') {
    scenario.promises.of('submitted answers').delete(section.id)
    for (const file of section.files.splice(0)) promiseRemoval(scenario.promises, user, file, during)
  } else promiseReturn(scenario, section, during)
  toFillIn.push(section)
}

/** Decisions that are made at the same time, in two tabs or on both sides. */
const CONTESTS = [
  ['approved', 'rejected'],
  ['sent_back', 'approved'],
  ['sent_back', 'recalled'],
] as const

/** Decides on submitted sections. Of decisions that are made at the same time, exactly one must succeed. */
export function review(scenario: Scenario, { toReview }: Bookkeeper, random: Random): Promise<void> {
  return scenario.repeat(random, async () => {
    const section = random.take(toReview)
    if (!section) return
    const isApproved = section.events.at(-1)?.event === 'approved'
    const isContested = !isApproved && random.chance(0.2)
    const decision = isApproved ? 'undone' : random.pick(['sent_back', 'rejected', 'approved'] as const)
    const decisions = isContested ? random.pick(CONTESTS) : ([decision] as const)
    const results = await Promise.all(decisions.map((event) => decide(section, event)))
    const [accepted, ...others] = results.filter((result) => result.ok)
    if (!accepted || others.length > 0)
      throw new UnexpectedResponse(`Section ${section.id}: ${decisions.join(' and ')}: not exactly one succeeded`)
    settle(scenario, section, accepted)
  })
}
