// @vitest-environment node
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

it('holds requests while the worker restarts, and logs only an unreachable worker', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  writeFileSync(join(folder, 'index.js'), '')
  let replaced = Promise.resolve()
  const worker = createServer((_request, response) => response.end('new')).on('upgrade', (_request, socket) =>
    socket.destroy(),
  )
  const free = createServer()
  const [workerPort, port] = await Promise.all([listening(worker), listening(free)])
  await closed(free)
  const stop = await startDevServer({
    configs: [
      {
        context: folder,
        entry: './index.js',
        mode: 'development',
        output: { path: join(folder, 'dist') },
        infrastructureLogging: { level: 'error' },
      },
    ],
    remotes: () => [],
    port,
    worker: `http://127.0.0.1:${workerPort}`,
    workerReady: () => replaced,
    onBuild: () => undefined,
  })
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
