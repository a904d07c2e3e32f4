import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { WAIT_LIMIT_MS } from '../../worker/contract/src/testing/wait-limit.ts'
import { browserPath } from './browser.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../.cache/playwright',
  globalSetup: './portal.ts',
  // Tests register their own users, and those that break things start their own portal.
  // Leaves one core to the portal. One worker alone would leave half of two cores idle.
  workers: Math.max(2, availableParallelism() - 1),
  maxFailures: 10,
  // Limits for a busy machine. What never happens fails all the same.
  timeout: 300_000,
  expect: { timeout: WAIT_LIMIT_MS },
  forbidOnly: true,
  reporter: [['list'], ['json']],
  use: {
    // Traces take a fifth of the time, so they are only recorded with TRACE=1.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // Requests of a service worker do not pass `page.route`. Tests of the service worker allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: await browserPath(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      // Skips tests that need a keyboard or give the same result at every size.
      grepInvert: /@desk/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
      testMatch: [
        'onboarding.spec.ts',
        'chat.spec.ts',
        'screens.spec.ts',
        'client-portal.spec.ts',
        'creation.spec.ts',
        'clients.spec.ts',
        'uploads.spec.ts',
        'workforms.spec.ts',
        'client-dialog.spec.ts',
        'archive.spec.ts',
        'answer-review.spec.ts',
        'promises.spec.ts',
        'fix-list.spec.ts',
        'lazy-parts.spec.ts',
      ],
    },
  ],
})
