import type { Page } from '@playwright/test'
import type { Watched } from './watched.ts'

/** Rounds of opening what is closed: a card holds a section holds a history. */
const ROUNDS = 3
/** What buttons that lead to dialogs begin with. */
const VERBS = ['edit', 'delete', 'remove', 'preview', 'decline', 'history', 'assign', 'new', 'undo']

/** Waits until nothing is asked for any more. */
export const settled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined)
}

/** Opens what is closed: details, cards, sections, histories. */
async function openAll(page: Page): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const opened = await page.evaluate(() => {
      const closed = [
        ...document.querySelectorAll<HTMLElement>(
          'main [aria-expanded="false"]:not([aria-haspopup]):not([role="combobox"]), details:not([open]) > summary',
        ),
      ]
      for (const element of closed) element.click()
      return closed.length
    })
    if (opened === 0) return
    await settled(page)
  }
}

/** Opens, one after the other, the dialogs that the buttons of a page lead to: one of each kind. */
async function openDialogs(watched: Watched, where: string): Promise<void> {
  const { page } = watched
  for (const verb of VERBS) {
    const button = page
      .locator('main')
      .getByRole('button', { name: new RegExp(`^${verb}`, 'i') })
      .first()
    if (!(await button.isVisible())) continue
    await button.click({ timeout: 3000 }).catch(() => undefined)
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).first()
    if (
      !(await dialog.waitFor({ timeout: 1500 }).then(
        () => true,
        () => false,
      ))
    )
      continue
    await settled(page)
    await watched.look(`${where}, ${verb}`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden', timeout: 1500 }).catch(() => undefined)
  }
}

/** Opens a page, all that is closed on it, and the dialogs behind its buttons. */
export async function walk(watched: Watched, url: string, path: string, dialogs = true): Promise<void> {
  const { page } = watched
  await page.goto(url + path)
  await page
    .getByRole('heading')
    .first()
    .waitFor({ timeout: 20_000 })
    .catch(() => undefined)
  await settled(page)
  await watched.look(path)
  await openAll(page)
  await watched.look(`${path}, opened`)
  await watched.fits(path)
  if (dialogs) await openDialogs(watched, path)
}
