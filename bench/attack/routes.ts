import { allRoutes } from '../../worker/src/testing/access-rules.ts'
import type { Attack } from './attack.ts'
import { operations } from './document.ts'
import { newFirm } from './firms.ts'
import { borrowedKeys } from './routes/borrowed-keys.ts'
import { foreignIds } from './routes/foreign-ids.ts'
import { otherMethods } from './routes/methods.ts'
import { smuggledFiles } from './routes/smuggled-files.ts'
import { swappedIds } from './routes/swapped-ids.ts'

/** Every route with other people's ids, wherever an id can stand, and with methods that it does not take. */

/** The attacks of this part. */
export async function attackRoutes(): Promise<Attack[]> {
  const [firm, other, all, documented] = [await newFirm(), await newFirm(), await allRoutes(), await operations()]
  return [
    await otherMethods(all, firm),
    await foreignIds(all, documented, firm, other),
    await swappedIds(all, firm),
    await smuggledFiles(firm, other),
    await borrowedKeys(firm, other),
  ]
}
