import { text } from 'node:stream/consumers'
import type { SentMail } from '../../../worker/src/testing/portal.ts'
import { type LocalServer, serve } from './server.ts'

/** External services of a portal in production, on loopback. */

/** Starts a mail provider with Resend's API. GET returns the mails, newest first, as the test helpers expect. */
export function startMailProvider(): Promise<LocalServer> {
  const mails = new Map<string, SentMail>()
  return serve(async (request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.method === 'GET') return response.end(JSON.stringify([...mails.values()].toReversed()))
    const id = String(request.headers['idempotency-key'])
    const { to, ...mail } = JSON.parse(await text(request)) as Omit<SentMail, 'to'> & { to: string[] }
    if (!mails.has(id)) mails.set(id, { ...mail, id, to: to[0] ?? '', sentAt: new Date().toISOString() })
    return response.end(JSON.stringify({ id }))
  })
}

/** A DNS resolver over HTTPS (JSON). */
export interface Resolver extends LocalServer {
  /** Addresses by name. Names that end with `inside.example` resolve to a private address. */
  zone: Record<string, readonly string[]>
  /** Names that the portal looked up. */
  lookups: Set<string>
}

const AAAA = 28

/** Starts a resolver. The lookup of `broken.example` fails; other names outside the zone don't exist. */
export async function startResolver(): Promise<Resolver> {
  const [zone, lookups]: [Resolver['zone'], Set<string>] = [{}, new Set()]
  const server = await serve((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://resolver')
    const name = searchParams.get('name') ?? ''
    lookups.add(name)
    const type = searchParams.get('type') === 'AAAA' ? AAAA : 1
    const known = name.endsWith('inside.example') ? ['10.1.2.3'] : zone[name]
    const Answer = known?.filter((ip) => ip.includes(':') === (type === AAAA)).map((data) => ({ type, data }))
    response.setHeader('content-type', 'application/dns-json')
    response.end(JSON.stringify({ Status: name === 'broken.example' ? 2 : known ? 0 : 3, Answer }))
  })
  return { ...server, zone, lookups }
}
