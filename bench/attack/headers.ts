import { REMOTES } from '../../worker/local/build.ts'
import { publishAll } from '../../worker/local/publish-all.ts'
import { startProduction } from '../production.ts'
import { openBrowser } from '../browser.ts'
import type { Attack } from './attack.ts'
import { absent } from './headers/absent.ts'
import { answers } from './headers/answers.ts'
import { framing } from './headers/framing.ts'
import { inBrowser } from './headers/in-browser.ts'
import { NO_FLOOD_LIMIT, type Target } from './target.ts'

/** What answers say of themselves: as they come from a portal in production, and as a real browser takes them. */

/** The attacks of this part. */
export async function attackHeaders(target: Target): Promise<Attack[]> {
  await target.withPages()
  const browser = await openBrowser()
  const portal = await startProduction({ floodLimit: NO_FLOOD_LIMIT })
  try {
    await publishAll(portal.stack, portal.data, REMOTES)
    return [
      await answers(portal),
      await absent(portal),
      await framing(browser, portal.stack),
      await inBrowser(browser, target),
    ]
  } finally {
    await portal.stop()
    await browser.close()
  }
}
