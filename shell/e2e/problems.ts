import type { Page } from '@playwright/test'

/** A warning of the test tool: the configuration blocks the service worker, which pages register after 3 seconds. */
const BLOCKED = 'Service Worker registration blocked by Playwright'

/** Returns a list to which the errors and warnings that the page reports from now on are added. */
export function recordProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    const isProblem = message.type() === 'error' || message.type() === 'warning'
    // A browser reports the status of the page itself.
    const isMissing = message.location().url.endsWith('nowhere') && message.text().includes('404')
    if (isProblem && !isMissing && message.text() !== BLOCKED) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  return problems
}
