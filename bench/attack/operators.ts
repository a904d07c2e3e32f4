import { ask } from '../../worker/src/testing/access-fixture.ts'
import { allRoutes, pathOf } from '../../worker/src/testing/access-routes.ts'
import { signedInTeam } from '../../worker/src/testing/operators.ts'
import { newRemote } from '../../worker/src/testing/remotes.ts'
import { change } from '../../worker/src/testing/work.ts'
import { attack } from './lib/attack.ts'
import { snapshot } from './lib/database.ts'
import { newFirm } from './lib/people.ts'
import { newLiveRemote } from './lib/remotes.ts'

/** Every route of a remote with the token or session of somebody who may not use it. */

/** Anybody may call it, because the ID token in it counts. */
const OPEN = 'POST /api/remotes/{name}/token'
const firm = await newFirm()
const routes = (await allRoutes()).filter(
  ({ key, path }) => /^\/api\/(remotes|delivery)\/.*\{name\}/.test(path) && key !== OPEN,
)
const own = await newLiveRemote()
const given = { name: own.name, version: '1.1.0', path: 'routes.1.js' }
const bodyOf = (method: string) => (method === 'GET' ? undefined : {})

attack("another team's remote, on every route", async (t) => {
  const [other, revoked] = [await newLiveRemote(), await newRemote(own.name)]
  await change('UPDATE remote_tokens SET revoked_at = ? WHERE id = (SELECT max(id) FROM remote_tokens)', '2026-01-01')
  const team = await signedInTeam(other.name)
  const tokens: Record<string, string> = {
    'a stranger': '',
    'a bookkeeper': firm.bookkeeper.token,
    'a client': firm.one.client.token,
    'another team': other.token,
    'a revoked token': revoked.token,
    'a shortened token': own.token.slice(0, -1),
    'the label of a token': 'ci',
  }
  const changes = await snapshot([own.name], '')
  for (const route of routes) {
    const path = pathOf(route, firm.one.things, given)
    const expect = (who: string, answer: Promise<Response>) =>
      t.refuses(`${route.key} by ${who}`, answer, 'unauthenticated', 'forbidden')
    for (const [who, token] of Object.entries(tokens))
      await expect(who, ask(token, route.method, path, bodyOf(route.method)))
    const init = { method: route.method, ...(route.method !== 'GET' && { body: '{}' }) }
    await expect('the session of another team', team.fetch(path, init))
  }
  const changed = await changes()
  t.check(changed.length === 0, changed.join('\n'))
})

/** What a token for previews may do besides reading. */
const PREVIEWS = /versions$|files|preview$|local$/

attack('a token for previews, on every route', async (t) => {
  const { token } = await newRemote(own.name, 'preview')
  const changes = await snapshot([own.name], '')
  for (const route of routes.filter(({ method, path }) => method !== 'GET' && !PREVIEWS.test(path))) {
    const body = route.method === 'DELETE' ? undefined : {}
    // Flags accept sessions only.
    const code = route.path.includes('/flags/') ? 'unauthenticated' : 'forbidden'
    const answer = ask(token, route.method, pathOf(route, firm.one.things, given), body)
    await t.refuses(`${route.key} with a token for previews`, answer, code)
  }
  const changed = (await changes()).filter((line) => !line.startsWith('remote_tokens '))
  t.check(changed.length === 0, changed.join('\n'))
})
