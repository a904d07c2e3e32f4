import type { Session } from '@portal/contract/auth'
import { cookieOf, post, registered } from '../../../worker/src/testing/accounts.ts'
import { stranger } from '../../../worker/src/testing/portal.ts'
import { rows } from '../../../worker/src/testing/work.ts'
import { type Attack, Trial } from '../attack.ts'
import { EVIL } from './evil.ts'

/** How requests of other sites look: with the header that all browsers of today send, and without it. */
const FOREIGN: Record<string, Record<string, string>> = {
  'another site': { 'sec-fetch-site': 'cross-site', origin: EVIL },
  'another site of the same owner': { 'sec-fetch-site': 'same-site', origin: 'https://other.portal.example' },
  'an old browser': { origin: EVIL },
  'a sandboxed page': { origin: 'null' },
}
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']

/** What a cookie alone would authorize. */
export async function cookies(): Promise<Attack> {
  const trial = new Trial('requests of other sites, with the cookies of the portal')
  const person = await registered()
  const signedIn = await post('/api/auth/sign-in', { ...person, portal: 'bookkeeper' })
  const cookie = cookieOf(signedIn)
  const { session_id } = (await signedIn.json()) as Session
  const paths = [
    'refresh',
    'sign-out',
    'sign-in',
    'sign-up',
    'oauth/finish',
    'oauth/link',
    'password/reset-request',
    'client/code',
  ]
  for (const [who, headers] of Object.entries(FOREIGN)) {
    for (const path of paths) {
      for (const type of [...FORMS, 'application/json']) {
        const body = JSON.stringify({ ...person, portal: 'bookkeeper' })
        const answer = await stranger.fetch(`/api/auth/${path}`, {
          method: 'POST',
          headers: { ...headers, cookie, 'content-type': type },
          body,
        })
        trial.must(!answer.headers.has('set-cookie'), `${path} sets a cookie for ${who}`)
        await trial.refused(`${path} as ${type} from ${who}`, answer, 'forbidden')
      }
    }
    const start = await stranger.fetch('/api/auth/oauth/oidc/start', {
      headers: { ...headers, cookie },
      redirect: 'manual',
    })
    if ('sec-fetch-site' in headers)
      trial.must(start.status === 403, `${who} begins a way through a provider: ${start.status}`)
  }
  const [row] = await rows<{ revoked_at: string | null }>('SELECT revoked_at FROM sessions WHERE id = ?', session_id)
  trial.must(row?.revoked_at === null, 'the session was ended from another site')
  trial.must((await post('/api/auth/refresh', {}, { cookie })).ok, 'the session does not go on afterwards')
  return trial.result()
}
