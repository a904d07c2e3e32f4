import { createHash } from 'node:crypto'
import { type Compilation, type Compiler, rspack } from '@rspack/core'

/** Stands for the hash of the content until that is known. It has the same length, which keeps source maps valid. */
export const CONTENT_HASH = 'HASHOFCODE'

const textOf = (compilation: Compilation, name: string): string => String(compilation.getAsset(name)?.source.source())

/** Returns a hash of all scripts and styles, which is independent of the names that the bundler gave their files. */
function contentHash(compilation: Compilation, names: readonly string[]): string {
  const hashes = new Set(compilation.getAssets().flatMap(({ info }) => info.contenthash ?? []))
  // File names contain hashes of the sources, until the bundler replaces them by hashes of what it emits.
  const withoutHashes = (text: string): string =>
    [...hashes].reduce((result, hash) => result.replaceAll(hash, ''), text)
  const contents = names.map((name) => withoutHashes(textOf(compilation, name))).sort()
  return createHash('sha256').update(contents.join('\0')).digest('hex').slice(0, CONTENT_HASH.length)
}

/**
 * Replaces `CONTENT_HASH` in all scripts by a hash of the emitted code. Two builds whose code differs never share the
 * name of their chunk loader, and equal builds always do, whatever their sources were.
 */
export const nameByContent = {
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('name-by-content', (compilation) => {
      // After source maps are written, before the bundler computes integrity values and file names.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING + 1
      compilation.hooks.processAssets.tap({ name: 'name-by-content', stage }, (assets) => {
        const names = Object.keys(assets).filter((name) => /\.(?:js|css)$/.test(name))
        const hash = contentHash(compilation, names)
        for (const name of names) {
          const text = textOf(compilation, name)
          if (text.includes(CONTENT_HASH))
            compilation.updateAsset(name, new rspack.sources.RawSource(text.replaceAll(CONTENT_HASH, hash)))
        }
      })
    })
  },
}
