import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether what docs/asvs.md and docs/security.md name exists: files, tests by their names, headings that links lead to. */

const root = join(import.meta.dirname, '../..')
const DOCS = ['docs/asvs.md', 'docs/security.md']

/** A path as the documents write it: from the root, or from worker/src. */
const fileOf = (path: string): string | undefined =>
  [join(root, path), join(root, 'worker/src', path)].find((file) => existsSync(file))

/** The place in a page that a heading is, as links name it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const text = (file: string): string => readFileSync(file, 'utf8')

/** What a page names and is not there, in words. */
function complaints(doc: string): string[] {
  // Names may be wrapped.
  const page = text(join(root, doc)).replaceAll(/\s+/g, ' ')
  const wrong: string[] = []
  let file: string | undefined
  // Files and tests in order: a test belongs to the file before it.
  for (const [, path, name] of page.matchAll(
    /`([\w@.][\w@./-]*\.(?:tsx?|md|toml|json|yml|yaml)|[\w./-]+\/_headers)`|“([^”]+)”/g,
  )) {
    if (path) {
      file = fileOf(path)
      if (!file) wrong.push(`${doc} names ${path}, which is not there`)
    } else if (name && file && /\.(test|spec)\.tsx?$/.test(file) && !text(file).includes(name)) {
      wrong.push(`${doc} names the test “${name}”, which is not in ${file.slice(root.length + 1)}`)
    }
  }
  for (const [, target = '', anchor] of page.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)) {
    const linked = target === '' ? join(root, doc) : join(root, 'docs', target)
    if (!existsSync(linked)) wrong.push(`${doc} links to ${target}, which is not there`)
    else if (
      anchor &&
      ![...text(linked).matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor)
    )
      wrong.push(`${doc} links to #${anchor} of ${target || doc}, which is no heading there`)
  }
  return wrong
}

const wrong = DOCS.flatMap(complaints)
for (const line of wrong) console.log(line)
if (wrong.length > 0) process.exitCode = 1
