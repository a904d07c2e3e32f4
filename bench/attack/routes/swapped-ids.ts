import { BODIES, pathOf, PLAIN, type Route, thingOf } from '../../../worker/src/testing/access-rules.ts'
import { ask, type Things } from '../../../worker/src/testing/access-world.ts'
import { send } from '../../../worker/src/testing/work.ts'
import { type Attack, count } from '../attack.ts'
import { differences, type Firm, secretsOf, tracesOf } from '../firms.ts'

/** The id that comes first in a path. */
const idInPath = (route: Route, things: Things): string =>
  route.path.includes('/threads/') ? things.thread : things.client

/** Ids in a path that are all one's own, but do not belong together. */
export async function swappedIds(all: readonly Route[], firm: Firm): Promise<Attack> {
  const { bookkeeper, one, two } = firm
  const broke: string[] = []
  let tried = 0
  const before = await tracesOf(secretsOf(firm), firm)
  for (const route of all) {
    const holes = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => !(name in PLAIN))
    if (holes.length < 2 || !thingOf(route)) continue
    for (const caller of [bookkeeper, one.client, two.client]) {
      for (const [first, last] of [
        [one.things, two.things],
        [two.things, one.things],
      ] as const) {
        const path = pathOf(route, last, { [holes[0] ?? '']: idInPath(route, first) })
        tried++
        const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : (BODIES[route.key]?.(last) ?? {})
        const answer = await ask(caller.token, route.method, path, body)
        if (answer.status !== 404 && answer.status !== 403)
          broke.push(`${route.key} with ids of two clients: ${answer.status} ${await answer.text()}`)
      }
    }
  }
  const message = (about: object) =>
    send(bookkeeper, 'POST', `/api/chat/threads/${one.things.thread}/messages`, { message: 'Hello', ...about })
  const section = { assignment_id: two.things.section, version: 1 }
  const approve = send(bookkeeper, 'POST', '/api/submissions/approve', {
    workform_id: one.things.workform,
    client_id: one.things.client,
    sections: [section],
  })
  for (const [what, asked] of Object.entries({
    'a message to one client about a section of another': message({ about: two.things.section }),
    'a message to one client with a file of another': message({ attachments: [two.things.file] }),
    'a section approved under another client': approve,
  })) {
    tried++
    const answer = await asked
    const text = await answer.text()
    if (answer.ok && !text.includes('not_found')) broke.push(`${what}: ${answer.status} ${text}`)
  }
  broke.push(...differences(before, await tracesOf(secretsOf(firm), firm)))
  return { what: 'own ids that do not belong together', tried: count(tried, 'requests'), broke }
}
