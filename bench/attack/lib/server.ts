import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on loopback that belongs to an attack. Stops at the end of its `await using` block. */
export interface LocalServer extends AsyncDisposable {
  url: string
  port: number
  server: Server
}

/** Starts a server on a free port. */
export async function serve(handler: RequestListener): Promise<LocalServer> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    server,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
