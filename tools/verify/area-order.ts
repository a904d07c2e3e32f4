import { globSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'

/**
 * Part of `pnpm verify`: checks that files of the worker import each other in one direction. A file may import from its
 * own area, from earlier areas of its wing, and from earlier wings. Areas of the platform may import each other. The
 * files that make an application of all areas may import everything.
 */

const SRC = join(import.meta.dirname, '../../worker/src')

/** Areas in the order in which they may import each other, by wing. Areas of one row do not import each other. */
const LAYERS: readonly (readonly string[])[] = [
  ['platform'],
  ['portal/auth', 'portal/webhooks'],
  ['portal/notifications', 'portal/profile', 'portal/starters'],
  ['portal/sections'],
  ['portal/workforms'],
  ['portal/assignments', 'portal/chat'],
  ['portal/files'],
  ['portal/client-portal', 'portal/clients', 'portal/review', 'portal/usage'],
  ['portal/agent', 'portal/dashboard', 'portal/firm-mail', 'portal/inbound', 'portal/quick-search'],
  ['delivery/operators'],
  ['delivery/remotes'],
  ['delivery/vitals'],
  ['delivery', 'delivery/flags'],
  ['app'],
  ['dev', 'testing'],
]

/** Files directly in `worker/src` that belong to the application. The others are part of the platform. */
const APPLICATION = ['app.ts', 'background.ts', 'index.ts']

const layerOf = (area: string): number => LAYERS.findIndex((layer) => layer.includes(area))

/** Returns the area of a path below worker/src. */
function areaOf(path: string): string {
  const [wing = '', area = '', ...more] = path.split('/')
  if (area === '') return APPLICATION.includes(path) ? 'app' : 'platform'
  // Some files of delivery are for all of its areas.
  return wing === 'portal' || (wing === 'delivery' && more.length > 0) ? `${wing}/${area}` : wing
}

/** Returns a message for each import of a later layer, or of another area of the same layer. */
function wrongImports(path: string): string[] {
  const area = areaOf(path)
  const text = readFileSync(join(SRC, path), 'utf8')
  return [...text.matchAll(/from '(\.[^']+)'/g)].flatMap(([, target = '']) => {
    const imported = normalize(join(path, '..', target))
    if (imported.startsWith('..')) return []
    const other = areaOf(imported)
    if (other === area) return []
    const [mine, theirs] = [layerOf(area), layerOf(other)]
    if (mine < 0 || theirs < 0) return [`${path} imports ${imported}: add the area to tools/verify/area-order.ts`]
    return theirs < mine ? [] : [`${path} must not import ${imported}: its layer is not earlier`]
  })
}

const problems = globSync('**/*.ts', { cwd: SRC })
  .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('testing/'))
  .flatMap(wrongImports)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
