import { expect, test } from '@playwright/test'
import { DEMO_BOOKKEEPER, DEMO_CLIENTS, DEMO_PASSWORD } from '../../tools/seed/people.ts'
import { PAGES } from './pages.ts'
import { Presser } from './press-all.ts'
import { refuseChanges } from './refuse-changes.ts'
import { layoutProblems } from './usability-checks.ts'
import { openAs, signedIn } from './users.ts'
import { url } from './portal-test.ts'

/**
 * Presses a button of each name, loses the connection before each, and looks at what opens at five widths. Dialogs in
 * dialogs are tested with their features.
 */

const CLIENT = DEMO_CLIENTS.find((c) => c.signedUp)?.email ?? ''

/** Returns where a bookkeeper works on one client. */
async function aboutOneClient(): Promise<string[]> {
  const id = (await signedIn(url, CLIENT, 'client', DEMO_PASSWORD)).session.user.client_id
  return [`/clients?client=${id}`, `/chat?client=${id}`]
}

for (const [who, email] of [
  ['bookkeeper', DEMO_BOOKKEEPER.email],
  ['client', CLIENT],
] as const) {
  test(`opens all that the buttons of a ${who} open, also without a connection @desk`, async ({ browser }) => {
    // About 30 overlays at five widths.
    test.slow()
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await openAs(context, url, email, '/icon.svg', who, DEMO_PASSWORD)
    await refuseChanges(page)
    let opened = 0
    const presser = new Presser(page, async (name, overlay) => {
      opened += 1
      await expect(overlay.getByText(/Not available offline|could not be loaded/), name).toHaveCount(0)
      expect.soft(await layoutProblems(page), name).toEqual([])
    })
    for (const path of [...PAGES[who], ...(who === 'bookkeeper' ? await aboutOneClient() : [])])
      await presser.pressAll(url + path)
    expect(opened).toBeGreaterThan(who === 'client' ? 8 : 25)
    await context.close()
  })
}
