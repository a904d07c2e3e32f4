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
  return Object.fromEntries(SHARED.map((request) => [request, installedVersion(packageOf(request), shell)])) as Record<SharedName, string>
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
