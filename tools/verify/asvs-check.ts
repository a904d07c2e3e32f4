import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../command/root.ts'

/** Part of `pnpm verify`: checks that docs/asvs.md and docs/security.md name existing files, tests and headings. */

const DOCS = ['docs/asvs.md', 'docs/security.md']

/** Resolves a path that is relative to the root or to worker/src. */
const fileOf = (path: string): string | undefined =>
  [join(ROOT, path), join(ROOT, 'worker/src', path)].find((file) => existsSync(file))

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const text = (file: string): string => readFileSync(file, 'utf8')

/** Returns a message for each missing file, test and link target of a page. */
function missingTargets(doc: string): string[] {
  // Names may span lines.
  const page = text(join(ROOT, doc)).replaceAll(/\s+/g, ' ')
  const problems: string[] = []
  let file: string | undefined
  // A test belongs to the file named before it.
  for (const [, path, name] of page.matchAll(
    /`([\w@.][\w@./-]*\.(?:tsx?|md|toml|json|yml|yaml)|[\w./-]+\/_headers)`|“([^”]+)”/g,
  )) {
    if (path) {
      file = fileOf(path)
      if (!file) problems.push(`${doc}: there is no file ${path}`)
    } else if (name && file && /\.(test|spec)\.tsx?$/.test(file) && !text(file).includes(name)) {
      problems.push(`${doc}: there is no test “${name}” in ${file.slice(ROOT.length + 1)}`)
    }
  }
  for (const [, target = '', anchor] of page.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)) {
    const linked = target === '' ? join(ROOT, doc) : join(ROOT, 'docs', target)
    if (!existsSync(linked)) problems.push(`${doc}: the link to ${target} is broken`)
    else if (
      anchor &&
      ![...text(linked).matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor)
    )
      problems.push(`${doc}: there is no heading #${anchor} in ${target || doc}`)
  }
  return problems
}

const problems = DOCS.flatMap(missingTargets)
for (const problem of problems) console.log(problem)
if (problems.length > 0) process.exitCode = 1
