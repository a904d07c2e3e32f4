import { walk, settled } from './walk.ts'
import type { Watched } from './watched.ts'
import type { Markup } from './world.ts'

/** A file of clients whose cells are markup, and the toast that names one who is deleted. */
export async function clientsPage(watched: Watched, url: string, markup: Markup): Promise<void> {
  const { page } = watched
  await walk(watched, url, '/clients')
  await page.goto(`${url}/clients`)
  const rows = page.getByRole('row')
  await rows.nth(1).waitFor()
  for (const n of [1, 2]) {
    await rows.nth(n).click({ timeout: 5000 })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Member since').waitFor({ timeout: 8000 })
    await settled(page)
    await watched.look(`/clients, client ${n}`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
  const cells = ['a name in a file', 'a company in a file', 'a status in a file'].map(
    (what) => `"${markup.text(what).replaceAll('"', '""')}"`,
  )
  const csv = `Name,Company,Status,Email\n${cells.join(',')},x@evil.example\n`
  await page.goto(`${url}/clients`)
  await page
    .getByRole('button', { name: /import/i })
    .first()
    .click({ timeout: 5000 })
  const name = `${markup.fileName('the name of a file of clients')}.csv`
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) })
  for (let step = 0; step < 3; step++) {
    await settled(page)
    await watched.look(`the import, step ${step + 1}`)
    const next = page
      .getByRole('dialog')
      .getByRole('button', { name: /^(next|continue|preview)/i })
      .first()
    if (!(await next.isEnabled({ timeout: 1500 }).catch(() => false))) break
    await next.click()
  }
  await page.goto(`${url}/clients?q=${encodeURIComponent('another')}`)
}
