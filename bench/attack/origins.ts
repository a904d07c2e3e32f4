import type { BrowserContext, Page } from '@playwright/test'
import { nextMail } from '../../worker/src/testing/accounts.ts'
import { CODE_SUBJECT } from '../../worker/src/testing/operators.ts'
import { newRemote, type Publisher } from '../../worker/src/testing/remotes.ts'
import { until } from '../../worker/src/testing/until.ts'
import { rows } from '../../worker/src/testing/work.ts'
import { openBrowser } from '../browser.ts'
import { attack } from './lib/attack.ts'
import { newLiveRemote, startPreview } from './lib/remotes.ts'
import { OPERATORS, type Target } from './lib/target.ts'

/** The code of a remote, in a tab of a browser in which an operator is signed in. */

const operators = [...OPERATORS]

async function signInOperator(tab: Page, origin: string): Promise<void> {
  const email = operators.pop() ?? ''
  await tab.goto(`${origin}/remotes`)
  await tab.getByLabel('Email').fill(email)
  await tab.getByRole('button', { name: 'Send code' }).click()
  const [code = ''] = /\b\w{5}-\w{5}\b/.exec((await nextMail(email, CODE_SUBJECT)).text) ?? []
  await tab.getByLabel('Verification Code').fill(code)
  await tab.getByRole('button', { name: 'Verify Code' }).click()
  await tab.getByRole('button', { name: 'Sign out' }).waitFor()
}

/** What is live, what is held, and the history of a remote. */
const stateOf = async ({ name }: Publisher): Promise<string> => {
  const live = await rows('SELECT live_version, held_version, revision FROM remotes WHERE name = ?', name)
  const switches = await rows('SELECT kind, to_version, actor FROM remote_switches WHERE name = ?', name)
  return JSON.stringify([live, switches])
}

/** Sends requests in every way that leaves the page open. Runs in the preview's tab. @returns those that succeeded */
async function tryEverything({ urls, body }: { urls: string[]; body: string }): Promise<string[]> {
  const done: string[] = []
  const send = async (url: string, init: RequestInit) => {
    const { ok = false } = (await fetch(url, { credentials: 'include', ...init }).catch(() => undefined)) ?? {}
    if (ok) done.push(`${init.method} ${url}`)
  }
  for (const url of urls) {
    const headers = { 'content-type': 'application/json' }
    for (const more of [{ headers }, { headers, mode: 'no-cors' }, { mode: 'no-cors' }] as const)
      await send(url, { method: 'POST', body, ...more })
    for (const method of ['GET', 'DELETE']) await send(url, { method })
    navigator.sendBeacon(url, new Blob([body], { type: 'text/plain' }))
  }
  return done
}

/** Opens a tab with a preview that only a token for previews has created, and signs an operator in in another tab. */
async function openPreview(context: BrowserContext, { url, operatorUrl, withPages }: Target, remote: Publisher) {
  await withPages()
  await startPreview(context, await newRemote(remote.name, 'preview'), '1.1.0')
  const tab = await context.newPage()
  await tab.goto(`${url}/${remote.name}`)
  await signInOperator(await context.newPage(), operatorUrl)
  return tab
}

attack('a preview, while an operator is signed in in another tab', async (t, target) => {
  const { url, operatorUrl } = target
  const [mine, other] = [await newLiveRemote(), await newLiveRemote()]
  await using browser = await openBrowser()
  const tab = await openPreview(await browser.newContext(), target, mine)
  const before = [await stateOf(mine), await stateOf(other)]
  const paths = [
    `/api/remotes/${mine.name}/versions/1.1.0/live`,
    `/api/remotes/${mine.name}/canary`,
    `/api/remotes/${other.name}/rollback`,
    '/api/delivery/remotes',
  ]
  const urls = paths.flatMap((path) => [url + path, operatorUrl + path])
  const body = JSON.stringify({ version: '1.1.0', percent: 100, steps: [] })
  const ended = new Set<string>()
  tab.on('response', (response) => response.request().resourceType() === 'ping' && ended.add(response.url()))
  const answered = await tab.evaluate(tryEverything, { urls, body })
  t.check(answered.length === 0, answered.join(', '))
  // The policy lets beacons reach the portal's origin.
  await until('the beacons', async () => paths.every((path) => ended.has(url + path)) || undefined)
  const after = [await stateOf(mine), await stateOf(other)]
  t.check(after[0] === before[0], `its own version was switched: ${after[0]}`)
  t.check(after[1] === before[1], `the remote of another team was switched: ${after[1]}`)
})

attack('a preview that opens the operator page', async (t, target) => {
  await using browser = await openBrowser()
  const context = await browser.newContext()
  const tab = await openPreview(context, target, await newLiveRemote())
  const opening = context.waitForEvent('page')
  const opened = await tab.evaluateHandle((address) => window.open(address), `${target.operatorUrl}/remotes`)
  await (await opening).getByRole('button', { name: 'Sign out' }).waitFor()
  const read = await opened.evaluate((page) => page?.document.title).catch(() => '')
  t.check(read === '', `the preview reads "${read}" in the operator page that it has opened`)
  const cookies = await context.cookies(target.url)
  t.check(!cookies.some(({ name }) => name.includes('operator')), "the portal's origin has the operator's cookie")
})

attack('a remote that starts its own preview', async (t, { url, operatorUrl, withPages }) => {
  await withPages()
  const remote = await newLiveRemote()
  await using browser = await openBrowser()
  const context = await browser.newContext()
  const tab = await context.newPage()
  await tab.goto(url)
  const request = remote.call('POST', '/versions/1.1.0/preview', '{}')
  const link = new URL((await t.accepts<{ url: string }>('a preview', request)).url)
  const path = link.pathname + link.search
  for (const address of [url + path, operatorUrl + path])
    await tab.evaluate(async (to) => {
      for (const mode of ['cors', 'no-cors'] as const)
        for (const method of ['GET', 'POST'])
          await fetch(to, { method, mode, credentials: 'include' }).catch(() => undefined)
    }, address)
  // A browser of the attacker has the cookie. Its value is the same everywhere.
  const other = await browser.newContext()
  await startPreview(other, remote, '1.1.0')
  for (const { name, value } of await other.cookies())
    await tab.evaluate((text) => void (document.cookie = text), `${name}=${value}; Path=/; Secure; Max-Age=86400`)
  const cookies = (await context.cookies()).filter(({ name }) => name.includes('preview'))
  t.check(cookies.length === 0, `the browser previews ${cookies.map(({ name }) => name).join(', ')}`)
  await tab.goto(`${url}/${remote.name}`)
  t.check(!(await tab.content()).includes(`/${remote.name}/1.1.0/`), 'the preview has started')
})
