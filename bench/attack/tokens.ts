import type { Session } from '@portal/contract/auth'
import { tokenHash } from '../../worker/src/platform/crypto/secrets.ts'
import { lookUpLink, mailedLink, openLink } from '../../worker/src/testing/one-tap.ts'
import { newBrowser } from '../../worker/src/testing/passkeys.ts'
import { rows, send } from '../../worker/src/testing/work.ts'
import { attack, type Trial } from './lib/attack.ts'
import { countRows } from './lib/database.ts'
import { atOnce, drain } from './lib/requests.ts'
import { newTokens } from './tokens/kinds.ts'
import { ONCE, TIMES } from './tokens/once.ts'

/**
 * Tokens, links, codes and tickets of every kind: used in place of another kind, changed, used many times at once, and
 * left in the database or the log. Each kind has its own tests in the worker.
 */

/** An invitation is also a one-tap link. */
const ALSO: Record<string, string> = { 'an invitation': 'a one-tap link' }

/** Expects that no table has one of the tokens. */
async function expectNotStored(t: Trial, tokens: readonly string[]): Promise<void> {
  for (const { name } of await rows<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")) {
    // Mails in the mailbox of development are those that were sent.
    if (/^(?:sqlite_|dev_mailbox$)/.test(name)) continue
    const text = JSON.stringify(await rows(`SELECT * FROM "${name}"`))
    t.check(!tokens.some((token) => text.includes(token)), `the table ${name} has a token`)
  }
}

attack('tokens in place of others, changed, and in tables and the log', async (t, { log }) => {
  const kinds = await newTokens()
  for (const { token } of Object.values(kinds)) log.secrets.add(token)
  for (const [what, { token, use }] of Object.entries(kinds)) {
    for (const [other, { use: useOther }] of Object.entries(kinds))
      if (other !== what && ALSO[what] !== other) await t.refuses(`${what} as ${other}`, useOther(token))
    const swapped = token.replace(/[a-z]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    for (const changed of [swapped, token.slice(1), token.slice(0, -2), `${token}A`, tokenHash(token), '%', ''])
      await t.refuses(`${what} changed to "${changed}"`, use(changed))
  }
  for (const [what, { token, use }] of Object.entries(kinds)) {
    const response = await use(token)
    t.check(response.ok, `${what} afterwards: ${response.status} ${(await response.text()).slice(0, 160)}`)
  }
  await expectNotStored(t, [...log.secrets])
  t.check(log.leaks.size === 0, [...log.leaks].join('\n'))
})

attack('what works once, ten times at once', async (t) => {
  for (const [what, create] of Object.entries(ONCE)) {
    const use = await create()
    const responses = await atOnce(TIMES, async (i) => {
      const response = await use(i)
      await drain(response)
      return response
    })
    const used = responses.filter(({ ok }) => ok).length
    t.check(used === 1, `${what} works ${used} times`)
    await t.refuses(`${what}, used`, use(TIMES))
  }
})

attack('a link that is opened while its owner signs out everywhere', async (t) => {
  const { client, token } = await mailedLink()
  const [opened] = await Promise.all([
    atOnce(10, () => openLink(token, newBrowser())),
    send(client, 'POST', '/api/auth/sessions/end-others'),
  ])
  const sessions = await Promise.all(opened.filter(({ ok }) => ok).map((r) => r.json() as Promise<Session>))
  for (const { session_id } of sessions) {
    const isOpen = (await countRows('sessions WHERE id = ? AND revoked_at IS NULL', session_id)) > 0
    t.check(!isOpen, 'the link opened a session that is still open')
  }
  await t.refuses('the link', lookUpLink(token), 'invalid_link')
})
