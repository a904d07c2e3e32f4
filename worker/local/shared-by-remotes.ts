import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../shell/kit/build/inputs.ts'
import { REMOTES } from './build.ts'

/** The files and settings that all remotes of this workspace share. A new remote starts with them. */

interface Package {
  version: string
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

const NAME = 'REMOTE_NAME'

/** Returns a file of every remote, with the remote's own name replaced. */
const ofEachRemote = (path: string): string[] =>
  REMOTES.map((remote) => readFileSync(join(ROOT, remote, path), 'utf8').replaceAll(remote, NAME))

const inAll = (records: readonly Record<string, string>[]): Record<string, string> => {
  const [first = {}, ...others] = records
  return Object.fromEntries(
    Object.entries(first).filter(([key, value]) => others.every((other) => other[key] === value)),
  )
}

/** Returns the lines of a file that all remotes share, with the new remote's name. */
function sharedLines(path: string, name: string): string {
  const [first = '', ...others] = ofEachRemote(path)
  const lines = first.split('\n').filter((line) => others.every((other) => other.split('\n').includes(line)))
  return lines.join('\n').replaceAll(NAME, name)
}

/** Returns the shared files of a new remote by path. */
export function sharedFiles(name: string): Record<string, string> {
  const packages = ofEachRemote('package.json').map((text) => JSON.parse(text) as Package)
  const common = {
    name,
    private: true,
    version: '0.1.0',
    type: 'module',
    scripts: inAll(packages.map((p) => p.scripts)),
    exports: { './pages': './src/remote/pages.ts', './routes': './src/remote/routes.tsx' },
    dependencies: inAll(packages.map((p) => p.dependencies)),
    devDependencies: inAll(packages.map((p) => p.devDependencies)),
  }
  return {
    'package.json': `${JSON.stringify(common, null, 2).replaceAll(NAME, name)}\n`,
    'src/remote/remote.css': sharedLines('src/remote/remote.css', name),
    'rspack.config.ts': `import { type Mode, remoteConfig } from '@portal/kit/build'

export default (mode: Mode) => remoteConfig({ dir: import.meta.dirname, name: '${name}', mode })
`,
  }
}
