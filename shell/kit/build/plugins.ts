import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Compiler, rspack, type Stats } from '@rspack/core'
import { ROOT } from './inputs.ts'
import { readPackage, wholeLibraries } from './shared.ts'
import { singleParents } from './single-parents.ts'

/** First module of the shell in development: see the file. */
export const REFRESH_HOOK = join(import.meta.dirname, 'refresh-hook.ts')

/** The versions that decide which remotes fit: those of @portal/contract and @portal/sdk in this workspace. */
export const builtAgainst = () => ({
  contract: readPackage(join(ROOT, 'worker/contract')).version,
  sdk: readPackage(join(ROOT, 'shell/sdk')).version,
})

/** Files of a build that never leave the machine: maps, and what only describes the build. */
const PRIVATE = /\.map$|(?:^|\/)(?:remote|mf-stats)\.json$/

/** The files of a build that are published, with sizes in bytes and SHA-256 in hex. */
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

/** The text of all modules that a build was made of. */
const sourcesOf = ({ compilation }: Stats): string[] =>
  [...compilation.modules].flatMap((module) => {
    const path = 'resource' in module && typeof module.resource === 'string' ? module.resource.replace(/\?.*$/, '') : ''
    return /\.[cm]?[jt]sx?$/.test(path) && existsSync(path) ? [readFileSync(path, 'utf8')] : []
  })

/**
 * Writes `dist/remote.json` after each build of a remote: what publishing announces (`PublishRemote` of the contract), and
 * the remote's name. The manifest learns of which libraries the remote needs all.
 */
export const remoteOutput = ({ dir, name, version }: { dir: string; name: string; version: string }) => ({
  apply(compiler: Compiler) {
    compiler.hooks.done.tap('remote-output', (stats) => {
      if (stats.hasErrors()) return
      const dist = compiler.outputPath
      const manifest = join(dist, 'mf-manifest.json')
      const described = JSON.parse(readFileSync(manifest, 'utf8')) as object
      writeFileSync(manifest, JSON.stringify({ ...described, whole: wholeLibraries(sourcesOf(stats)) }))
      const place: unknown = JSON.parse(readFileSync(join(dir, 'src/remote/remote.json'), 'utf8'))
      const build = { name, version, ...builtAgainst(), place, files: publishedFiles(dist) }
      writeFileSync(join(dist, 'remote.json'), `${JSON.stringify(build, null, 2)}\n`)
    })
  },
})

/** What the worker knows about the shell it serves; it lies beside the shell as `/shell.json`. */
export interface ShellFacts {
  version: string
  contract: string
  sdk: string
  /** Paths of the scripts that a lazily loaded part needs, by the part's `webpackChunkName`: for hints in the pages that use it. */
  chunks: Record<string, string[]>
  /** Path of the script that asks for a page's data while its code is under way. */
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
        // What every page loads by itself needs no hint.
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
 * Puts the shell's style sheet behind the frame that stands in its page: the frame, which brings its styles along, is on screen while sheet and
 * scripts are under way. Scripts wait for the sheet all the same. They run first and so come first: by itself the browser takes a deferred script
 * for less urgent than what is only hinted at.
 */
export const frameFirst = {
  apply(compiler: Compiler) {
    compiler.hooks.compilation.tap('frame-first', (compilation) => {
      rspack.HtmlRspackPlugin.getCompilationHooks(compilation).alterAssetTagGroups.tapPromise(
        'frame-first',
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

/**
 * Containers bundle the federation's runtime for the bundler whole. Most of it is for what a container of the portal does not do: it has no remotes, no
 * libraries of its own, and nothing of it runs before the shell asks. What is left is a third of the entry script.
 */
export const leanContainer = new rspack.NormalModuleReplacementPlugin(
  /webpack-bundler-runtime[\\/]dist[\\/]index\.cjs$/,
  (resource) => {
    resource.request = join(import.meta.dirname, 'container-runtime.ts')
  },
)

/** First line of every script; what it is, the browser knows. */
const ALL_FUNCTIONS = '//# allFunctionsCalledOnLoad'

/**
 * Has the browser compile a script whole, beside the page and while it arrives. By itself it puts functions off until they are called, and compiles
 * them then, in the page's own time: a third of what a page took the processor until it was there. Browsers that do not know it go on as they do.
 */
export const compiledAhead = new rspack.BannerPlugin({
  banner: ALL_FUNCTIONS,
  raw: true,
  test: /\.js$/,
  // Behind what takes comments away, before what names files by their content.
  stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
})

const FOR_ARTICLES = /\.prose [^{}]*\{[^{}]*\}/g
const BY_CONTROL = /:root:has\(input\.theme-controller[^()]*\)\s*,\s*/g
const WATCHER = /[^{}]*(?:\[class\b|:root:has\()[^{}]*/

/**
 * Takes two of daisyUI's rules out of the style sheets, for which the portal has no use. That for buttons in articles looks at the text of `class`
 * attributes (`[class~=not-prose]`): with one such selector anywhere, each change of a class has the browser compute the styles of all that is below the
 * element again, of a whole table because it dims. That for controls which choose a theme has it look for one in the whole page
 * (`:root:has(input.theme-controller:checked)`) whenever an element comes, goes or is typed into. Of others like them the build warns. Rules in
 * lists of rules are told apart, so that a browser need not try them on every element.
 */
export const noWatchers = {
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('no-watchers', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE
      compilation.hooks.processAssets.tap({ name: 'no-watchers', stage }, () => {
        for (const { name, source } of compilation.getAssets().filter((asset) => asset.name.endsWith('.css'))) {
          const css = source.source().toString().replaceAll(FOR_ARTICLES, '').replaceAll(BY_CONTROL, '')
          const [watcher] = WATCHER.exec(css) ?? []
          if (watcher)
            compilation.warnings.push(new rspack.WebpackError(`${name} watches more than it needs: ${watcher.trim()}`))
          compilation.updateAsset(name, new rspack.sources.RawSource(singleParents(css)))
        }
      })
    })
  },
}
