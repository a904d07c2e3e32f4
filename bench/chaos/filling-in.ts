import { randomUUID } from 'node:crypto'
import type { Answers } from '../../worker/contract/src/fields.ts'
import { upload } from './files.ts'
import type { SectionPromise } from './ledger.ts'
import type { ClientAtWork, Person } from './people.ts'
import type { Random } from './random.ts'
import { isYes, lane, put, surprise, takeOne, type World } from './world.ts'

/** What clients do: they type, upload, remove, and submit. */

/** The fields of each section that the load's workforms have. */
export const fieldsOf = (section: string) => [
  { id: `name-${section}`, name: 'Legal name', section, type: 'short-text', required: true },
  { id: `staff-${section}`, name: 'Staff', section, type: 'number' },
  { id: `scan-${section}`, name: 'Papers', section, type: 'file' },
]
export const fileField = (section: SectionPromise): string => `scan-${section.name}`

const written = (section: SectionPromise, random: Random): Answers => ({
  [`name-${section.name}`]: `Saffron ${randomUUID()}`,
  [`staff-${section.name}`]: random.between(0, 500),
})

async function saveDrafts(world: World, person: Person, section: SectionPromise, random: Random): Promise<void> {
  for (let i = random.between(0, 3); i > 0; i--) {
    const answers = written(section, random)
    const saved = await person.insist<{ draft_version: number }>('PUT', `/portal/sections/${section.id}/draft`, {
      json: { answers, base_version: section.draft?.version ?? 0 },
    })
    if (!isYes(world, 'a draft', saved)) return
    section.draft = { answers, version: saved.body.draft_version, during: saved.during }
  }
}

async function addFiles(world: World, person: Person, section: SectionPromise, random: Random): Promise<void> {
  for (let i = random.between(0, 3); i > 0; i--) {
    const kept = await upload(person, { section: section.id, field: fileField(section) }, random)
    if ('status' in kept) surprise(world, 'an upload', kept)
    else section.files.push(kept)
  }
  const [first] = section.files.filter((f) => f.isKept)
  if (!first || !random.chance(0.2)) return
  const removed = await person.insist('DELETE', `/portal/files/${first.file.id}`)
  // It is gone already where the answer to the first try was lost.
  if (!(removed.again && removed.status === 404) && !isYes(world, 'removing a file', removed)) return
  first.isKept = false
}

/** Asks for the same thing twice, with the same key: one after the other, or at once, as a double click does. */
async function twice<T>(
  world: World,
  random: Random,
  what: string,
  ask: () => ReturnType<Person['insist']>,
): Promise<T | undefined> {
  const atOnce = random.chance(0.5)
  const first = ask()
  if (!atOnce) await first
  const [one, other] = await Promise.all([first, ask()])
  if (!isYes(world, what, one) || !isYes(world, `${what}, repeated`, other)) return undefined
  if (JSON.stringify(one.body) === JSON.stringify(other.body)) world.ledger.repeats.push({ during: other.during })
  else surprise(world, `${what}: a repeat was answered otherwise than ${JSON.stringify(one.body)}`, other)
  return one.body as T
}

async function submit(world: World, person: Person, section: SectionPromise, random: Random): Promise<boolean> {
  const files = section.files.filter((f) => f.isKept)
  const answers: Answers = {
    ...written(section, random),
    ...(files.length > 0 ? { [fileField(section)]: files.map((f) => f.file) } : {}),
  }
  const asking = { json: { answers, version: section.version }, key: randomUUID() }
  const during = world.witness.fault
  const ask = () => person.insist<{ version: number }>('POST', `/portal/sections/${section.id}/submit`, asking)
  let version: number | undefined
  if (random.chance(0.25)) version = (await twice<{ version: number }>(world, random, 'submitting', ask))?.version
  else {
    const submitted = await ask()
    if (isYes(world, 'submitting', submitted)) version = submitted.body.version
  }
  if (version === undefined) return false
  section.version = version
  section.draft = undefined
  section.acts.push({ event: 'submitted', text: null, answers, during })
  return true
}

/** A client who fills in what is open; now and then something is left half done. */
export function fillIn(world: World, client: ClientAtWork, random: Random, most: number): Promise<void> {
  const { person, id } = client
  return lane(world, random, most, async () => {
    const section = takeOne(world.open.get(id), random)
    if (!section) return
    await saveDrafts(world, person, section, random)
    await addFiles(world, person, section, random)
    if (random.chance(0.85) && (await submit(world, person, section, random)))
      put(world.waiting, section.bookkeeperId, section)
    else put(world.open, id, section)
  })
}
