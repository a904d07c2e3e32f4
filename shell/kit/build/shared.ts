import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ROOT } from './inputs.ts'

/**
 * Libraries that exist once per tab: the shell provides them to all remotes. Only stateful ones; stateless ones (kit,
 * contract) are bundled into each remote, so that it never runs with another version of them. Never zod: browser code
 * uses the contract's zod-free modules.
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

/** Returns the package of a request: `react-dom/client` → `react-dom`. */
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
 * Returns the installed version of a package, resolved from `dir`. Walks up from the resolved entry, because most
 * packages do not export their package.json.
 */
export function installedVersion(name: string, dir: string): string {
  let folder = dirname(createRequire(join(dir, 'package.json')).resolve(name))
  for (;;) {
    if (existsSync(join(folder, 'package.json'))) {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Partial<PackageJson>
      if (manifest.name === name && manifest.version) return manifest.version
    }
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`No package.json of ${name} above its entry.`)
    folder = parent
  }
}

/** Returns the versions of all shared libraries that the shell provides, by request. */
export function sharedVersions(): Record<SharedName, string> {
  const shell = join(ROOT, 'shell')
  return Object.fromEntries(SHARED.map((request) => [request, installedVersion(packageOf(request), shell)])) as Record<
    SharedName,
    string
  >
}

/**
 * Returns the `shared` option of a remote: every shared library comes from the host, without a fallback. Any version of
 * the same major is accepted, so that an update of a library does not change the files of every remote. The registry
 * checks the version of the sdk.
 */
export function consumedLibraries() {
  return Object.fromEntries(
    Object.entries(sharedVersions()).map(([request, version]) => [
      request,
      { singleton: true, import: false as const, requiredVersion: `^${version.replace(/\..*/, '')}.0.0` },
    ]),
  )
}
