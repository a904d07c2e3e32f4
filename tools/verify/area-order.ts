import { globSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'

/**
 * Part of `pnpm verify`: checks that areas of the worker import each other in one direction. An area may import from
 * itself and from earlier layers; areas of the same layer do not import each other, except in the first.
 */

const SRC = join(import.meta.dirname, '../../worker/src')

/** Areas that all others use. They may import each other. */
const PLATFORM = [
  'audit',
  'crypto',
  'db',
  'http',
  'limits',
  'mail',
  'net',
  'outbox',
  'search',
  'storage',
  'time',
] as const

const LAYERS: readonly (readonly string[])[] = [
  PLATFORM,
  ['auth', 'webhooks'],
  ['delivery/operators'],
  ['notifications', 'profile', 'delivery/remotes'],
  ['delivery/vitals'],
  ['delivery/flags', 'delivery', 'starters', 'health'],
  ['sections'],
  ['workforms'],
  ['assignments', 'chat'],
  ['files'],
  ['client-portal', 'clients', 'review', 'usage'],
  ['agent', 'dashboard', 'firm-mail', 'inbound', 'quick-search', 'realtime'],
  ['dispatcher'],
  ['docs', 'dev', 'testing'],
]

const layerOf = (area: string): number => LAYERS.findIndex((layer) => layer.includes(area))
/** Returns the area of a path below worker/src, or undefined for files directly in it. `delivery` has several. */
const areaOf = (path: string): string | undefined =>
  /^delivery\/[^/]+(?=\/)/.exec(path)?.[0] ?? (path.includes('/') ? path.split('/')[0] : undefined)

/** Returns a message for each import of a later layer, or of another area of the same layer. */
function wrongImports(path: string): string[] {
  const area = areaOf(path)
  if (area === undefined) return []
  const text = readFileSync(join(SRC, path), 'utf8')
  return [...text.matchAll(/from '(\.[^']+)'/g)].flatMap(([, target = '']) => {
    const imported = normalize(join(path, '..', target))
    const other = areaOf(imported)
    if (other === undefined || other === area || imported.startsWith('..')) return []
    const [mine, theirs] = [layerOf(area), layerOf(other)]
    if (mine < 0 || theirs < 0) return [`${path} imports ${imported}: add the area to tools/verify/area-order.ts`]
    return theirs < mine || (mine === 0 && theirs === 0)
      ? []
      : [`${path} must not import ${imported}: its layer is not earlier`]
  })
}

const problems = globSync('**/*.ts', { cwd: SRC })
  .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('testing/'))
  .flatMap(wrongImports)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
