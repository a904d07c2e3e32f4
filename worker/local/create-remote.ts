import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sharedFiles } from './shared-by-remotes.ts'
import { StartError } from './sqld.ts'

/** What a new remote is called and where it appears. */
export interface NewRemote {
  /** Such as `mf-reports`: also its folder. */
  name: string
  /** Its first page; from the name where it is absent. */
  route?: string | undefined
  /** In the navigation; from the name where it is absent. */
  label?: string | undefined
  role?: 'bookkeeper' | 'client' | undefined
  /** Folder that gets the remote's; the workspace where it is absent. */
  into?: string
}

const root = join(import.meta.dirname, '../..')
const TEMPLATE = join(root, 'shell/template')

/** A name as constants of a workflow are written: `mf-reports` → `MF_REPORTS`. */
const constantOf = (name: string): string => name.replaceAll('-', '_').toUpperCase()

/** The workflow that tests and publishes a remote. */
export const workflowOf = (name: string): string =>
  readFileSync(join(TEMPLATE, 'workflow.yml'), 'utf8')
    .replaceAll('mf-example', name)
    .replaceAll('MF_EXAMPLE', constantOf(name))

/**
 * Creates the folder of a new remote, from the template and from what all remotes share, and its workflow.
 * @throws StartError when the name or the route is invalid or taken
 */
export function createRemote({
  name,
  route = `/${name.replace(/^mf-/, '')}`,
  label,
  role = 'bookkeeper',
  into = root,
}: NewRemote): void {
  if (!/^mf-[a-z][a-z0-9-]*$/.test(name))
    throw new StartError('A remote is named mf-…, in lower case letters, digits and hyphens.')
  if (!/^\/[a-z0-9-]+$/.test(route)) throw new StartError('--route is one segment, such as /reports.')
  if (label !== undefined && !/^[\p{L}\d][\p{L}\d -]{0,39}$/u.test(label))
    throw new StartError('--label is up to 40 letters, digits and spaces.')
  const dir = join(into, name)
  if (existsSync(dir)) throw new StartError(`${dir} is there already.`)
  const title = label ?? (name.charAt(3).toUpperCase() + name.slice(4)).replaceAll('-', ' ')
  cpSync(TEMPLATE, dir, { recursive: true })
  for (const [path, text] of Object.entries(sharedFiles(name))) writeFileSync(join(dir, path), text)
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file, 'utf8')
      .replaceAll('MF_EXAMPLE', constantOf(name))
      .replaceAll('mf-example', name)
      .replaceAll('/example', route)
      .replaceAll('ExamplePage', 'FirstPage')
      .replaceAll('Example', title)
      .replaceAll('for bookkeepers', `for ${role}s`)
      .replace('"role": "bookkeeper"', `"role": "${role}"`)
    writeFileSync(file, text)
  }
  const workflow = join(into, '.github/workflows', `${name}.yml`)
  mkdirSync(dirname(workflow), { recursive: true })
  renameSync(join(dir, 'workflow.yml'), workflow)
}
