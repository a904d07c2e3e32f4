import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { builtAgainst } from '../../shell/kit/build/plugins.ts'
import { sharedVersions } from '../../shell/kit/build/shared.ts'
import manifest from './package.json' with { type: 'json' }

/** `prepack` of the command `remote`: bundles it with everything that it needs from this workspace. */

const root = join(import.meta.dirname, '../..')
const dist = join(import.meta.dirname, 'dist')

/** Modules that read the workspace, and what the bundle has instead. */
const REPLACED: Readonly<Record<string, string>> = {
  'plugins.ts': `export const builtAgainst = () => (${JSON.stringify(builtAgainst())})`,
  'shared.ts': `export const sharedVersions = () => (${JSON.stringify(sharedVersions())})`,
  // The bundle is compiled.
  'run-tsx.ts': 'export const runTsx = () => undefined',
}

/** Leaves installed packages to Node, and replaces what reads the workspace. */
const outside: Plugin = {
  name: 'outside',
  setup: (bundle) => {
    bundle.onResolve({ filter: /^[^./]/ }, ({ path }) => (path.startsWith('@portal/') ? undefined : { external: true }))
    bundle.onResolve({ filter: /\/workspace\.ts$/ }, () => ({ path: join(import.meta.dirname, 'no-workspace.ts') }))
    bundle.onLoad({ filter: /kit\/build\/(?:plugins|shared|run-tsx)\.ts$/ }, ({ path }) => ({
      contents: REPLACED[basename(path)] ?? '',
    }))
  },
}

rmSync(dist, { recursive: true, force: true })
const { metafile } = await build({
  entryPoints: [join(import.meta.dirname, 'cli.ts'), join(root, 'shell/smoke-test/sandbox.ts')],
  entryNames: '[name]',
  outdir: dist,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  jsx: 'automatic',
  plugins: [outside],
  metafile: true,
  logLevel: 'error',
})

// They resolve in this workspace without being declared.
const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.filter((each) => each.external))
const packages = imported.map(({ path }) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path)
const missing = packages.find((name) => !name.startsWith('node:') && !Object.hasOwn(manifest.dependencies, name))
if (missing) throw new Error(`The command imports ${missing}. Add it to the dependencies in package.json.`)
