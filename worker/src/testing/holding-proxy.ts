import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A response that is held. */
interface Held {
  /** Resolves when the response has arrived. */
  arrived: Promise<void>
  /** Passes the response on. */
  release(): void
}

/** A proxy between a portal and its database that can hold a response, so that another request comes first. */
export interface HoldingProxy {
  url: string
  /** Address of the database. Until it is set, the proxy responds with 503. */
  target: string
  /** Holds the response to the next request whose statements match. */
  hold(statements: RegExp): Held
  close(): void
}

export async function startHoldingProxy(): Promise<HoldingProxy> {
  let next: { statements: RegExp; arrive: () => void; released: Promise<void> } | undefined
  const server = createServer(async (incoming, answer) => {
    const body = await buffer(incoming)
    if (!proxy.target) return answer.writeHead(503).end()
    const held = next?.statements.test(body.toString()) ? next : undefined
    if (held) next = undefined
    const { url: path = '/', method, headers } = incoming
    const type = headers['content-type'] ?? 'application/json'
    const onward = httpRequest(new URL(path, proxy.target), {
      method,
      headers: { 'content-type': type, 'content-length': body.length },
    })
    onward.on('response', async (back) => {
      const text = await buffer(back)
      held?.arrive()
      await held?.released
      answer.writeHead(back.statusCode ?? 502, { 'content-type': back.headers['content-type'] ?? type }).end(text)
    })
    onward.on('error', () => answer.headersSent || answer.writeHead(502).end())
    return onward.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: HoldingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: '',
    hold: (statements) => {
      const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      next = { statements, arrive: arrived.resolve, released: released.promise }
      return { arrived: arrived.promise, release: released.resolve }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return proxy
}
