import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Declaration, parseSync, type Program } from 'oxc-parser'
import { ROOT } from '../command/root.ts'
import { compileTypes } from './compile-types.ts'

/** Declarations of a package: what the compiler writes for its sources, and what is declared in them. */

/** Stands for the type of the API client, whose routes are compared with the OpenAPI document. */
const API = 'export type Api = never'

/**
 * Writes the declarations of a source file into a folder.
 * @param source `alone`: without those of the files that it imports from the same folder
 */
export function writeDeclarations(source: { folder: string; file: string; alone?: boolean }, into: string): void {
  const work = join(ROOT, '.cache/declarations')
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  writeFileSync(join(work, 'api.d.ts'), API)
  const options = {
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    removeComments: true,
    types: [],
    noResolve: source.alone,
    paths: { '@portal/worker/client': [join(work, 'api.d.ts')] },
    // Packages import each other as sources, whose declarations are written, too.
    rootDir: ROOT,
    outDir: join(work, 'out'),
  }
  compileTypes(work, 'emit', options, [join(ROOT, source.folder, source.file)])
  cpSync(join(work, 'out', source.folder), into, { recursive: true })
}

const parse = (file: string): { program: Program; text: string; exports: Exported[] } => {
  const text = readFileSync(file, 'utf8')
  const { program, module } = parseSync(file, text)
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName, isType, moduleRequest }) => ({
      name: exportName.name ?? '',
      isType,
      module: moduleRequest?.value ?? '',
    })),
  )
  return { program, text, exports }
}

/** What a package exports. */
export interface Exported {
  name: string
  isType: boolean
  /** The module that declares it, as `index.d.ts` names it. */
  module: string
}

/** Returns what the `index.d.ts` in a folder exports. */
export const exportsIn = (folder: string): Exported[] => parse(join(folder, 'index.d.ts')).exports

/** A declaration in the source of a module. */
interface Declared {
  text: string
  typeParameters: number
}

const namesOf = (node: Declaration): string[] =>
  node.type === 'VariableDeclaration'
    ? node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
    : 'id' in node && node.id?.type === 'Identifier'
      ? [node.id.name]
      : []

/** Returns the declarations of a module by name. */
export function declarationsIn(folder: string, module: string): Map<string, Declared> {
  const { program, text } = parse(join(folder, module.replace(/\.tsx?$/, '.d.ts')))
  const found = new Map<string, Declared>()
  for (const statement of program.body) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (!node || !('type' in node)) continue
    const parameters = 'typeParameters' in node ? (node.typeParameters?.params.length ?? 0) : 0
    for (const name of namesOf(node as Declaration)) {
      // Overloads belong together.
      const earlier = found.get(name)?.text ?? ''
      found.set(name, { text: earlier + text.slice(node.start, node.end), typeParameters: parameters })
    }
  }
  return found
}

/** Returns the members of an interface that is declared in a module. */
export function membersOf(folder: string, module: string, name: string): string[] {
  const { program } = parse(join(folder, module))
  return program.body.flatMap((statement) => {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (node?.type !== 'TSInterfaceDeclaration' || node.id.name !== name) return []
    return node.body.body.flatMap((member) =>
      member.type === 'TSPropertySignature' && member.key.type === 'Literal' ? [String(member.key.value)] : [],
    )
  })
}
