import { randomUUID } from 'node:crypto'
import type { Answers } from '../../../worker/contract/src/fields.ts'
import type { Random } from '../random.ts'
import type { Bookkeeper, Client, Scenario, Section } from '../scenario.ts'
import { promiseRemoval, toField, upload } from './upload.ts'
import { UnexpectedResponse, type User } from './user.ts'

/** Clients fill in sections, and bookkeepers review them. */

/** Returns the fields of each section. */
export const fieldsOf = (section: string) => [
  { id: `name-${section}`, name: 'Legal name', section, type: 'short-text', required: true } as const,
  { id: `staff-${section}`, name: 'Staff', section, type: 'number' } as const,
  { id: `scan-${section}`, name: 'Papers', section, type: 'file' } as const,
]

/** For each event: the status that the client then sees, and the names in audit log, notifications and webhooks. */
const EVENTS = {
  submitted: ['pending_review', 'section.submitted', 'Section submitted', 'submit'],
  approved: ['approved', 'doc_approved', 'Section approved', 'approved'],
  rejected: ['rejected', 'doc_rejected', 'Section rejected', 'reject'],
  undone: ['pending_review', 'section.approval_undone', 'Approval undone', undefined],
} as const

interface Acknowledged {
  event: keyof typeof EVENTS
  text: string | null
  version: number
  during: string
}

/** Promises everything that follows a submission or decision. */
function promiseEvent(scenario: Scenario, section: Section, { event, text, version, during }: Acknowledged): void {
  const { promises } = scenario
  const [status, audit, notification, webhook] = EVENTS[event]
  const place = `${section.client.id} ${section.workformId} ${section.name}`
  promises.add('section history', `${section.id} ${section.events.length}`, { event, text }, during)
  promises.add('section status', section.id, { status, version }, during)
  promises.count('audit entries', `${audit} ${section.id}`, during)
  promises.count('notifications', `${notification} ${place}`, during)
  if (webhook) promises.count('section webhooks', `${webhook} ${place}`, during)
  for (const user of [section.client.user, section.client.bookkeeper.user])
    promises.count('live section changes', `user:${user.id} ${section.id}`, during)
  if (event === 'rejected') promises.count('rejection mails', String(text), during)
  // A digest leaves out rejections after which the client has submitted again.
  const last = section.events.at(-1)
  if (last?.event === 'rejected') promises.add('rejection mails', String(last.text), 'at most 1', during)
  section.version = version
  section.events.push({ event, text })
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

/** Fills in sections: saves drafts, adds and removes files, and usually submits. */
export function fillIn(scenario: Scenario, client: Client, random: Random): Promise<void> {
  return scenario.repeat(random, async () => {
    const section = random.take(client.toFillIn)
    if (!section) return
    for (let i = random.between(0, 3); i > 0; i--) await saveDraft(scenario, section, random)
    for (let i = random.between(0, 3); i > 0; i--) await addFile(scenario, section, random)
    if (random.chance(0.2)) await removeFile(scenario, section)
    const isSubmitted = random.chance(0.85)
    if (isSubmitted) await submit(scenario, section, random)
    const next = isSubmitted ? client.bookkeeper.toReview : client.toFillIn
    next.push(section)
  })
}

async function decide({ send }: User, { id, version }: Section, event: 'approved' | 'rejected' | 'undone') {
  const text = event === 'undone' ? null : `${event} ${randomUUID()}`
  const param = { id }
  const { ok, body, during } = await send(
    (api) => {
      const { approve, reject, undo } = api.sections[':id']
      if (event === 'undone') return undo.$post({ param, json: { version } })
      if (event === 'rejected') return reject.$post({ param, json: { version, reason: String(text) } })
      return approve.$post({ param, json: { version, notes: String(text) } })
    },
    { accept: [409] },
  )
  return { ok, event, text, version: body.version, during }
}

/** Decides on submitted sections. Sometimes two tabs decide at the same time: exactly one must succeed. */
export function review(scenario: Scenario, { user, toReview }: Bookkeeper, random: Random): Promise<void> {
  return scenario.repeat(random, async () => {
    const section = random.take(toReview)
    if (!section) return
    const isApproved = section.events.at(-1)?.event === 'approved'
    const isContested = !isApproved && random.chance(0.15)
    const decision = isApproved ? 'undone' : random.chance(0.6) ? 'rejected' : 'approved'
    const decisions = isContested ? (['approved', 'rejected'] as const) : ([decision] as const)
    const results = await Promise.all(decisions.map((event) => decide(user, section, event)))
    const [accepted, ...others] = results.filter((result) => result.ok)
    if (!accepted || others.length > 0)
      throw new UnexpectedResponse(`Section ${section.id}: ${decisions.join(' and ')}: not exactly one succeeded`)
    promiseEvent(scenario, section, accepted)
    if (accepted.event !== 'rejected') return void toReview.push(section)
    scenario.promises.of('submitted answers').delete(section.id)
    for (const file of section.files.splice(0))
      promiseRemoval(scenario.promises, section.client.user, file, accepted.during)
    section.client.toFillIn.push(section)
  })
}
