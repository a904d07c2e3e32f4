import { relative, resolve } from 'node:path'
import { ROOT } from '../command/root.ts'

/**
 * Splits the arguments of `pnpm test` by runner: shell/e2e and `*.spec.ts` go to Playwright, the rest to Vitest.
 * Paths are relative to each runner's working directory: shell/e2e for Playwright, the root for Vitest.
 */
export function splitTestFiles(args: readonly string[]): { browser: string[]; rest: string[] } {
  const paths = args.map((path) => relative(ROOT, resolve(ROOT, path)))
  const isBrowser = (path: string): boolean =>
    /^shell\/e2e(?:\/|$)/.test(path) || /\.spec(?:\.ts)?(?::\d+)?$/.test(path)
  return {
    browser: paths.filter(isBrowser).map((path) => path.replace(/^shell\/e2e\/?/, '') || '.'),
    rest: paths.filter((path) => !isBrowser(path)),
  }
}
