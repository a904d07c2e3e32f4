import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Compiler, rspack } from '@rspack/core'
import { ROOT } from './inputs.ts'
import { readPackage } from './shared.ts'
import { singleParents } from './single-parents.ts'

/** The first module of the shell in development; see the file. */
export const REFRESH_HOOK = join(import.meta.dirname, 'refresh-hook.ts')

/** Returns the workspace versions of contract and sdk, which decide whether a remote is compatible. */
export const builtAgainst = () => ({
  contract: readPackage(join(ROOT, 'worker/contract')).version,
  sdk: readPackage(join(ROOT, 'shell/sdk')).version,
})

/** Build files that are not published: source maps and build metadata. */
const PRIVATE = /\.map$|(?:^|\/)(?:remote|mf-stats)\.json$/

/** Returns the published files of a build, with sizes in bytes and SHA-256 in hex. */
function publishedFiles(dist: string): { path: string; sha256: string; size: number }[] {
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1))
    .filter((path) => !PRIVATE.test(path))
    .sort()
    .map((path) => {
      const content = readFileSync(join(dist, path))
      return { path, sha256: createHash('sha256').update(content).digest('hex'), size: content.length }
    })
}

/**
 * Writes `dist/remote.json` after each build of a remote, with its name and what publishing needs (`PublishRemote` of
 * the contract).
 */
export const remoteOutput = ({ dir, name, version }: { dir: string; name: string; version: string }) => ({
  apply(compiler: Compiler) {
    compiler.hooks.done.tap('remote-output', (stats) => {
      if (stats.hasErrors()) return
      const dist = compiler.outputPath
      const place: unknown = JSON.parse(readFileSync(join(dir, 'src/remote/remote.json'), 'utf8'))
      const build = { name, version, ...builtAgainst(), place, files: publishedFiles(dist) }
      writeFileSync(join(dist, 'remote.json'), `${JSON.stringify(build, null, 2)}\n`)
    })
  },
})

/** Facts about the shell for the worker; served as `/shell.json`. */
export interface ShellFacts {
  version: string
  contract: string
  sdk: string
  /** Scripts of lazily loaded chunks by `webpackChunkName`, for preload hints. */
  chunks: Record<string, string[]>
  /** Path of the script that requests a page's data while its code loads. */
  early: string
}

/** Emits `shell.json` (`ShellFacts`) with each build of the shell. */
export const shellFacts = (dir: string) => ({
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('shell-facts', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'shell-facts', stage }, () => {
        const lazy = [...compilation.namedChunkGroups].filter(([name]) => !compilation.entrypoints.has(name))
        const scripts = (files: readonly string[]) =>
          files.filter((file) => file.endsWith('.js')).map((file) => `/${file}`)
        // Scripts that every page loads need no hint.
        const own = compilation.entrypoints.get('main')?.getFiles() ?? []
        const chunks = Object.fromEntries(
          lazy.map(([name, group]) => [name, scripts(group.getFiles().filter((file) => !own.includes(file)))]),
        )
        const early = scripts(compilation.entrypoints.get('early')?.getFiles() ?? [])[0] ?? ''
        const facts: ShellFacts = { version: readPackage(dir).version, ...builtAgainst(), chunks, early }
        compilation.emitAsset('shell.json', new rspack.sources.RawSource(`${JSON.stringify(facts)}\n`))
      })
    })
  },
})

/**
 * Moves the shell's stylesheet after the inlined skeleton of the page, which brings its own styles and is visible while
 * stylesheet and scripts load. Scripts still wait for the stylesheet. Gives scripts a high priority: browsers rate
 * deferred scripts below preload hints.
 */
export const skeletonFirst = {
  apply(compiler: Compiler) {
    compiler.hooks.compilation.tap('skeleton-first', (compilation) => {
      rspack.HtmlRspackPlugin.getCompilationHooks(compilation).alterAssetTagGroups.tapPromise(
        'skeleton-first',
        async (page) => {
          const sheets = page.headTags.filter((tag) => tag.tagName === 'link' && tag.attributes['rel'] === 'stylesheet')
          const ahead = sheets.map((tag) => ({
            ...tag,
            attributes: { rel: 'preload', as: 'style', href: tag.attributes['href'] },
          }))
          const others = page.headTags.filter((tag) => !sheets.includes(tag))
          const urgent = others.map((tag) =>
            tag.tagName === 'script' ? { ...tag, attributes: { ...tag.attributes, fetchpriority: 'high' } } : tag,
          )
          const headTags = [...ahead, ...urgent]
          return { ...page, headTags, bodyTags: [...page.bodyTags, ...sheets] }
        },
      )
    })
  },
}

/** Hint in the first line of every script. */
const ALL_FUNCTIONS = '//# allFunctionsCalledOnLoad'

/**
 * Makes the browser compile each script as a whole while it loads, in the background. By default it compiles functions
 * lazily on the main thread, which took a third of a page's processor time. Other browsers ignore the hint.
 */
export const compiledAhead = new rspack.BannerPlugin({
  banner: ALL_FUNCTIONS,
  raw: true,
  test: /\.js$/,
  // After comments are removed, before files are named by their content.
  stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
})

const ARTICLE_RULES = /\.prose [^{}]*\{[^{}]*\}/g
const THEME_CONTROLLER_RULES = /:root:has\(input\.theme-controller[^()]*\)\s*,\s*/g
const EXPENSIVE_RULE = /[^{}]*(?:\[class\b|:root:has\()[^{}]*/

/**
 * Removes two daisyUI rules that the portal does not use and that slow down style recalculation. The rule for buttons
 * in articles matches the text of `class` attributes (`[class~=not-prose]`), so that every class change restyles the
 * whole subtree. The rule for theme controllers (`:root:has(input.theme-controller:checked)`) is re-evaluated whenever
 * an element is added, removed or typed into. The build warns of other rules like these. Also gives nested rules a
 * single parent each (`singleParents`).
 */
export const noWatchers = {
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('no-watchers', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE
      compilation.hooks.processAssets.tap({ name: 'no-watchers', stage }, () => {
        for (const { name, source } of compilation.getAssets().filter((asset) => asset.name.endsWith('.css'))) {
          const css = source.source().toString().replaceAll(ARTICLE_RULES, '').replaceAll(THEME_CONTROLLER_RULES, '')
          const [rule] = EXPENSIVE_RULE.exec(css) ?? []
          if (rule)
            compilation.warnings.push(
              new rspack.WebpackError(`${name} has a rule that slows down style recalculation: ${rule.trim()}`),
            )
          compilation.updateAsset(name, new rspack.sources.RawSource(singleParents(css)))
        }
      })
    })
  },
}
