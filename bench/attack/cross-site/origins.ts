import { allRoutes, pathOf } from '../../../worker/src/testing/access-rules.ts'
import { stranger } from '../../../worker/src/testing/portal.ts'
import { type Attack, Trial } from '../attack.ts'
import { newFirm } from '../firms.ts'
import { pooled } from '../pool.ts'
import type { Target } from '../target.ts'
import { EVIL } from './evil.ts'
import { raw } from './raw.ts'

/** What a browser lets pages of other origins do, if the portal says so. */
export async function otherOrigins(target: Target): Promise<Attack> {
  const trial = new Trial('other origins: preflights, answers, the live channel')
  const firm = await newFirm()
  const paths = [...new Set((await allRoutes()).map((r) => pathOf(r, firm.one.things)))]
  const preflights = paths.flatMap((path) =>
    [EVIL, 'null', target.url.replace('127.0.0.1', 'localhost')].map((origin) => async () => {
      const headers = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      }
      const answer = await stranger.fetch(path, { method: 'OPTIONS', headers })
      const allowed = [...answer.headers.keys()].filter((h) => h.startsWith('access-control-'))
      trial.must(
        allowed.length === 0 && answer.status >= 400,
        `${path} answers a preflight of ${origin}: ${answer.status} ${allowed.join()}`,
      )
    }),
  )
  await pooled(preflights)
  const read = await firm.bookkeeper.fetch('/api/clients', { headers: { origin: EVIL } })
  trial.must(!read.headers.has('access-control-allow-origin'), 'another origin may read the clients')
  for (const origin of [
    EVIL,
    'null',
    'file://',
    'not an origin',
    `${target.url}.evil.example`,
    target.url.replace('127.0.0.1', 'localhost'),
  ]) {
    const answer = await raw(target.url, '/api/realtime', {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.from('a key of 16 byte').toString('base64'),
      'sec-websocket-protocol': `portal.v1, token.${firm.one.client.token}`,
      origin,
    })
    trial.must(
      answer.status === 403,
      `a page of ${origin} opens the live channel: ${answer.status} ${answer.text.slice(0, 100)}`,
    )
  }
  return trial.result()
}
