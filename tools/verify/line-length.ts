import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../command/root.ts'

/** Part of `pnpm verify`: checks that no line of code or docs, or below a folder, is longer than 120 columns. */

const MAX_COLUMNS = 120

/** Generated files, binary files, and a format without line breaks. */
const EXEMPT = [
  /^docs\/performance\/figures\.md$/,
  /\.(?:png|heic|pdf|woff2)$/,
  /^pnpm-lock\.yaml$/,
  /\/released\//,
  /^worker\/src\/platform\/db\/migrations\//,
  /^shell\/public\/_headers$/,
]

const isTableRow = (path: string, line: string): boolean => path.endsWith('.md') && line.startsWith('|')

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', ...process.argv.slice(2)],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
const checked = files
  .trim()
  .split('\n')
  .filter((path) => existsSync(join(ROOT, path)) && !EXEMPT.some((pattern) => pattern.test(path)))
for (const path of checked) {
  const lines = readFileSync(join(ROOT, path), 'utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    if (line.length <= MAX_COLUMNS || isTableRow(path, line)) continue
    console.error(`${path}:${index + 1} has ${line.length} columns`)
    process.exitCode = 1
  }
}
