import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../command/root.ts'
import type { Change } from './compare-schemas.ts'
import { compileTypes } from './compile-types.ts'

/** The props of widgets, which remotes that are built at different times pass to each other. */

/** Inside the contract, so that imports of its other modules can be resolved. */
const work = join(ROOT, 'worker/contract/.cache/widgets')

/** Returns the types of the widgets without comments. */
export const widgetSurface = (): string =>
  readFileSync(join(ROOT, 'worker/contract/src/widgets.ts'), 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\n/gm, '')

/** Returns the names of the widgets. */
const namesIn = (surface: string): string[] => [...surface.matchAll(/^ {2}'([^']+)':/gm)].map(([, name = '']) => name)

/** Properties of a widget that the compiler checks: whether old props are accepted, and new ones were added. */
const CHECKS = {
  accepted: (name: string) => `(props: Before['${name}']) => After['${name}'] = (props) => props`,
  kept: (name: string) => `[Exclude<keyof Before['${name}'], keyof After['${name}']>] extends [never] ? 1 : 2 = 1`,
  same: (name: string) => `(props: After['${name}']) => Before['${name}'] = (props) => props`,
  noMore: (name: string) => `[Exclude<keyof After['${name}'], keyof Before['${name}']>] extends [never] ? 1 : 2 = 1`,
}
type Check = keyof typeof CHECKS

/** Returns a function that says whether a check of a widget passed. */
function checkAll(before: string, after: string, names: readonly string[]): (name: string, check: Check) => boolean {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  for (const [file, text] of Object.entries({ before, after }))
    writeFileSync(join(work, `${file}.ts`), text.replaceAll("from './", "from '../../src/"))
  const checks = names.flatMap((name) => (Object.keys(CHECKS) as Check[]).map((check) => ({ name, check })))
  const lines = [
    "import type { WidgetProps as Before } from './before.ts'",
    "import type { WidgetProps as After } from './after.ts'",
    ...checks.map(({ name, check }, i) => `export const v${i}: ${CHECKS[check](name)}`),
  ]
  writeFileSync(join(work, 'check.ts'), lines.join('\n'))
  const output = compileTypes(work, 'check', { noEmit: true, types: [] }, [join(work, 'check.ts')])
  const [failure] = output.split('\n').filter((line) => line.includes('error TS') && !line.includes('check.ts('))
  if (failure) throw new Error(`The props of widgets cannot be compared: ${failure}`)
  return (name, check) => {
    const line = checks.findIndex((each) => each.name === name && each.check === check) + 3
    return !output.includes(`check.ts(${line},`)
  }
}

/** Returns the changes of widgets and their props, with the version bump that each requires. */
export function compareWidgets(before: string, after: string): Change[] {
  if (before === after) return []
  const [old, fresh] = [namesIn(before), namesIn(after)]
  const common = old.filter((name) => fresh.includes(name))
  const passes = checkAll(before, after, common)
  const change = (name: string, what: string, level: Change['level']): Change => ({
    path: `widget ${name}`,
    what,
    level,
  })
  return [
    ...old.filter((name) => !fresh.includes(name)).map((name) => change(name, 'was removed', 'major')),
    ...fresh.filter((name) => !old.includes(name)).map((name) => change(name, 'was added', 'minor')),
    ...common.flatMap((name) => {
      if (!passes(name, 'accepted')) return [change(name, 'does not accept the props of existing uses', 'major')]
      if (!passes(name, 'kept')) return [change(name, 'ignores props of existing uses', 'major')]
      return passes(name, 'same') && passes(name, 'noMore') ? [] : [change(name, 'was extended compatibly', 'minor')]
    }),
  ]
}
