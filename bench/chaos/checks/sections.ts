import { createHash } from 'node:crypto'
import type { FilePromise, SectionPromise } from '../ledger.ts'
import type { Person } from '../people.ts'
import { allClients, type World } from '../world.ts'
import { canonical, type Tally } from './tally.ts'

/** Submissions, decisions, drafts and files: what is stored is what was acknowledged, once. */

interface History {
  items: { event: string; text: string | null }[]
}
interface Opened {
  status: string
  version: number
  answers: Record<string, unknown>
  draft_version: number
}

const SHOWN = {
  submitted: 'pending_review',
  approved: 'approved',
  rejected: 'rejected',
  undone: 'pending_review',
} as const

async function checkActs(tally: Tally, bookkeeper: Person, section: SectionPromise): Promise<void> {
  const { body } = await bookkeeper.insist<History>('GET', `/sections/${section.id}/history`)
  const stored = body.items.toReversed()
  for (const [i, act] of section.acts.entries()) {
    const found = stored[i]
    const same = found?.event === act.event && (found.text ?? null) === act.text
    tally.note(
      'submissions and decisions',
      act,
      same ? undefined : `${section.id}: ${act.event} is ${found?.event ?? 'lost'}`,
    )
  }
  const more = stored.length - section.acts.length
  tally.note(
    'nothing doubled',
    section,
    more > 0 ? `${section.id}: ${more} more in its history than was acknowledged` : undefined,
  )
}

function statusProblem(section: SectionPromise, opened: Opened): string | undefined {
  const last = section.acts.at(-1)
  const status = last ? SHOWN[last.event] : 'pending'
  if (opened.version !== section.version) return `${section.id}: version ${opened.version}, not ${section.version}`
  if (opened.status !== status) return `${section.id}: ${opened.status}, not ${status}`
  if (!last || last.event === 'rejected') return undefined
  return canonical(opened.answers) === canonical(last.answers)
    ? undefined
    : `${section.id}: other answers than were submitted`
}

function draftProblem(section: SectionPromise, opened: Opened): string | undefined {
  const { draft } = section
  if (!draft) return undefined
  if (opened.draft_version !== draft.version)
    return `${section.id}: draft ${opened.draft_version}, not ${draft.version}`
  const typed = Object.fromEntries(Object.entries(opened.answers).filter(([, answer]) => !Array.isArray(answer)))
  return canonical(typed) === canonical(draft.answers) ? undefined : `${section.id}: another draft than was saved`
}

/** A file is there to the byte as long as it is kept, and gone afterwards. */
export async function checkFile(tally: Tally, person: Person, promise: FilePromise): Promise<void> {
  const { status, bytes } = await person.download(`/files/${promise.file.id}`)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const problem = promise.isKept
    ? status === 200 && hash === promise.sha256
      ? undefined
      : `file ${promise.file.id}: ${status}, ${status === 200 ? 'other bytes' : 'lost'}`
    : status === 404
      ? undefined
      : `file ${promise.file.id}: removed, and still there`
  tally.note('files', promise, problem)
}

export async function checkSections({ ledger, ...world }: World, tally: Tally): Promise<void> {
  const clients = new Map(allClients({ ledger, ...world }).map((c) => [c.id, c]))
  for (const section of ledger.sections.values()) {
    const client = clients.get(section.clientId)
    if (!client) continue
    await checkActs(tally, client.bookkeeper, section)
    const { body } = await client.person.insist<Opened>('GET', `/portal/sections/${section.id}`)
    tally.note('state of sections', section, statusProblem(section, body))
    if (section.draft) tally.note('drafts', section.draft, draftProblem(section, body))
    for (const file of section.files) await checkFile(tally, client.person, file)
  }
}
