import { newWork } from '../../worker/src/testing/sections.ts'
import type { Attack } from './attack.ts'
import { accounts } from './races/accounts.ts'
import { afterwards } from './races/afterwards.ts'
import { clients } from './races/clients.ts'
import { drafts } from './races/drafts.ts'
import { messages } from './races/messages.ts'
import { sections } from './races/sections.ts'

/** Every change of state asked for many times at once: one effect, everybody else a clear no, and the database agrees with itself. */

/** The attacks of this part. */
export async function attackRaces(): Promise<Attack[]> {
  return [
    await sections(),
    await drafts(),
    await clients(),
    await accounts(),
    await messages(),
    await afterwards(await newWork()),
  ]
}
