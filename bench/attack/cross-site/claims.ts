import { rows } from '../../../worker/src/testing/work.ts'
import { type Attack, Trial } from '../attack.ts'
import { newFirm } from '../firms.ts'
import type { Target } from '../target.ts'
import { raw } from './raw.ts'

/** What a request claims to be. */
export async function overrides(target: Target): Promise<Attack> {
  const trial = new Trial('methods, hosts and paths that a header claims')
  const { bookkeeper, one } = await newFirm()
  const pair = `/api/clients/${one.things.client}/workforms/${one.things.workform}`
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    for (const method of ['GET', 'POST']) {
      const answer = await bookkeeper.fetch(pair, { method, headers: { [name]: 'DELETE' } })
      trial.must(answer.status === 405, `${method} with ${name}: ${answer.status}`)
    }
    await bookkeeper.fetch(`${pair}?_method=DELETE`, { method: 'POST' })
  }
  trial.must(
    (await rows('SELECT 1 FROM book_client_workforms WHERE client_id = ?', one.things.client)).length > 0,
    'a claimed method took an assignment away',
  )
  for (const name of ['x-original-url', 'x-rewrite-url', 'x-forwarded-prefix', 'x-forwarded-path']) {
    const answer = await bookkeeper.fetch('/api/health/live', { headers: { [name]: '/api/clients' } })
    trial.must(!(await answer.text()).includes(one.client.email), `${name} leads to another route`)
  }
  for (const path of [
    '//evil.example/',
    '/\\evil.example/',
    '/%2f%2fevil.example/',
    '///evil.example',
    '/clients//evil.example/..',
    '/remotes/..%2f..%2fapi',
    '/.//evil.example',
  ]) {
    const answer = await raw(target.url, path, {})
    const to = answer.headers.location
    trial.must(
      to === undefined || new URL(to, target.url).origin === new URL(target.url).origin,
      `${path} redirects to ${to}`,
    )
  }
  return trial.result()
}
