import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { GlobalRegistrator } from '@happy-dom/global-registrator'
import { NOT_FOUND } from './fixtures.ts'
import { recordStyleSheets } from './style-sheets.ts'

/** The address of the portal in the sandbox. Nothing in it is requested over the network. */
export const ORIGIN = 'https://portal.test'

/** The published files of a build, by the path of their folder in the portal. */
export interface Served {
  base: string
  dist: string
  /** Paths of the published files. */
  files: ReadonlySet<string>
}

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', json: 'application/json' }

function readPublished(url: string, { base, dist, files }: Served): Buffer | undefined {
  const { origin, pathname } = new URL(url)
  const path = decodeURIComponent(pathname.slice(base.length))
  const isPublished = origin === ORIGIN && pathname.startsWith(base) && files.has(path) && existsSync(join(dist, path))
  return isPublished ? readFileSync(join(dist, path)) : undefined
}

/** Makes `import()` load published files, as browsers do with module entries. */
function importPublished(served: Served): void {
  registerHooks({
    resolve: (specifier, context, nextResolve) => {
      const url = URL.parse(specifier, context.parentURL)
      if (url?.origin !== ORIGIN) return nextResolve(specifier, context)
      return { url: url.href, format: 'module', shortCircuit: true }
    },
    load: (url, context, nextLoad) => {
      if (!url.startsWith(`${ORIGIN}/`)) return nextLoad(url, context)
      const source = readPublished(url, served)
      if (!source) throw new Error(`${new URL(url).pathname} is not part of the build.`)
      return { format: 'module', source: source.toString(), shortCircuit: true }
    },
  })
}

/**
 * Runs the scripts that are added to the document. The DOM does not load any, but reports all as loaded. Before
 * other listeners are called, the script runs, or the event becomes an error.
 */
function runScripts(served: Served): void {
  let currentScript: HTMLScriptElement | null = null
  Object.defineProperty(document, 'currentScript', { get: () => currentScript })
  const run = (event: Event): void => {
    const script = event.target
    if (!(script instanceof HTMLScriptElement) || !script.src) return
    const code = readPublished(script.src, served)
    if (!code) {
      event.stopImmediatePropagation()
      script.dispatchEvent(new Event('error'))
      return
    }
    currentScript = script
    try {
      runInThisContext(code.toString(), { filename: script.src })
    } catch (error) {
      dispatchEvent(new ErrorEvent('error', { error, message: String(error), filename: script.src }))
    } finally {
      currentScript = null
    }
  }
  document.addEventListener('load', run, { capture: true })
}

/**
 * Makes this thread a browser that shows a page of the portal. Published files are loaded, and every other request is
 * answered with 404, like calls of an API that has no data.
 */
export function openBrowser(served: Served): void {
  importPublished(served)
  GlobalRegistrator.register({
    url: `${ORIGIN}/`,
    settings: {
      handleDisabledFileLoadingAsSuccess: true,
      enableCSSFileLoading: true,
      fetch: {
        interceptor: {
          beforeAsyncRequest: async ({ request: { url }, window }) => {
            const file = readPublished(url, served)
            const type = file ? TYPES[url.split('.').pop() ?? ''] : 'application/problem+json'
            const headers = { 'content-type': type ?? 'application/octet-stream' }
            return new window.Response(file ?? JSON.stringify(NOT_FOUND), { status: file ? 200 : 404, headers })
          },
        },
      },
    },
  })
  runScripts(served)
  recordStyleSheets()
}
