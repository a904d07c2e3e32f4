import type { Wanted } from './files.ts'

/** What is read of a remote's manifest, which its build wrote. */
export interface Manifest {
  metaData: { remoteEntry: { name: string } }
  /** Shared libraries that it needs all of; older builds do not say. */
  whole?: string[]
  exposes: { name: string; assets: { js: { sync: string[] }; css: { sync: string[] } } }[]
}

const isManifest = (value: unknown): value is Manifest =>
  typeof value === 'object' &&
  value !== null &&
  'metaData' in value &&
  'exposes' in value &&
  Array.isArray(value.exposes)

/** The manifest at a path: the one that came with the page, else asked for. Rejects when it cannot be had. */
export async function readManifest(path: string, known: Record<string, unknown>): Promise<Manifest> {
  const manifest: unknown = known[path] ?? (await (await fetch(path)).json())
  if (!isManifest(manifest)) throw new Error(`${path} is no manifest.`)
  return manifest
}

/** Where the files lie that a manifest names: beside it. */
export function addressesOf(path: string, manifest: Manifest): { entry: string; of: (expose: string) => Wanted[] } {
  const address = (file: string): string => path.slice(0, path.lastIndexOf('/') + 1) + file
  return {
    entry: address(manifest.metaData.remoteEntry.name),
    of: (expose) => {
      const assets = manifest.exposes.find(({ name }) => name === expose)?.assets
      return [
        ...(assets?.js.sync ?? []).map((file) => ({ href: address(file), as: 'script' as const })),
        ...(assets?.css.sync ?? []).map((file) => ({ href: address(file), as: 'style' as const })),
      ]
    },
  }
}
