import { test as base } from '@playwright/test'

export { expect } from '@playwright/test'

/** The address of the portal that the tests share. */
export const url = process.env['PORTAL_URL'] ?? ''

/** A test that closes its browser contexts at the end, because an open page would slow down later tests. */
export const test = base.extend<{ contextsToClose: undefined }>({
  contextsToClose: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
