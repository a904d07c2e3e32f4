import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configOf, REMOTES } from '../worker/local/build.ts'
import { publishRemote } from '../worker/local/publish.ts'
import { compile } from '../shell/kit/build/compile.ts'
import { ratioRow, type Row } from './table.ts'

const root = join(import.meta.dirname, '..')
const ROUNDS = 5
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/**
 * What publishing costs beside the build that it begins with: a remote built from a warm cache, then sent to a portal that has every file but
 * those that an edit changes, checked and switched. Alternating, so that a busy machine slows both.
 */
export async function publishRows(portal: { url: string; data: string }): Promise<Row[]> {
  const name = REMOTES.find((remote) => remote === 'mf-clients') ?? ''
  const token =
    (JSON.parse(readFileSync(join(portal.data, 'remote-tokens.json'), 'utf8')) as Record<string, string>)[name] ?? ''
  const build = async () => compile([await configOf(name, 'production')])
  await build()
  const [builds, whole]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const built = await timed(build)
    const dir = mkdtempSync(join(tmpdir(), 'bench-publish-'))
    cpSync(join(root, name, 'dist'), join(dir, 'dist'), { recursive: true })
    const description = join(dir, 'dist/remote.json')
    const { version, ...rest } = JSON.parse(readFileSync(description, 'utf8')) as { version: string }
    writeFileSync(description, JSON.stringify({ version: `9.0.${round}-${version}`, ...rest }))
    const sent = await timed(() => publishRemote({ url: portal.url, token, dir }))
    rmSync(dir, { recursive: true })
    builds.push(built)
    whole.push(built + sent)
  }
  return [
    ratioRow('Publish a remote, cache warm, to its build alone', median(whole) / 1000, median(builds) / 1000, 's', 3),
  ]
}
