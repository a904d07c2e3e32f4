import { expect, type Locator, type Page } from '@playwright/test'

/** Helpers for tests without a mouse. */

/** Number of tab stops after which a control counts as unreachable. */
const MAX_STOPS = 60

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let i = 0; i < MAX_STOPS; i++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the focus never reached ${String(control)}`)
}

/** Moves the focus to a control and presses a key. */
export async function pressOn(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

/** Moves the focus to a field and types. */
export async function typeIn(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}
