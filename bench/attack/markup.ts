import type { Browser, BrowserContext } from '@playwright/test'
import { openBrowser } from '../browser.ts'
import type { Attack } from './attack.ts'
import { clientsPage } from './markup/clients-page.ts'
import { BOOKKEEPER_PAGES, CLIENT_PAGES, STRANGE, strangersPages } from './markup/pages.ts'
import { contextOf } from './markup/sign-in.ts'
import { settled, walk } from './markup/walk.ts'
import { Watched } from './markup/watched.ts'
import { type MarkupWorld, newMarkupWorld } from './markup/world.ts'
import { Tally } from './tally.ts'
import type { Target } from './lib/target.ts'

/** Markup in every text that a person can enter, seen in a real browser in every place where it is shown. */

async function bell(watched: Watched): Promise<void> {
  const { page } = watched
  await page
    .getByRole('button', { name: /notifications/i })
    .first()
    .click({ timeout: 5000 })
  await page.getByRole('tab', { name: 'All' }).click({ timeout: 5000 })
  await settled(page)
  await watched.look('the bell')
  await page.keyboard.press('Escape')
}

/** What each of the three sees, each in a window of their own at the same time. */
async function everyPage(browser: Browser, { url }: Target, world: MarkupWorld): Promise<Attack[]> {
  const tally = new Tally('markup in every text, on every page', 'looks')
  const seen = new Set<string>()
  const { bookkeeper, client, markup } = world
  const open = async (context: BrowserContext) => new Watched(await context.newPage(), url, markup, seen, tally)
  const nobody = await contextOf(browser, url)
  const own = await contextOf(browser, url, {
    caller: bookkeeper,
    role: 'bookkeeper',
    clientId: null,
    name: bookkeeper.name,
  })
  const theirs = await contextOf(browser, url, {
    caller: client,
    role: 'client',
    clientId: client.clientId,
    name: client.name,
  })
  const atDesk = async () => {
    const desk = await open(own)
    await clientsPage(desk, url, markup)
    for (const path of BOOKKEEPER_PAGES) await walk(desk, url, path)
  }
  const atSecondDesk = async () => {
    const desk = await open(own)
    for (const path of STRANGE.bookkeeper) await walk(desk, url, path, false)
    for (const path of ['/clients', '/workforms', '/form-submissions'])
      await walk(desk, url, `${path}?q=${encodeURIComponent(markup.text(`a search on ${path}`))}`, false)
    await walk(desk, url, `/chat?client=${client.clientId}`, false)
    await desk.page.goto(`${url}/dashboard`)
    await bell(desk)
  }
  const onPhone = async () => {
    const phone = await open(theirs)
    for (const path of CLIENT_PAGES) await walk(phone, url, path)
    for (const path of STRANGE.client) await walk(phone, url, path, false)
    await phone.page.goto(`${url}/client-dashboard`)
    await bell(phone)
  }
  const inStreet = async () => {
    const street = await open(nobody)
    for (const path of strangersPages(markup)) await walk(street, url, path, false)
  }
  try {
    await Promise.all([atDesk(), atSecondDesk(), onPhone(), inStreet()])
  } finally {
    for (const context of [nobody, own, theirs]) await context.close()
  }
  const shown = new Tally('each of these texts was seen, to the letter', 'texts')
  for (const [text, what] of markup.given) shown.held(seen.has(text), () => `${what} was nowhere to be seen as ${text}`)
  return [tally.attack(), shown.attack()]
}

/** The attacks of this part. */
export async function attackMarkup(target: Target): Promise<Attack[]> {
  await target.withPages()
  const world = await newMarkupWorld()
  const browser = await openBrowser()
  try {
    return await everyPage(browser, target, world)
  } finally {
    await browser.close()
  }
}
