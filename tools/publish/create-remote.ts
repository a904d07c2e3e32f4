import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../command/root.ts'
import { StartError } from '../command/start-error.ts'
import { constantOf } from './actions/constant-of.ts'

/** Name and place of a new remote. */
export interface NewRemote {
  /** Such as `mf-reports`; also the name of its folder. */
  name: string
  /** Path of its first page; by default derived from the name. */
  route?: string | undefined
  /** Label in the navigation; by default derived from the name. */
  label?: string | undefined
  role?: 'bookkeeper' | 'client' | undefined
  /** Parent folder; by default the workspace. */
  into?: string
}

const TEMPLATE = join(ROOT, 'shell/template')

/** Returns the workflow that tests and publishes a remote. */
export const workflowOf = (name: string): string =>
  readFileSync(join(TEMPLATE, 'workflow.yml'), 'utf8')
    .replaceAll('mf-example', name)
    .replaceAll('MF_EXAMPLE', constantOf(name))

/**
 * Creates the folder and workflow of a new remote from the template.
 * @throws StartError when the name or the route is invalid or taken
 */
export function createRemote({
  name,
  route = `/${name.replace(/^mf-/, '')}`,
  label,
  role = 'bookkeeper',
  into = ROOT,
}: NewRemote): void {
  if (!/^mf-[a-z][a-z0-9-]*$/.test(name))
    throw new StartError('A remote is named mf-…, with lowercase letters, digits and hyphens.')
  if (!/^\/[a-z0-9-]+$/.test(route)) throw new StartError('--route takes one path segment, such as /reports.')
  if (label !== undefined && !/^[\p{L}\d][\p{L}\d -]{0,39}$/u.test(label))
    throw new StartError('--label takes up to 40 letters, digits, spaces and hyphens.')
  const dir = join(into, name)
  if (existsSync(dir)) throw new StartError(`${dir} already exists.`)
  const title = label ?? (name.charAt(3).toUpperCase() + name.slice(4)).replaceAll('-', ' ')
  cpSync(TEMPLATE, dir, { recursive: true })
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file, 'utf8')
      .replaceAll('MF_EXAMPLE', constantOf(name))
      .replaceAll('mf-example', name)
      .replaceAll('/example', route)
      .replaceAll('"example"', `"${route.slice(1)}"`)
      .replaceAll('ExamplePage', 'FirstPage')
      .replaceAll('Example', title)
      .replaceAll('for bookkeepers', `for ${role}s`)
      .replace("role: 'bookkeeper',\n  pages", `role: '${role}',\n  pages`)
    writeFileSync(file, text)
  }
  // Names of another length need other line breaks.
  const biome = join(ROOT, 'node_modules/.bin/biome')
  execFileSync(biome, ['format', '--write', '--no-errors-on-unmatched', `--config-path=${ROOT}`, dir], {
    stdio: 'ignore',
  })
  const workflow = join(into, '.github/workflows', `${name}.yml`)
  mkdirSync(dirname(workflow), { recursive: true })
  renameSync(join(dir, 'workflow.yml'), workflow)
}
