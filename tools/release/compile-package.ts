import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../command/root.ts'

/**
 * `prepack` of contract, sdk and kit: compiles the package in the current folder to `dist`, as JavaScript with types.
 * Inside the workspace they are used as sources. `publishConfig` of each package describes what is packed.
 */

/** Returns the sources of a package, without tests. */
const sourcesOf = (folder: string): string[] =>
  globSync('src/**/*.{ts,tsx}', { cwd: folder }).filter((path) => !/\.test\.tsx?$|(?:^|\/)testing\//.test(path))

/**
 * Compiles the sources of a package to its `dist`.
 * @throws Error with the messages of the compiler
 */
function compilePackage(folder: string): void {
  const work = join(folder, '.cache/pack')
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const config = join(work, 'tsconfig.json')
  const compilerOptions = {
    declaration: true,
    // `pnpm verify` checks the types of all packages, with the settings of each.
    noCheck: true,
    rewriteRelativeImportExtensions: true,
    // Packages import each other as sources, which are compiled, too.
    rootDir: ROOT,
    outDir: join(work, 'out'),
  }
  const files = sourcesOf(folder).map((path) => join(folder, path))
  writeFileSync(config, JSON.stringify({ extends: join(ROOT, 'tsconfig.base.json'), compilerOptions, files }))
  const { status, stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', config], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stdout)
  const own = relative(ROOT, folder)
  const dist = join(folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  cpSync(join(work, 'out', own, 'src'), dist, { recursive: true })
  for (const path of globSync('src/*.css', { cwd: folder }))
    copyFileSync(join(folder, path), join(dist, relative('src', path)))
}

compilePackage(process.cwd())
