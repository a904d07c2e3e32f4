import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Configuration, type MultiStats, rspack } from '@rspack/core'
import { type Configuration as ServerConfiguration, RspackDevServer } from '@rspack/dev-server'
import { proxyLog } from './proxy-log.ts'

/** A remote as the registry answers it in development. */
export interface DevRemote {
  name: string
  version: string
  entry: string
}

export interface DevServerOptions {
  /** Builds of the shell and of remotes, in development mode. */
  configs: Configuration[]
  /** What the registry answers: the builds of this server instead of published ones. */
  remotes: () => readonly DevRemote[] | Promise<readonly DevRemote[]>
  port: number
  /** Address of the worker, for everything that is no file of a build. */
  worker: string
  /** Resolves once the worker can be reached: requests wait for it while it is replaced. */
  workerReady?: () => Promise<void>
  /** Called after each build with the errors in it, as text; empty when it went well. */
  onBuild: (errors: string) => void
}

/** Paths that the worker answers. */
const OF_WORKER = ['/api', '/dev', '/remotes']

/** Answers the registry; 502 where it cannot be had. */
async function answerRegistry(remotes: DevServerOptions['remotes'], response: ServerResponse): Promise<void> {
  try {
    const body = JSON.stringify({ remotes: await remotes() })
    response.setHeader('content-type', 'application/json')
    response.end(body)
  } catch {
    response.statusCode = 502
    response.end()
  }
}

function serverConfig({ port, worker, workerReady, remotes }: DevServerOptions): ServerConfiguration {
  return {
    host: '127.0.0.1',
    port,
    hot: true,
    static: false,
    // Whoever started it stops it, with what else belongs to it.
    setupExitSignals: false,
    client: { overlay: { errors: true, warnings: false, runtimeErrors: false }, logging: 'warn' },
    historyApiFallback: { index: '/shell.html' },
    proxy: [
      {
        context: OF_WORKER,
        target: worker,
        router: async () => {
          await workerReady?.()
          return worker
        },
        ws: true,
        xfwd: true,
        logger: proxyLog,
        changeOrigin: new URL(worker).protocol === 'https:',
      },
    ],
    setupMiddlewares: (middlewares) => [
      {
        name: 'registry',
        path: '/api/remotes',
        middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => {
          // Publishing goes to the worker as ever; only the list of what is live is another here.
          if (request.method !== 'GET' || (request.url ?? '/') !== '/') return next()
          void answerRegistry(remotes, response)
        },
      },
      ...middlewares,
    ],
  }
}

/**
 * One process with a compiler per build and one server for all of them: an edit anywhere is on the screen without a reload.
 * @returns a function that stops it
 */
export async function startDevServer(options: DevServerOptions): Promise<() => Promise<void>> {
  const compiler = rspack(options.configs)
  compiler.hooks.done.tap('report', (stats: MultiStats) => {
    options.onBuild(stats.hasErrors() ? stats.toString({ all: false, errors: true, colors: false }) : '')
  })
  const server = new RspackDevServer(serverConfig(options), compiler)
  await server.start()
  return () => server.stop()
}
