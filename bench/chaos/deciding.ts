import { randomUUID } from 'node:crypto'
import type { Act, SectionPromise } from './ledger.ts'
import type { Answer, Bookkeeper, Person } from './people.ts'
import type { Random } from './random.ts'
import { isYes, lane, put, surprise, takeOne, type World } from './world.ts'

/** What bookkeepers decide: they approve, reject, undo, and sometimes do two of it at once. */

type Decision = 'approve' | 'reject' | 'undo'
const EVENTS = { approve: 'approved', reject: 'rejected', undo: 'undone' } as const

interface Made {
  decision: Decision
  text: string
  answer: Answer<{ version: number }>
}

async function decide(person: Person, section: SectionPromise, decision: Decision): Promise<Made> {
  const text = `${decision} ${randomUUID()}`
  const more = { approve: { notes: text }, reject: { reason: text }, undo: {} }[decision]
  const json = { version: section.version, ...more }
  const answer = await person.insist<{ version: number }>('POST', `/sections/${section.id}/${decision}`, {
    json,
    key: randomUUID(),
  })
  return { decision, text, answer }
}

/** Enters a decision that was answered with a yes. */
function enter(world: World, section: SectionPromise, { decision, text, answer }: Made): void {
  const event = EVENTS[decision]
  const act: Act = {
    event,
    text: event === 'undone' ? null : text,
    answers: section.acts.at(-1)?.answers ?? {},
    during: answer.during,
  }
  section.version = answer.body.version
  section.acts.push(act)
  if (event === 'rejected') {
    for (const file of section.files) file.isKept = false
    put(world.open, section.clientId, section)
  } else put(world.waiting, section.bookkeeperId, section)
}

/** Two tabs, two decisions, on the same version: one of them wins, and only one. */
async function decideTwice(world: World, person: Person, section: SectionPromise): Promise<void> {
  const both = await Promise.all([decide(person, section, 'approve'), decide(person, section, 'reject')])
  const won = both.filter(({ answer }) => answer.status < 300)
  const [winner] = won
  if (winner && won.length === 1) return enter(world, section, winner)
  surprise(world, `of two decisions at once ${won.length} won`, both[0]?.answer)
}

/** A bookkeeper who decides on what was submitted. */
export function review(world: World, { person }: Bookkeeper, random: Random, most: number): Promise<void> {
  return lane(world, random, most, async () => {
    const section = takeOne(world.waiting.get(person.userId), random)
    if (!section) return
    const isApproved = section.acts.at(-1)?.event === 'approved'
    if (!isApproved && random.chance(0.15)) return decideTwice(world, person, section)
    const decision = isApproved ? 'undo' : random.chance(0.6) ? 'reject' : 'approve'
    const made = await decide(person, section, decision)
    if (isYes(world, decision, made.answer)) enter(world, section, made)
  })
}
