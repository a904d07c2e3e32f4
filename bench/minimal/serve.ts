import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rspack } from '@rspack/core'
import { shellConfig } from '../../shell/kit/build/index.ts'

const root = join(import.meta.dirname, '../..')

/** Builds the least app of the same libraries, as one bundle. @returns its script */
async function build(): Promise<string> {
  const { module, optimization, resolve } = shellConfig({ dir: join(root, 'shell'), mode: 'production' })
  const path = join(root, '.cache/minimal')
  const compiler = rspack({
    context: import.meta.dirname,
    mode: 'production',
    target: ['web', 'es2022'],
    devtool: false,
    entry: { app: './app.tsx' },
    output: { path, clean: true, filename: '[name].js' },
    module: module ?? {},
    resolve: resolve ?? {},
    optimization: { ...optimization, splitChunks: false },
    cache: false,
  })
  await new Promise<void>((done, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => undefined)
      if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString({ all: false, errors: true })))
      else done()
    })
  })
  const [file = ''] = readdirSync(path).filter((name) => name.endsWith('.js'))
  return readFileSync(join(path, file), 'utf8')
}

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Minimal</title><meta name="viewport" content="width=device-width"><script defer src="/app.js"></script></head><body><div id="root"></div></body></html>`

/** Serves it, with the API of a portal behind it. @returns its address, and what stops it */
export async function serveMinimal(portal: string): Promise<{ url: string; stop: () => void }> {
  const script = gzipSync(await build(), { level: 6 })
  const page = gzipSync(PAGE)
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    if (path.startsWith('/api/')) {
      const answer = await fetch(new URL(path, portal), { headers: { authorization: request.headers.authorization ?? '' } })
      const body = gzipSync(Buffer.from(await answer.arrayBuffer()))
      response.writeHead(answer.status, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body)
      return
    }
    const type = path === '/app.js' ? 'text/javascript' : path.includes('.') ? undefined : 'text/html'
    if (type) response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(path === '/app.js' ? script : page)
    else response.writeHead(404).end()
  })
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  const stop = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}
