import type { NeededFile } from './files.ts'

/** The used part of the manifest that a remote's build writes. */
export interface Manifest {
  metaData: { remoteEntry: { name: string } }
  /** Shared libraries that the remote needs in full; absent in older builds. */
  whole?: string[]
  exposes: { name: string; assets: { js: { sync: string[] }; css: { sync: string[] } } }[]
}

const isManifest = (value: unknown): value is Manifest =>
  typeof value === 'object' &&
  value !== null &&
  'metaData' in value &&
  'exposes' in value &&
  Array.isArray(value.exposes)

/** Returns the manifest at a path: from the page, or else fetched. Rejects if it is not available. */
export async function readManifest(path: string, known: Record<string, unknown>): Promise<Manifest> {
  const manifest: unknown = known[path] ?? (await (await fetch(path)).json())
  if (!isManifest(manifest)) throw new Error(`${path} is not a manifest.`)
  return manifest
}

/** Returns the addresses of the files that a manifest names, which are next to it. */
export function addressesOf(path: string, manifest: Manifest): { entry: string; of: (expose: string) => NeededFile[] } {
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
