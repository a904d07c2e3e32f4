import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Configuration, type MultiStats, rspack } from '@rspack/core'
import { type Configuration as ServerConfiguration, RspackDevServer } from '@rspack/dev-server'
import { proxyLog } from './proxy-log.ts'

/** A remote in the development registry. */
export interface DevRemote {
  name: string
  version: string
  entry: string
}

export interface DevServerOptions {
  /** Development builds of the shell and of remotes. */
  configs: Configuration[]
  /** Returns the registry's answer: the builds of this server instead of published ones. */
  remotes: () => readonly DevRemote[] | Promise<readonly DevRemote[]>
  port: number
  /** URL of the worker, which answers everything that is not a build file. */
  worker: string
  /** Whether 127.0.0.1 has the operator page, as without hot reload. */
  hasOperatorPage: boolean
  /** Resolves when the worker is reachable; requests wait while it restarts. */
  workerReady?: () => Promise<void>
  /** Called after each build with its errors as text; empty if it succeeded. */
  onBuild: (errors: string) => void
}

/** Paths that are proxied to the worker. It redirects from `/remotes` to the operator page. */
const WORKER_PATHS = /^\/(?:api|dev|remotes)(?:[/?]|$)/

/** Returns whether a request is for the operator page, which has a host name of its own. */
const isOperatorHost = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers.host?.split(':')[0] === '127.0.0.1'

/** Answers a registry request, with 502 if the registry is unavailable. */
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

function serverConfig(options: DevServerOptions): ServerConfiguration {
  const { port, worker, workerReady, remotes } = options
  const isOperatorPage = (request: Pick<IncomingMessage, 'headers'>): boolean =>
    options.hasOperatorPage && isOperatorHost(request)
  return {
    host: '127.0.0.1',
    port,
    hot: true,
    static: false,
    // The caller stops it together with its other processes.
    setupExitSignals: false,
    client: {
      overlay: { errors: true, warnings: false, runtimeErrors: false },
      logging: 'warn',
      // Connects to the address of the page, which has one of two host names. Other origins are refused.
      webSocketURL: 'auto://0.0.0.0:0/ws',
    },
    historyApiFallback: {
      // The same host names as without hot reload: localhost has the portal, 127.0.0.1 the operator page.
      rewrites: [{ from: /^/, to: ({ request }) => (isOperatorPage(request) ? '/operators.html' : '/shell.html') }],
    },
    proxy: [
      {
        context: (path, request) =>
          WORKER_PATHS.test(path) && !(path.split('?')[0] === '/remotes' && isOperatorPage(request)),
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
          // Publishing still goes to the worker; only the list of live remotes is replaced.
          if (request.method !== 'GET' || (request.url ?? '/') !== '/') return next()
          void answerRegistry(remotes, response)
        },
      },
      ...middlewares,
    ],
  }
}

/**
 * Starts one process with a compiler per build and one server for all of them, with hot reload.
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
