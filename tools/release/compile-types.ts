import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../command/root.ts'

const OPTIONS = { skipLibCheck: true, noEmitOnError: false }

/** Runs the compiler on files, with a configuration that it writes into a folder. @returns its output */
export function compileTypes(folder: string, name: string, options: object, files: string[]): string {
  const config = join(folder, `${name}.json`)
  const compilerOptions = { ...OPTIONS, ...options }
  writeFileSync(
    config,
    JSON.stringify({ extends: join(ROOT, 'tsconfig.base.json'), compilerOptions, files, include: [] }),
  )
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', config], { cwd: ROOT, encoding: 'utf8' })
  return stdout
}
