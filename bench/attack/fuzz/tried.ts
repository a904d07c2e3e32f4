import type { Route } from '../../../worker/src/testing/access-rules.ts'
import type { Things } from '../../../worker/src/testing/access-world.ts'
import { portalUrl } from '../../../worker/src/testing/portal.ts'
import { badProblem } from '../answers.ts'
import type { Operation } from '../document.ts'
import type { Firm } from '../firms.ts'

/** What came of some requests: how many there were, and what gave way. */
export interface Tried {
  tried: number
  broke: string[]
}

/** What an answer was. */
export interface Answered {
  status: number
  text: string
  /** What is wrong with it as such. */
  bad: string | undefined
}

/** An operation under attack, called as who may call it. */
export interface Subject {
  operation: Operation
  route: Route
  things: Things
  ask: (path: string, body?: string, token?: string) => Promise<Answered>
}

/** The token of who may call an operation. */
function tokenFor({ access, path }: Operation, firm: Firm, remoteToken: string): string {
  if (path.startsWith('/api/remotes/{name}')) return remoteToken
  if (access === 'public') return ''
  return access === 'client' || access === 'account' ? firm.one.client.token : firm.bookkeeper.token
}

/** What is attacked of an operation, with the things of a firm. `remoteToken`: lets publish a remote. */
export function subjectOf(operation: Operation, route: Route, firm: Firm, remoteToken: string): Subject {
  const own = tokenFor(operation, firm, remoteToken)
  return {
    operation,
    route,
    things: firm.one.things,
    ask: async (path, body, token = own) => {
      const answer = await fetch(new URL(path, portalUrl), {
        method: operation.method,
        redirect: 'manual',
        // As a page of the portal itself: some doors open to nobody else.
        headers: {
          'content-type': 'application/json',
          origin: portalUrl,
          // An address of its own: what it uses up of attempts is nobody else's.
          'cf-connecting-ip': '2001:db8:f022::1',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        ...(body === undefined ? {} : { body }),
      })
      const text = await answer.text()
      return { status: answer.status, text, bad: badProblem(answer.status, answer.headers.get('content-type'), text) }
    },
  }
}

/** Whether an operation hashes a password, which takes as long as a hundred others. */
export const isSlow = ({ body }: Operation): boolean => /"[a-z_]*password"/.test(JSON.stringify(body ?? {}))
