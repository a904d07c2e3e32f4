import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { compileTypes } from './compile-types.ts'
import type { Change } from './changes.ts'
import { declarationsIn, exportsIn, membersOf } from './declarations.ts'

/** Compares declarations of two releases with the compiler. */

/** Two folders with declarations, and one inside the package, where its imports can be resolved. */
export interface Compared {
  before: string
  after: string
  work: string
}

/** Returns the indexes of the statements about the modules `before` and `after` that the compiler refuses. */
function refused({ before, after, work }: Compared, module: string, statements: readonly string[]): Set<number> {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const from = (folder: string) => JSON.stringify(`./${relative(work, join(folder, module))}.ts`)
  const head = [
    `import type * as before from ${from(before)}`,
    `import type * as after from ${from(after)}`,
    'declare const now: typeof after',
  ]
  const file = join(work, 'check.ts')
  writeFileSync(file, [...head, ...statements].join('\n'))
  // What a declaration imports and the release does not have is in the sources.
  const rootDirs = [before, after, join(before, '../src')]
  const output = compileTypes(work, 'check', { noEmit: true, types: [], rootDirs }, [file])
  const errors = output.split('\n').filter((line) => line.includes('error TS'))
  const lines = errors.map((error) => Number(/check\.ts\((\d+),/.exec(error)?.[1] ?? 0) - head.length - 1)
  if (lines.some((line) => line < 0)) throw new Error(`The declarations cannot be compared:\n${output}`)
  return new Set(lines)
}

const wereAdded = (names: readonly string[]): Change[] =>
  names.map((path) => ({ path, what: 'was added', level: 'minor' }))
const wereRemoved = (names: readonly string[]): Change[] =>
  names.map((path) => ({ path, what: 'was removed', level: 'major' }))

/**
 * Returns the changes of what a package exports. A value may become more specific. A type that code may both create
 * and read must accept and give the same: only optional members can be added.
 */
export function compareExports(folders: Compared): Change[] {
  const [old, fresh] = [exportsIn(folders.before), exportsIn(folders.after)]
  const changed = old.flatMap(({ name, isType, module }) => {
    const next = fresh.find((each) => each.name === name)
    if (!next) return []
    const a = declarationsIn(folders.before, module).get(name)
    const b = declarationsIn(folders.after, next.module).get(name)
    if (!isType) return [{ name, isSame: a?.text === b?.text, check: `typeof before.${name} = now.${name}` }]
    const given = a?.typeParameters ? `<${Array.from({ length: a.typeParameters }, () => 'any').join()}>` : ''
    const [x, y] = [`before.${name}${given}`, `after.${name}${given}`]
    return [
      { name, isSame: a?.text === b?.text, check: `[(a: ${x}) => ${y}, (b: ${y}) => ${x}] = [(a) => a, (b) => b]` },
    ]
  })
  const wrong = refused(
    folders,
    'index',
    changed.map(({ check }, i) => `export const v${i}: ${check}`),
  )
  const names = (list: typeof old, other: typeof old) =>
    list.map(({ name }) => name).filter((name) => !other.some((each) => each.name === name))
  return [
    ...wereRemoved(names(old, fresh)),
    ...wereAdded(names(fresh, old)),
    ...changed.flatMap(({ name, isSame }, i): Change[] => {
      if (wrong.has(i)) return [{ path: name, what: 'is not compatible with existing uses', level: 'major' }]
      return isSame ? [] : [{ path: name, what: 'was extended compatibly', level: 'minor' }]
    }),
  ]
}

/** Statements about the props of a widget: whether the old ones are accepted and used, and the new ones the same. */
const WIDGET_CHECKS = [
  (a: string, b: string) => `(props: ${a}) => ${b} = (props) => props`,
  (a: string, b: string) => `[Exclude<keyof ${a}, keyof ${b}>] extends [never] ? 1 : 2 = 1`,
  (a: string, b: string) => `(props: ${b}) => ${a} = (props) => props`,
  (a: string, b: string) => `[Exclude<keyof ${b}, keyof ${a}>] extends [never] ? 1 : 2 = 1`,
]
/** How many of them must pass for existing uses to work. */
const FOR_EXISTING_USES = 2

/** Returns the changes of the props of widgets, which remotes that are built at different times pass to each other. */
export function compareWidgets(folders: Compared): Change[] {
  const namesIn = (folder: string) => membersOf(folder, 'widgets.d.ts', 'WidgetProps')
  const [old, fresh] = [namesIn(folders.before), namesIn(folders.after)]
  const common = old.filter((name) => fresh.includes(name))
  const checks = common.flatMap((name) =>
    WIDGET_CHECKS.map((check) => check(propsOf('before', name), propsOf('after', name))),
  )
  const wrong = refused(
    folders,
    'widgets',
    checks.map((check, i) => `export const v${i}: ${check}`),
  )
  const changed = common.flatMap((path, i): Change[] => {
    const failed = WIDGET_CHECKS.findIndex((_, j) => wrong.has(i * WIDGET_CHECKS.length + j))
    if (failed < 0) return []
    return failed < FOR_EXISTING_USES
      ? [{ path, what: 'has other props', level: 'major' }]
      : [{ path, what: 'accepts more', level: 'minor' }]
  })
  return [
    ...wereRemoved(old.filter((name) => !fresh.includes(name))),
    ...wereAdded(fresh.filter((name) => !old.includes(name))),
    ...changed,
  ]
}

const propsOf = (release: 'before' | 'after', name: string): string => `${release}.WidgetProps['${name}']`
