import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { addPerson, removePerson } from '../../tools/publish/credentials/remote-team.ts'
import { mailsTo, operatorCodeFor } from './mailbox.ts'
import { type Portal, startPortal } from './portal.ts'
import { publishVariant } from './remote-variants.ts'
import { expectContrast, expectUsable } from './usability.ts'
import { layoutProblems } from './usability-checks.ts'

/** Tests what a person of the teams of remotes sees and does on the operator page. Uses its own portal. */

const ADA = 'ada@example.com'

let portal: Portal
test.beforeAll(async () => {
  portal = await startPortal()
})
test.afterAll(async () => {
  await portal.stop()
  rmSync(portal.data, { recursive: true, force: true })
})

/** Signs Ada in at the address that mails contain. */
async function signIn(page: Page, name: string): Promise<void> {
  await page.goto(`${portal.operatorUrl}/remotes?name=${name}`)
  await expectUsable(page, 'the sign-in to the operator page')
  const sent = (await mailsTo(portal.url, ADA)).length
  await page.getByLabel('Email').fill(ADA)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect.poll(async () => (await mailsTo(portal.url, ADA)).length).toBeGreaterThan(sent)
  await page.getByLabel('Verification Code').fill(await operatorCodeFor(portal.url, ADA))
  await page.getByRole('button', { name: 'Verify Code' }).click()
  await expect(page.getByText(`Signed in as ${ADA}`)).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
}

test('signs a person in to the remotes of their teams, who rolls one back', async ({ page }) => {
  const store = { url: readFileSync(join(portal.data, 'database-url'), 'utf8') }
  const [own, second] = ['mf-workforms', 'mf-review']
  for (const name of [own, second]) await addPerson(store, name, ADA)
  await publishVariant(portal, own, '9.1.0', (script) => script)
  await signIn(page, own)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Workforms')
  await page.getByRole('link', { name: 'All remotes' }).click()
  const remotes = page.getByRole('region', { name: 'Remotes' }).getByRole('listitem')
  await expect(remotes.getByRole('heading')).toHaveText([/mf-review/, /mf-workforms/])
  await expect(page.getByRole('heading', { name: 'Feature flags' })).toHaveCount(0)

  await remotes.getByRole('link', { name: 'Workforms' }).click()
  await page.getByRole('button', { name: 'Roll back', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The table is empty')
  await dialog.getByRole('button', { name: 'Roll back' }).click()
  await expect(page.getByText(new RegExp(`^Held since .* by ${ADA}: The table is empty$`))).toBeVisible()

  // With one remote, the page opens it.
  await removePerson(store, second, ADA)
  await signIn(page, own)
  await page.goto(`${portal.operatorUrl}/remotes`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Workforms')
  await expect(page.getByRole('link', { name: 'All remotes' })).toHaveCount(0)
  await expectUsable(page, 'the only remote of a person')

  // The open page notices it.
  await removePerson(store, own, ADA)
  await expect(page.getByLabel('Email')).toBeVisible()

  await addPerson(store, 'mf-planned', ADA)
  await signIn(page, own)
  const without = page.getByText(`${ADA} is not in the team of a published remote.`)
  await expect(without).toBeVisible()
  await expectUsable(page, 'the operator page of a person without remotes')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page, 'the operator page of a person without remotes in the dark')
  expect(await layoutProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})
