import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../command/root.ts'
import type { Change } from './compare-schemas.ts'
import { compileTypes } from './compile-types.ts'

/** The exported types of @portal/sdk, against which remotes are compiled. */

const sdk = join(ROOT, 'shell/sdk')
/** Inside the package, so that imports of the types can be resolved. */
const work = join(sdk, '.cache/release')

const TYPES = { types: ['react'] }

/** Removes comments and the type of the API client, whose routes are compared with the contract. */
const normalize = (text: string): string =>
  text
    .replace(/^export declare const api: [\s\S]*?^(?=export |\/\*\*|type )/m, 'export declare const api: unknown;\n')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\n/gm, '')
    .trim()

/** Returns the declarations of all modules of the sdk as one text, with a line `// file: …` before each module. */
export function sdkSurface(): string {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const out = join(work, 'types')
  compileTypes(work, 'emit', { ...TYPES, declaration: true, emitDeclarationOnly: true, rootDir: ROOT, outDir: out }, [
    join(sdk, 'src/index.ts'),
  ])
  const folder = join(out, 'shell/sdk/src')
  const modules = readdirSync(folder)
    .filter((file) => file.endsWith('.d.ts'))
    .sort()
  // Modules import each other by the names of the source files.
  const sources = readdirSync(join(sdk, 'src'))
  const nameOf = (file: string): string =>
    sources.find((source) => source.replace(/\.tsx?$/, '') === file.replace('.d.ts', '')) ?? file
  const declarationsOf = (file: string): string => normalize(readFileSync(join(folder, file), 'utf8'))
  return `${modules.map((file) => `// file: ${nameOf(file)}\n${declarationsOf(file)}`).join('\n')}\n`
}

const modulesOf = (surface: string): [string, string][] =>
  surface
    .split(/^\/\/ file: /m)
    .filter(Boolean)
    .map((module) => [module.slice(0, module.indexOf('\n')), module.slice(module.indexOf('\n') + 1)])

/** Returns the names that the package exports, with their modules. */
function exportsOf(surface: string): Map<string, string> {
  const index = new Map(modulesOf(surface)).get('index.ts') ?? ''
  const exported = new Map<string, string>()
  for (const [, names = '', module = ''] of index.matchAll(/export (?:type )?\{([^}]*)\} from '\.\/([^']+)'/g)) {
    for (const name of names.split(',')) exported.set(name.replace(/\s*type\s+/, '').trim(), module)
  }
  exported.delete('')
  return exported
}

/** Returns the declaration of a name in its module. */
function declarationOf(surface: string, name: string, module: string): string {
  const text = new Map(modulesOf(surface)).get(module) ?? ''
  const statements = text.split(/^(?=(?:export )?(?:declare|type|interface|import|export)\b)/m)
  return (
    statements.find((s) =>
      new RegExp(`\\b(?:type|interface|const|function|class|let) ${name}\\b`).test(s.split('\n')[0] ?? ''),
    ) ?? ''
  )
}

/** Returns whether a declaration only gained optional members. */
function onlyAddsOptional(before: string, after: string): boolean {
  const [a, b] = [before.split('\n'), after.split('\n')]
  return (
    a.every((line) => b.includes(line)) &&
    b.filter((line) => !a.includes(line)).every((line) => /^\s*(?:readonly )?\w+\?:/.test(line))
  )
}

function writeModules(folder: string, surface: string): void {
  mkdirSync(join(work, folder), { recursive: true })
  for (const [file, text] of modulesOf(surface)) writeFileSync(join(work, folder, file), text)
}

/** Returns the names whose new type is not assignable to the old one, according to the compiler. */
function breakingNames(before: string, after: string, names: readonly string[]): string[] {
  rmSync(work, { recursive: true, force: true })
  writeModules('before', before)
  writeModules('after', after)
  const head = [
    "import type * as before from './before/index.ts'",
    "import type * as after from './after/index.ts'",
    'declare const now: typeof after',
  ]
  const lines = names.map((name, i) => `export const v${i}: typeof before.${name} = now.${name}`)
  writeFileSync(join(work, 'check.ts'), [...head, ...lines].join('\n'))
  const output = compileTypes(work, 'check', { ...TYPES, noEmit: true }, [join(work, 'check.ts')])
  return names.filter((_, i) => output.includes(`check.ts(${head.length + i + 1},`))
}

/** Returns the changes between two surfaces, with the version bump that each requires. */
export function compareSdks(before: string, after: string): Change[] {
  const [a, b] = [exportsOf(before), exportsOf(after)]
  const changes: Change[] = [...b.keys()]
    .filter((name) => !a.has(name))
    .map((name) => ({ path: name, what: 'was added', level: 'minor' }))
  const values: string[] = []
  for (const [name, module] of a) {
    const next = b.get(name)
    if (next === undefined) {
      changes.push({ path: name, what: 'was removed', level: 'major' })
      continue
    }
    const [old, fresh] = [declarationOf(before, name, module), declarationOf(after, name, next)]
    if (old === fresh) continue
    if (/^(?:export )?declare/.test(old)) values.push(name)
    else changes.push({ path: name, what: 'has changed', level: onlyAddsOptional(old, fresh) ? 'minor' : 'major' })
  }
  const wrong = values.length > 0 ? breakingNames(before, after, values) : []
  for (const name of values) {
    const breaks = wrong.includes(name)
    changes.push({
      path: name,
      what: breaks ? 'is not compatible with existing uses' : 'was extended compatibly',
      level: breaks ? 'major' : 'minor',
    })
  }
  return changes
}
