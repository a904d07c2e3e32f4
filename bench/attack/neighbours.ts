import type { Attack } from './attack.ts'
import { clientsOfOthers } from './neighbours/clients.ts'
import { mails } from './neighbours/mails.ts'
import { signIns } from './neighbours/sign-ins.ts'

/** What a person or a firm can do to somebody else's people: take their clients, read along, silence their mail, lock them out. */

/** The attacks of this part. */
export async function attackNeighbours(): Promise<Attack[]> {
  return [await clientsOfOthers(), await mails(), await signIns()]
}
