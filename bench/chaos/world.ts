import { setTimeout as wait } from 'node:timers/promises'
import type { Ledger, SectionPromise } from './ledger.ts'
import { type Answer, type Bookkeeper, type ClientAtWork, NoAnswer } from './people.ts'
import type { Random } from './random.ts'
import type { Stand } from './stand.ts'
import type { Witness } from './witness.ts'

/** The portal with its people, what they were promised, and what each has to do next. */
export interface World {
  stand: Stand
  witness: Witness
  ledger: Ledger
  bookkeepers: Bookkeeper[]
  /** Sections that a client can fill in, by the client's id. */
  open: Map<string, SectionPromise[]>
  /** Sections that a bookkeeper can decide on, by the bookkeeper's user id. */
  waiting: Map<string, SectionPromise[]>
  /** Set when everybody is to come to an end of what they are doing. */
  isOver: boolean
}

/** Pauses between two things that somebody does, in milliseconds. */
const PAUSE = [120, 520] as const

/** Does something over and over, with pauses, until the load is over; `most` times at most. Who gets no answer at all leaves off. */
export async function lane(world: World, random: Random, most: number, act: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < most && !world.isOver; i++) {
    try {
      await act()
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      surprise(world, `no answer for good: ${error.message}`)
      return
    }
    await wait(random.between(...PAUSE))
  }
}

/** Notes an answer that nothing explains. */
export function surprise(world: World, what: string, answer?: Answer): void {
  const said = answer ? ` → ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 200)}` : ''
  world.ledger.surprises.push({ what: what + said, during: answer?.during ?? world.witness.fault })
}

/** Whether it was a yes; anything else is a surprise. */
export function isYes<T>(world: World, what: string, answer: Answer<T>): answer is Answer<T> {
  if (answer.status >= 200 && answer.status < 300) return true
  surprise(world, what, answer)
  return false
}

/** Takes one of a list, so that nobody else does. */
export function takeOne<T>(list: T[] | undefined, random: Random): T | undefined {
  if (!list || list.length === 0) return undefined
  return list.splice(random.between(0, list.length), 1)[0]
}

export const put = <T>(lists: Map<string, T[]>, of: string, item: T): void => {
  const list = lists.get(of)
  if (list) list.push(item)
  else lists.set(of, [item])
}

export const allClients = (world: World): ClientAtWork[] => world.bookkeepers.flatMap((b) => b.clients)
