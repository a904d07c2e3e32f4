import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { RemoteFile, RemotePlace, Semver } from '@portal/contract/remotes'
import type * as z from 'zod'
import { versionOf } from '../../../shell/kit/build/version.ts'
import { loadProblem, Manifest } from '../../../worker/src/delivery/remotes/check-manifest.ts'
import { StartError } from '../../command/start-error.ts'
import { packageVersion } from '../actions/workspace.ts'
import { scopeStyles } from './scope-styles.ts'

/** Prepares builds from outside this workspace, which have only a manifest, for publishing. */

export interface OutsideBuild {
  name: string
  /** The folder of the build. */
  dist: string
  /** The file with the routes, role and navigation entry of the remote. Default: `remote.json` next to the build. */
  place?: string | undefined
  /**
   * Versions that the remote was built against. Default: those installed here; for the sdk, the oldest that the
   * manifest allows.
   */
  contract?: string | undefined
  sdk?: string | undefined
}

/** Files that are not published: hidden ones, pages, source maps, type definitions and build metadata. */
const PRIVATE = /(?:^|\/)(?:\.|@mf-types)|\.(?:html|map|d\.ts)$|(?:^|\/)mf-stats\.json$/

function readJson(file: string, missing: string): unknown {
  if (!existsSync(file)) throw new StartError(missing)
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new StartError(`${file} is not valid JSON.`)
  }
}

/** Returns the place of a remote in the shell. Throws StartError when the file is missing or invalid. */
export function readPlace(file: string): z.infer<typeof RemotePlace> {
  const place = RemotePlace.safeParse(
    readJson(file, `There is no ${file}. It contains the routes, role and navigation entry of the remote.`),
  )
  if (place.success) return place.data
  const [issue] = place.error.issues
  throw new StartError(`${file} is invalid: ${issue?.path.join('.')}: ${issue?.message}`)
}

/** Returns the published files of a build. */
function readFiles(dist: string): Map<string, Buffer> {
  const paths = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dist, '/').length))
    .filter((path) => !PRIVATE.test(path))
    .sort()
  const refused = paths.find((path) => !RemoteFile.shape.path.safeParse(path).success)
  if (refused) throw new StartError(`The file name ${refused} is not allowed. Use letters, digits, '.', '_' and '-'.`)
  return new Map(paths.map((path) => [path, readFileSync(join(dist, path))]))
}

function readManifest(name: string, dist: string, files: Iterable<string>): Manifest {
  const missing = `There is no mf-manifest.json in ${dist}. Build with the federation plugin's option manifest: true.`
  const json = readJson(join(dist, 'mf-manifest.json'), missing)
  const problem = loadProblem(json, [...files])
  if (problem) throw new StartError(problem)
  const manifest = Manifest.parse(json)
  // Containers of the same name would replace each other.
  const container = name.replaceAll('-', '_')
  const { globalName } = manifest.metaData
  if (globalName !== container && globalName !== name)
    throw new StartError(`The federation plugin's option name is ${globalName}. Set it to ${container}.`)
  return manifest
}

/** Replaces a file. If scripts contain its hash, they get the new one, and are replaced in turn. */
function replaceFile(files: Map<string, Buffer>, path: string, content: Buffer): void {
  const old = files.get(path) ?? ''
  files.set(path, content)
  for (const kind of ['sha256', 'sha384', 'sha512']) {
    const [before, after] = [old, content].map((text) => createHash(kind).update(text).digest('base64'))
    for (const [script, text] of files) {
      if (!script.endsWith('.js') || !before || !after || !text.includes(before)) continue
      replaceFile(files, script, Buffer.from(text.toString().replaceAll(before, after)))
    }
  }
}

/** Replaces the style sheets by ones that affect only the remote. */
function limitStyles(name: string, files: Map<string, Buffer>): void {
  const sheets = [...files].filter(([path]) => path.endsWith('.css'))
  const limited = scopeStyles(new Map(sheets.map(([path, content]) => [path, content.toString()])), name)
  for (const [path, css] of limited) replaceFile(files, path, Buffer.from(css))
}

/** Returns the oldest version in a range such as `^1.2.0` or `1.x`; undefined for ranges without one. */
function oldestIn(range: unknown): string | undefined {
  const [, major, minor = '0', patch = '0'] = /^[\^~>=v\s]*(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(String(range)) ?? []
  return major && `${major}.${minor}.${patch}`
}

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')

/** Returns the version of the package of a build; 0.0.0 if its manifest does not name it. */
function packageVersionOf({ metaData }: Manifest): string {
  const { buildVersion } = (metaData['buildInfo'] ?? {}) as { buildVersion?: string }
  return Semver.safeParse(buildVersion).data ?? '0.0.0'
}

/**
 * Copies a build to a folder from which it can be published: adds the build description, and limits the style sheets
 * to the remote.
 * @returns the folder, which the caller removes
 * @throws StartError when the build cannot work in the portal
 */
export function prepareBuild({ name, dist, place, contract, sdk }: OutsideBuild): string {
  if (!existsSync(dist)) throw new StartError(`There is no folder ${dist}.`)
  const files = readFiles(dist)
  const manifest = readManifest(name, dist, files.keys())
  limitStyles(name, files)
  const shared = manifest.shared.find((library) => library.name === '@portal/sdk')
  const build = {
    contract: contract ?? packageVersion('@portal/contract'),
    sdk: sdk ?? oldestIn(shared?.requiredVersion) ?? packageVersion('@portal/sdk'),
    place: readPlace(place ?? join(dist, '../remote.json')),
    files: [...files].map(([path, content]) => ({ path, sha256: sha256(content), size: content.length })),
  }
  const dir = mkdtempSync(join(tmpdir(), `${name}-`))
  for (const [path, content] of files) {
    mkdirSync(dirname(join(dir, 'dist', path)), { recursive: true })
    writeFileSync(join(dir, 'dist', path), content)
  }
  const description = { name, version: versionOf(packageVersionOf(manifest), build), ...build }
  writeFileSync(join(dir, 'dist/remote.json'), JSON.stringify(description))
  return dir
}
