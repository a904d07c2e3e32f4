import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to a server, such as the portal or its database, that can cut connections at any point. */
export interface CutProxy {
  /** Address of the proxy. */
  url: string
  /** Cuts all connections after `bytes` more bytes to the server, and refuses new ones until `restore`. */
  cutAfter(bytes: number): void
  /** Cuts all connections, but accepts new ones. */
  cut(): void
  /** Resolves after the first cut. */
  wasCut: Promise<void>
  /** Accepts connections again. */
  restore(): void
  close(): void
}

/** Opens a proxy to the server at `target`. */
export async function openProxy(target: string): Promise<CutProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let sent = 0
  let limit = Number.POSITIVE_INFINITY
  let reportCut = (): void => undefined
  const wasCut = new Promise<void>((resolve) => {
    reportCut = resolve
  })
  const cut = (): void => {
    for (const socket of open) socket.destroy()
    reportCut()
  }
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
    client.pipe(server)
    server.pipe(client)
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
    wasCut,
    restore: () => {
      limit = Number.POSITIVE_INFINITY
    },
    close: () => {
      cut()
      proxy.close()
    },
  }
}
