import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A TCP proxy to a server, such as the portal or its database, that can cut connections at any point. */
export interface CutProxy {
  /** Address of the proxy. */
  url: string
  /** Cuts all connections after `bytes` more bytes to the server, and refuses new ones until `restore`. */
  cutAfter(bytes: number): void
  /** Cuts all connections, but accepts new ones. */
  cut(): void
  /** Delays every chunk in both directions. */
  slow(ms: number): void
  /** Resolves after the first cut. */
  wasCut: Promise<void>
  /** Accepts connections again, without delay. */
  restore(): void
  /** Returns the number of bytes sent to the server so far. */
  sent(): number
  close(): void
}

/** Opens a proxy to the server at `target`. */
export async function openProxy(target: string): Promise<CutProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let sent = 0
  let limit = Number.POSITIVE_INFINITY
  let delay = 0
  let reportCut = (): void => undefined
  const wasCut = new Promise<void>((resolve) => {
    reportCut = resolve
  })
  const cut = (): void => {
    for (const socket of open) socket.destroy()
    reportCut()
  }
  const delayed = (): Transform =>
    new Transform({
      transform: (chunk, _encoding, done) => {
        if (delay > 0) setTimeout(() => done(null, chunk), delay)
        else done(null, chunk)
      },
    })
  const proxy = createServer((client) => {
    if (sent >= limit) return void client.destroy()
    const server = connect(Number(port), hostname)
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    client.on('data', (chunk) => {
      sent += chunk.length
      if (sent >= limit) cut()
    })
    client.pipe(delayed()).pipe(server)
    server.pipe(delayed()).pipe(client)
  })
  proxy.listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  const address = proxy.address()
  return {
    url: `http://localhost:${address && typeof address === 'object' ? address.port : 0}`,
    cutAfter: (bytes) => {
      limit = sent + bytes
    },
    cut,
    slow: (ms) => {
      delay = ms
    },
    wasCut,
    restore: () => {
      limit = Number.POSITIVE_INFINITY
      delay = 0
    },
    sent: () => sent,
    close: () => {
      cut()
      proxy.close()
    },
  }
}
