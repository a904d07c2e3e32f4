import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A line to the portal, or to its database, that can be cut: what goes through it ends in the middle, as in a tunnel. */
export interface CutProxy {
  /** Address of the portal through it. */
  url: string
  /** Cuts all connections once `bytes` more have gone to the portal, and none comes through any more until `mend`. */
  cutAfter(bytes: number): void
  /** Cuts all connections at once; new ones get through. */
  cut(): void
  /** Cuts all connections, and none comes through any more until `mend`. */
  shut(): void
  /** Whatever goes through takes so many milliseconds longer, each piece and either way. */
  slow(ms: number): void
  /** Resolves when the line was cut. */
  wasCut: Promise<void>
  mend(): void
  /** Bytes that have gone to the portal so far. */
  sent(): number
  close(): void
}

/** Opens a line to the portal at `target`. */
export async function openProxy(target: string): Promise<CutProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let sent = 0
  let limit = Number.POSITIVE_INFINITY
  let delay = 0
  let tell = (): void => undefined
  const wasCut = new Promise<void>((resolve) => {
    tell = resolve
  })
  const cut = (): void => {
    for (const socket of open) socket.destroy()
    tell()
  }
  const slowed = (): Transform =>
    new Transform({
      transform: (chunk, _encoding, done) => {
        if (delay > 0) setTimeout(() => done(null, chunk), delay)
        else done(null, chunk)
      },
    })
  const server = createServer((browser) => {
    if (sent >= limit) return void browser.destroy()
    const portal = connect(Number(port), hostname)
    for (const [socket, other] of [
      [browser, portal],
      [portal, browser],
    ] as const) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    browser.on('data', (chunk) => {
      sent += chunk.length
      if (sent >= limit) cut()
    })
    browser.pipe(slowed()).pipe(portal)
    portal.pipe(slowed()).pipe(browser)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`,
    cutAfter: (bytes) => {
      limit = sent + bytes
    },
    cut,
    shut: () => {
      limit = sent
      cut()
    },
    slow: (ms) => {
      delay = ms
    },
    wasCut,
    mend: () => {
      limit = Number.POSITIVE_INFINITY
      delay = 0
    },
    sent: () => sent,
    close: () => {
      cut()
      server.close()
    },
  }
}
