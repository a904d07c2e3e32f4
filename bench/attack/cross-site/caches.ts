import { allRoutes, BODIES, pathOf, QUERIES } from '../../../worker/src/testing/access-rules.ts'
import { ask } from '../../../worker/src/testing/access-world.ts'
import { type Attack, Trial } from '../attack.ts'
import { newFirm } from '../firms.ts'

/** What stays behind in a cache. */
export async function caches(): Promise<Attack> {
  const trial = new Trial('what a cache may keep of private answers')
  const firm = await newFirm()
  for (const route of await allRoutes()) {
    if (route.method !== 'GET' || route.path.endsWith('/realtime')) continue
    for (const token of route.access === 'public' ? [''] : [firm.bookkeeper.token, firm.one.client.token]) {
      const answer = await ask(token, 'GET', pathOf(route, firm.one.things) + (QUERIES[route.key] ?? ''))
      await answer.body?.cancel()
      const control = answer.headers.get('cache-control') ?? ''
      if (route.access !== 'public')
        trial.must(
          /no-store/.test(control) && !/public/.test(control),
          `${route.key} ${answer.status} may be kept: ${control}`,
        )
    }
  }
  for (const key of ['POST /api/downloads', 'POST /api/portal/sections/{id}/submit']) {
    const route = (await allRoutes()).find((r) => r.key === key)
    if (!route) continue
    const answer = await ask(
      firm.bookkeeper.token,
      'POST',
      pathOf(route, firm.one.things),
      BODIES[key]?.(firm.one.things) ?? {},
    )
    trial.must(
      answer.headers.get('cache-control') === 'no-store',
      `${key} may be kept: ${answer.headers.get('cache-control')}`,
    )
  }
  return trial.result()
}
