import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDERS = ['shell/src', 'shell/sdk/src', 'shell/kit/src', 'shell/template/src'].concat(
  ['client-portal', 'clients', 'review', 'workforms'].map((name) => `mf-${name}/src`),
)
/** Tests, and what only they import. */
const FOR_TESTS = /\.test\.tsx?$|\/testing\//

/** Returns the files of the screens whose text matches: code that a rule forbids. */
export const sourcesWith = (matches: (text: string) => boolean): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .map(({ name, parentPath }) => join(parentPath, name))
      .filter((path) => /\.tsx?$/.test(path) && !FOR_TESTS.test(path) && matches(readFileSync(path, 'utf8')))
      .map((path) => relative(ROOT, path)),
  )
