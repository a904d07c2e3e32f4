import { mailedCode, newRecord, post, registered } from '../../worker/src/testing/accounts.ts'
import { newAuthenticator } from '../../worker/src/testing/authenticator.ts'
import { appCode, challenged, enrolled, signedIn, verify, wrongCode } from '../../worker/src/testing/factors.ts'
import { callLink, invitedClient, linkCode, mailedLink, openLink } from '../../worker/src/testing/one-tap.ts'
import { newBrowser, requestOptions } from '../../worker/src/testing/passkeys.ts'
import { mailsTo, newBookkeeper } from '../../worker/src/testing/portal.ts'
import { delivered } from '../../worker/src/testing/sections.ts'
import { rows } from '../../worker/src/testing/work.ts'
import { attack } from './lib/attack.ts'
import { atOnce } from './lib/requests.ts'

/**
 * Codes that are guessed, and mails that are requested, so many at a time that a count could come too late. What slows
 * down one guess after the other is tested in `limits/attempts.flood.test.ts`.
 */

const count = (responses: readonly Response[], ...statuses: number[]): number =>
  responses.filter(({ status }) => statuses.includes(status)).length
const otherThan = (code: string): string => (code === '111111' ? '222222' : '111111')

interface Code {
  right: string
  wrong: string
  enter: (code: string) => Promise<Response>
  /** How many guesses are answered before the portal slows them down. */
  free: number
  /** Where the code was mailed to. */
  email: string
}

const CODES: Record<string, () => Promise<Code>> = {
  'a code of a client': async () => {
    const { email } = await newRecord(await newBookkeeper())
    const right = await mailedCode(email, 'signup')
    const enter = (code: string) => post('/api/auth/client/code/check', { email, purpose: 'signup', code })
    return { right, wrong: otherThan(right), enter, free: 10, email }
  },
  'a code for another browser': async () => {
    const { client, token } = await mailedLink()
    await openLink(token)
    const { cookie } = newBrowser()
    const right = await linkCode(token, client.email, { cookie })
    const enter = (code: string) => callLink('confirm', { token, code }, { ...newBrowser(), cookie })
    return { right, wrong: otherThan(right), enter, free: 10, email: client.email }
  },
  'a code of an app': async () => {
    const person = await registered()
    const { secret } = await enrolled(await signedIn(person), person.password)
    const challenge = await challenged(person)
    const enter = (code: string) => verify(challenge, code)
    return { right: appCode(secret), wrong: wrongCode(secret), enter, free: 5, email: person.email }
  },
}

attack('codes guessed forty at a time', async (t) => {
  for (const [what, begin] of Object.entries(CODES)) {
    const { right, wrong, enter, free, email } = await begin()
    const guesses = await atOnce(40, () => enter(wrong))
    t.check(count(guesses, 400, 401, 429) === 40, `a guess of ${what} has another response`)
    // One attempt becomes possible again while the attack runs.
    t.check(count(guesses, 400) <= free + 1, `${count(guesses, 400)} guesses of ${what} are not slowed down`)
    const [{ tries } = { tries: 0 }] = await rows<{ tries: number }>(
      'SELECT max(tries) AS tries FROM verification_codes WHERE email = ?',
      email,
    )
    t.check(tries <= 5, `${tries} guesses tried ${what}`)
    const late = enter(right)
    await t.refuses(`${what} after that`, late, 'invalid_code', 'session_expired', 'too_many_requests')
  }
})

const MAILS: Record<string, () => Promise<{ email: string; ask: () => Promise<Response> }>> = {
  links: async () => {
    const { client, token, path } = await mailedLink()
    return { email: client.email, ask: () => callLink('renew', { token, path }, newBrowser()) }
  },
  invitations: async () => {
    const { token, email } = await invitedClient()
    return { email, ask: () => callLink('renew', { token, path: '/client-dashboard' }, newBrowser()) }
  },
  codes: async () => {
    const { client, token } = await mailedLink()
    await openLink(token)
    return { email: client.email, ask: () => callLink('code', { token }, newBrowser()) }
  },
}

attack('mails requested thirty at a time', async (t) => {
  for (const [what, begin] of Object.entries(MAILS)) {
    const { email, ask } = await begin()
    const before = (await mailsTo(email)).length
    await atOnce(30, ask)
    await delivered('recipient = ?', `mail:${email}`)
    const sent = (await mailsTo(email)).length - before
    t.check(sent > 0 && sent <= 6, `30 requests mail ${sent} ${what}`)
  }
})

attack('passkeys from one network', async (t) => {
  const browser = newBrowser()
  const passkey = newAuthenticator().signIn(await requestOptions(browser))
  const enter = () => post('/api/auth/passkeys/sign-in', { portal: 'bookkeeper', passkey }, browser)
  const tries = await atOnce(140, enter)
  t.check(count(tries, 401, 404, 429) === 140, 'an unknown passkey has another response')
  t.check(count(tries, 429) >= 30, 'one network tries 140 passkeys')
})
