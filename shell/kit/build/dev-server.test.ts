// @vitest-environment node
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { rspack } from '@rspack/core'
import { afterAll, expect, it, vi } from 'vitest'
import { startDevServer } from './dev-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-dev-server-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
const listening = (server: Server): Promise<number> =>
  new Promise((done) => server.listen(0, '127.0.0.1', () => done(portOf(server))))
const closed = (server: Server): Promise<void> => new Promise((done) => server.close(() => done()))

/** Opens a WebSocket through the dev server and waits until it ends. */
const liveConnection = (port: number): Promise<void> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /api/realtime HTTP/1.1\r\nHost: portal\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    )
    socket.resume().on('error', () => undefined)
    socket.once('close', () => done())
  })

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listening(server)
  await closed(server)
  return port
}

/** Starts a dev server with the HTML of both sites. */
async function startServer(workerPort: number, workerReady = () => Promise.resolve()) {
  writeFileSync(join(folder, 'index.js'), '')
  for (const name of ['shell', 'operators']) writeFileSync(join(folder, `${name}.html`), name)
  const port = await freePort()
  const stop = await startDevServer({
    configs: [
      {
        context: folder,
        entry: './index.js',
        mode: 'development',
        output: { path: join(folder, 'dist'), publicPath: '/' },
        plugins: [new rspack.CopyRspackPlugin({ patterns: ['*.html'] })],
        infrastructureLogging: { level: 'error' },
      },
    ],
    remotes: () => [],
    port,
    worker: `http://127.0.0.1:${workerPort}`,
    hasOperatorPage: true,
    workerReady,
    onBuild: () => undefined,
  })
  return { port, stop }
}

/** Returns what a browser gets that opens a page at a host name. */
async function opened(port: number, host: string, path: string): Promise<string> {
  const headers = { host: `${host}:${port}`, accept: 'text/html' }
  const response = await new Promise<IncomingMessage>((done, fail) => {
    get({ host: '127.0.0.1', port, path, headers }, done).on('error', fail)
  })
  return readText(response)
}

it('serves the operator page at 127.0.0.1, and the pages of the portal at localhost', async () => {
  const worker = createServer((request, response) => response.end(`worker at ${request.headers.host}`))
  const { port, stop } = await startServer(await listening(worker))
  expect(await opened(port, '127.0.0.1', '/remotes?name=mf-clients')).toBe('operators')
  expect(await opened(port, 'localhost', '/clients')).toBe('shell')
  expect(await opened(port, 'localhost', '/remotes?name=x')).toBe(`worker at localhost:${port}`)
  expect(await opened(port, 'localhost', '/api/health')).toBe(`worker at localhost:${port}`)
  expect(await opened(port, '127.0.0.1', '/api/health')).toBe(`worker at 127.0.0.1:${port}`)
  await stop()
  worker.closeAllConnections()
  await closed(worker)
})

it('holds requests while the worker restarts, and logs only an unreachable worker', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  let replaced = Promise.resolve()
  const worker = createServer((_request, response) => response.end('new')).on('upgrade', (_request, socket) =>
    socket.destroy(),
  )
  const workerPort = await listening(worker)
  const { port, stop } = await startServer(workerPort, () => replaced)
  await liveConnection(port)
  expect([...said.mock.calls, ...written.mock.calls]).toEqual([])
  await closed(worker)
  let ready = (): void => undefined
  replaced = new Promise((done) => {
    ready = done
  })
  const answer = fetch(`http://127.0.0.1:${port}/api/health`)
  await new Promise<void>((done) => worker.listen(workerPort, '127.0.0.1', done))
  ready()
  expect(await (await answer).text()).toBe('new')
  expect(said).not.toHaveBeenCalled()
  worker.closeAllConnections()
  await closed(worker)
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(504)
  expect(said.mock.calls.flat()).toContain('ECONNREFUSED')
  await stop()
})
