import { relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/**
 * Divides the arguments of `pnpm test` between the runners: files in shell/e2e and `*.spec.ts` go to Playwright, the rest to vitest.
 * Paths are relative to where each runner works: shell/e2e, and the root of the workspace.
 */
export function byLayer(named: readonly string[]): { browser: string[]; rest: string[] } {
  const paths = named.map((name) => relative(root, resolve(root, name)))
  const isBrowser = (path: string): boolean =>
    /^shell\/e2e(?:\/|$)/.test(path) || /\.spec(?:\.ts)?(?::\d+)?$/.test(path)
  return {
    browser: paths.filter(isBrowser).map((path) => path.replace(/^shell\/e2e\/?/, '') || '.'),
    rest: paths.filter((path) => !isBrowser(path)),
  }
}
