import { expect, type Locator, type Page } from '@playwright/test'

/** What a person does who has no mouse. */

/** Stops of Tab after which a control counts as out of reach. */
const MOST = 60

/** Moves the focus forwards until it is on the control. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let i = 0; i < MOST; i++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the focus never came to ${String(control)}`)
}

/** Goes to a control and presses a key on it. */
export async function pressOn(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

/** Goes to a field and types. */
export async function typeIn(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}
