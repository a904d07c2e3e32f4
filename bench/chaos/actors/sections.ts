import { randomUUID } from 'node:crypto'
import type { Answers } from '../../../worker/contract/src/fields.ts'
import type { Random } from '../random.ts'
import type { Bookkeeper, Client, Scenario, Section } from '../scenario.ts'
import { promiseRemoval, toField, upload } from './upload.ts'
import { UnexpectedResponse } from './user.ts'

/** Clients fill in sections, and bookkeepers review them. */

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
} as const
type Event = keyof typeof EVENTS

/** Promises everything that follows a submission or decision. */
function promiseEvent({ promises }: Scenario, section: Section, event: Event, version: number): void {
  const [status, audit, notification, webhook] = EVENTS[event]
  const place = `${section.client.id} ${section.workformId} ${section.name}`
  promises.add('section status', section.id, { status, version })
  promises.count('audit entries', `${audit} ${section.id}`)
  promises.count('notifications', `${notification} ${place}`)
  promises.count('section webhooks', `${webhook} ${place}`)
  for (const user of [section.client.user, section.client.bookkeeper.user])
    promises.count('live section changes', `user:${user.id} ${section.id}`)
  section.version = version
}

const newAnswers = ({ name }: Section, random: Random): Answers => ({
  [`name-${name}`]: `Saffron ${randomUUID()}`,
  [`staff-${name}`]: random.between(0, 500),
})

async function saveDraft({ promises }: Scenario, section: Section, random: Random): Promise<void> {
  const answers = newAnswers(section, random)
  const args = { param: { id: section.id }, json: { answers, base_version: section.draftVersion } }
  const { body } = await section.client.user.send((api) => api.portal.sections[':id'].draft.$put(args))
  section.draftVersion = body.draft_version
  promises.add('drafts', section.id, { version: body.draft_version, answers })
}

async function addFile({ promises }: Scenario, { id, name, client, files }: Section, random: Random): Promise<void> {
  const file = await upload(promises, client.user, toField(id, `scan-${name}`), random)
  files.push(file)
  promises.count('audit entries', `file.uploaded ${file.id}`)
}

/** Submits a section. A quarter of the requests are sent twice, half of these at the same time. */
async function submit(scenario: Scenario, section: Section, random: Random): Promise<void> {
  const { promises } = scenario
  const { id, name, version, files, client, rejection } = section
  const answers = { ...newAnswers(section, random), ...(files.length > 0 ? { [`scan-${name}`]: [...files] } : {}) }
  const args = { param: { id }, json: { answers, version } }
  const key = randomUUID()
  const send = () => client.user.send((api) => api.portal.sections[':id'].submit.$post(args), { key })
  const [isRepeated, isConcurrent] = [random.chance(0.25), random.chance(0.5)]
  const first = send()
  if (!isConcurrent) await first
  const [{ body }, repeated] = await Promise.all([first, isRepeated ? send() : undefined])
  if (repeated) {
    promises.add('repeated requests', key, body)
    scenario.repeats.push({ key, value: repeated.body })
  }
  section.draftVersion = 0
  promises.of('drafts').delete(id)
  promises.add('submitted answers', id, answers)
  promiseEvent(scenario, section, 'submitted', body.version)
  // A digest leaves out rejections after which the client has submitted again.
  if (rejection !== undefined) promises.add('rejection mails', rejection, 'at most 1')
}

/** Fills in sections: saves drafts, adds files, and usually submits. */
export function fillIn(scenario: Scenario, client: Client, random: Random): Promise<void> {
  return scenario.repeat(random, async () => {
    const section = random.take(client.toFillIn)
    if (!section) return
    for (let i = random.between(0, 3); i > 0; i--) await saveDraft(scenario, section, random)
    for (let i = random.between(0, 3); i > 0; i--) await addFile(scenario, section, random)
    if (random.chance(0.15)) return void client.toFillIn.push(section)
    await submit(scenario, section, random)
    client.bookkeeper.toReview.push(section)
  })
}

/** Sends a decision. Refused if another one was made. */
async function decide({ id: sectionId, version, client }: Section, event: 'approved' | 'rejected') {
  const [param, note] = [{ id: sectionId }, `${event} ${randomUUID()}`]
  const { ok, body } = await client.bookkeeper.user.send(
    (api) =>
      event === 'approved'
        ? api.sections[':id'].approve.$post({ param, json: { version, notes: note } })
        : api.sections[':id'].reject.$post({ param, json: { version, reason: note } }),
    { accept: [409] },
  )
  return { ok, event, note, version: body.version }
}

/** Decides on submitted sections. Of decisions that are made in two tabs at the same time, exactly one must succeed. */
export function review(scenario: Scenario, { toReview }: Bookkeeper, random: Random): Promise<void> {
  const { promises } = scenario
  return scenario.repeat(random, async () => {
    const section = random.take(toReview)
    if (!section) return
    const both = ['approved', 'rejected'] as const
    const decisions = random.chance(0.2) ? both : [random.pick(both)]
    const results = await Promise.all(decisions.map((event) => decide(section, event)))
    const [accepted, ...others] = results.filter((result) => result.ok)
    if (!accepted || others.length > 0)
      throw new UnexpectedResponse(`Section ${section.id}: ${decisions.join(' and ')}: not exactly one succeeded`)
    const { event, note, version } = accepted
    promiseEvent(scenario, section, event, version)
    if (event === 'approved') return
    section.rejection = note
    promises.count('rejection mails', note)
    promises.of('submitted answers').delete(section.id)
    for (const file of section.files.splice(0)) promiseRemoval(promises, section.client.user, file)
    section.client.toFillIn.push(section)
  })
}
