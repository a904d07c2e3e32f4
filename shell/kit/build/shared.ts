import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ROOT } from './inputs.ts'

/**
 * Libraries that exist once in a tab: the shell owns them and hands them to every remote. Stateful ones only; what has no
 * state (kit, contract) is bundled into whoever uses it, so that a remote never meets another version of it. Never zod:
 * browser code uses the contract's zod-free modules.
 */
export const SHARED = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  '@tanstack/react-router',
  '@tanstack/react-query',
  'jotai',
  'sonner',
  '@portal/sdk',
] as const
export type SharedName = (typeof SHARED)[number]

/**
 * What the shell has at hand of the libraries that can be taken apart: a page waits for no more of them. A remote that uses anything else of one gets the
 * whole library, which comes when it is loaded; its build finds out (`wholeLibraries`).
 */
export const AT_HAND = {
  '@tanstack/react-router': [
    'Link',
    'Navigate',
    'Outlet',
    'createRoute',
    'getRouteApi',
    'lazyRouteComponent',
    'linkOptions',
    'notFound',
    'redirect',
    'useBlocker',
    'useLoaderData',
    'useLocation',
    'useMatch',
    'useNavigate',
    'useParams',
    'useRouter',
    'useRouterState',
    'useSearch',
  ],
  '@tanstack/react-query': [
    'infiniteQueryOptions',
    'keepPreviousData',
    'queryOptions',
    'skipToken',
    'useInfiniteQuery',
    'useMutation',
    'useQuery',
    'useQueryClient',
  ],
} as const
/** What is at hand of one of them, by name. */
export type AtHand<Library extends keyof typeof AT_HAND> = (typeof AT_HAND)[Library][number]

/** What a source takes of a library, by name; undefined where that cannot be told, or is all of it. */
function takenFrom(source: string, library: string): string[] | undefined {
  const quoted = `["']${library}["']`
  if (new RegExp(`(?:import|require)\\s*\\(\\s*${quoted}`).test(source)) return undefined
  const names: string[] = []
  for (const [, what = ''] of source.matchAll(
    new RegExp(`\\b(?:import|export)\\b((?:(?!\\b(?:import|export)\\b)[^;"'\`])*?)\\bfrom\\s*${quoted}`, 'g'),
  )) {
    if (/^\s*type\b/.test(what)) continue
    const listed = /^\s*\{([^{}]*)\}\s*$/.exec(what)?.[1]
    if (listed === undefined) return undefined
    const taken = listed.split(',').map((item) => item.trim())
    names.push(
      ...taken.filter((item) => item !== '' && !item.startsWith('type ')).map((item) => item.split(/\s/)[0] ?? item),
    )
  }
  return names
}

/** The libraries of which these sources use more than the shell has at hand. */
export function wholeLibraries(sources: readonly string[]): string[] {
  return Object.entries<readonly string[]>(AT_HAND)
    .filter(([library, atHand]) =>
      sources.some((source) => {
        if (!source.includes(library)) return false
        const taken = takenFrom(source, library)
        return !taken || taken.some((name) => !atHand.includes(name))
      }),
    )
    .map(([library]) => library)
}

/** The package a request names: `react-dom/client` → `react-dom`. */
const packageOf = (request: string): string =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/')

/** The fields of a package.json that the build reads. */
export interface PackageJson {
  name: string
  version: string
}

/** Reads the package.json in `dir`. Throws if there is none. */
export function readPackage(dir: string): PackageJson {
  const { name, version } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as Partial<PackageJson>
  if (!name || !version) throw new Error(`${dir}/package.json has no name or no version.`)
  return { name, version }
}

/**
 * The installed version of a package as `dir` sees it. Walks up from the resolved entry, because most packages do not
 * export their package.json.
 */
export function installedVersion(name: string, dir: string): string {
  let folder = dirname(createRequire(join(dir, 'package.json')).resolve(name))
  for (;;) {
    if (existsSync(join(folder, 'package.json'))) {
      const found = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Partial<PackageJson>
      if (found.name === name && found.version) return found.version
    }
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`No package.json of ${name} above its entry.`)
    folder = parent
  }
}

/** The version of every shared library, by request, as the shell has them installed: it is the shell that provides them. */
export function sharedVersions(): Record<SharedName, string> {
  const shell = join(ROOT, 'shell')
  return Object.fromEntries(SHARED.map((request) => [request, installedVersion(packageOf(request), shell)])) as Record<
    SharedName,
    string
  >
}

/** What a remote's container asks for: every shared library from the host, none of its own as a fallback. */
export function consumed() {
  return Object.fromEntries(
    Object.entries(sharedVersions()).map(([request, version]) => [
      request,
      { singleton: true, import: false as const, requiredVersion: `^${version}` },
    ]),
  )
}
