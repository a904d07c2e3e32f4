import { rmSync } from 'node:fs'
import { join } from 'node:path'
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

/** Resolves the packages of the workspace to their sources, and leaves installed ones to Node. */
const workspacePackages: Plugin = {
  name: 'workspace-packages',
  setup: (bundle) => {
    bundle.onResolve({ filter: /^@portal\/sdk/ }, ({ path }) => ({
      path: join(root, 'shell/sdk/src', `${path.slice('@portal/sdk/'.length) || 'index'}.ts`),
    }))
    bundle.onResolve({ filter: /^@portal\/contract\// }, ({ path }) => ({
      path: join(root, 'worker/contract/src', `${path.slice('@portal/contract/'.length)}.ts`),
    }))
    bundle.onResolve({ filter: /^@portal\/kit\/ui\// }, ({ path }) => ({
      path: join(root, 'shell/kit/src', `${path.slice('@portal/kit/'.length)}.tsx`),
    }))
    bundle.onResolve({ filter: /\/workspace\.ts$/ }, () => ({ path: join(import.meta.dirname, 'no-workspace.ts') }))
    bundle.onResolve({ filter: /^[^./]/ }, () => ({ external: true }))
    bundle.onLoad({ filter: /kit\/build\/(?:plugins|shared|run-tsx)\.ts$/ }, ({ path }) => ({
      contents: REPLACED[path.slice(path.lastIndexOf('/') + 1)] ?? '',
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
  plugins: [workspacePackages],
  metafile: true,
  logLevel: 'error',
})

// They resolve in this workspace without being declared.
const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.filter((each) => each.external))
const packages = imported.map(({ path }) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path)
const missing = packages.find((name) => !name.startsWith('node:') && !Object.hasOwn(manifest.dependencies, name))
if (missing) throw new Error(`The command imports ${missing}. Add it to the dependencies in package.json.`)
