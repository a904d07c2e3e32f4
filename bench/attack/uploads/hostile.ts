import { extensionOf } from '@portal/contract/files'
import type { FileAnswer } from '@portal/contract/fields'
import { realPdf } from '@portal/contract/testing/real-files'
import { newWork } from '../../../worker/src/testing/sections.ts'
import { rows } from '../../../worker/src/testing/work.ts'
import type { Attack } from '../attack.ts'
import { pooled } from '../pool.ts'
import { Tally } from '../tally.ts'
import { codeOf } from './code.ts'
import { type Door, doorsOf, FIELDS, sendInParts, sendWhole } from './doors.ts'
import { HOSTILE_NAMES, type HostileFile, hostileFiles } from './files.ts'
import { forget, handedBack, lies } from './kept.ts'

/** Judges what a door made of a file. */
async function judge(
  tally: Tally,
  door: Door,
  file: Pick<HostileFile, 'what' | 'bytes'>,
  kept: boolean,
  answer: Response,
): Promise<void> {
  const say = (what: string) => () => `${file.what}, through ${door.name}: ${what}`
  if (answer.status >= 500) return tally.held(false, say(String(answer.status)))
  if (!kept) return tally.held(answer.status >= 400, say('taken'))
  if (!answer.ok) return tally.held(false, say(`refused as ${await codeOf(answer)}`))
  const stored = (await answer.json()) as FileAnswer
  const wrong = (await lies(stored)) ?? (await handedBack(door.who, stored, file.bytes))
  await forget(stored)
  tally.held(wrong === undefined, say(wrong ?? ''))
}

/** Files that one pair of people sends in a row: who sends more in the chat has to wait. */
const IN_A_ROW = 40

/** A file at the doors that take its type, whole, and through one door of each purpose in parts; and at one that takes no such type. */
async function throughDoors(tally: Tally, doors: readonly Door[], file: HostileFile): Promise<void> {
  const extension = extensionOf(file.name.trim())
  const taking = doors.filter((door) => door.extensions.includes(extension))
  const tried = [...taking, ...doors.filter((door) => !taking.includes(door)).slice(0, 1)]
  await Promise.all(
    tried.map(async (door) => {
      const kept = file.kept && taking.includes(door)
      await judge(tally, door, file, kept, await sendWhole(door, file.name, file.bytes))
      const again = tried.find((other) => other.purpose === door.purpose) === door
      if (again && file.bytes.length > 0)
        await judge(tally, door, file, kept, await sendInParts(door, file.name, file.bytes))
    }),
  )
}

/** Sends files through all doors: so many in a row through those of one pair of people, three pairs side by side. */
async function byPairs(tally: Tally, files: readonly HostileFile[]): Promise<void> {
  const rounds = Array.from({ length: Math.ceil(files.length / IN_A_ROW) }, (_, i) =>
    files.slice(i * IN_A_ROW, (i + 1) * IN_A_ROW),
  )
  const tasks = rounds.map((round) => async () => {
    const doors = await doorsOf(await newWork(FIELDS))
    for (const file of round) await throughDoors(tally, doors, file)
  })
  await pooled(tasks, 3)
}

/** Files that are not what they say, or say more than they should. */
export async function contents(): Promise<Attack> {
  const tally = new Tally('hostile files at every door, whole and in parts', 'uploads')
  const open = async () => (await rows(`SELECT id FROM files WHERE state = 'pending'`)).length
  // Of other parts there may be some.
  const before = await open()
  await byPairs(tally, hostileFiles())
  const left = (await open()) - before
  tally.held(left === 0, () => `${left} refused uploads are still open`)
  return tally.attack()
}

/** A harmless file under names that are none. */
export async function names(): Promise<Attack> {
  const tally = new Tally('names that mean something to folders, headers, terminals', 'uploads')
  const bytes = realPdf()
  await byPairs(
    tally,
    HOSTILE_NAMES.map(({ name, kept }) => ({ what: JSON.stringify(name).slice(0, 60), name, bytes, kept })),
  )
  return tally.attack()
}
