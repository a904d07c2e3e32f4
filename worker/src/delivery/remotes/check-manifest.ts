import * as z from 'zod'

const Assets = z.object({
  js: z.object({ sync: z.array(z.string()) }),
  css: z.object({ sync: z.array(z.string()) }),
})

/** The used properties of a federation manifest. Others are kept. */
export const Manifest = z.looseObject({
  metaData: z.looseObject({
    globalName: z.string(),
    publicPath: z.string().optional(),
    remoteEntry: z.looseObject({ name: z.string(), path: z.string(), type: z.string() }),
  }),
  shared: z.array(
    z.looseObject({
      name: z.string(),
      singleton: z.boolean().optional(),
      requiredVersion: z.union([z.string(), z.literal(false)]).optional(),
    }),
  ),
  exposes: z.array(z.looseObject({ name: z.string(), assets: Assets })),
})
export type Manifest = z.infer<typeof Manifest>

/** Returns the path of the entry script in a build. */
export const entryOf = ({ path, name }: Manifest['metaData']['remoteEntry']): string =>
  [...path.split('/'), name].filter((part) => part !== '' && part !== '.').join('/')

/** Returns whether the scripts of a build are modules. */
export const isModule = ({ metaData }: Manifest): boolean => ['module', 'esm'].includes(metaData.remoteEntry.type)

/** Types of entry scripts that the shell can load. */
const TYPES: readonly string[] = ['global', 'var', 'module', 'esm']
/** Libraries that work only if they come from the shell. A manifest names those that the build imports. */
const SHARED = [['react', 'react/jsx-runtime'], ['@tanstack/react-router']]

/** Returns the paths of the files that a manifest names, each once. */
export const filesIn = ({ metaData, exposes }: Manifest): string[] => [
  ...new Set([
    entryOf(metaData.remoteEntry),
    ...exposes.flatMap(({ assets }) => [...assets.js.sync, ...assets.css.sync]),
  ]),
]

/** Returns why the shell cannot load a build with these files, or undefined. */
export function loadProblem(manifest: unknown, files: readonly string[]): string | undefined {
  const parsed = Manifest.safeParse(manifest)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return `mf-manifest.json is not a manifest of Module Federation: ${issue?.path.join('.')}: ${issue?.message}.`
  }
  const { metaData, shared, exposes } = parsed.data
  if (!exposes.some((expose) => expose.name === 'routes')) return 'The build does not expose ./routes.'
  const { type } = metaData.remoteEntry
  if (!TYPES.includes(type))
    return `The shell cannot load an entry of the type ${type}. Possible types: ${TYPES.join(', ')}.`
  const missing = filesIn(parsed.data).find((file) => !files.includes(file))
  if (missing) return `The manifest names ${missing}, but the build does not contain it.`
  if ('getPublicPath' in metaData) return 'The Content-Security-Policy does not allow getPublicPath. Remove it.'
  if (!['auto', '', undefined].includes(metaData.publicPath))
    return `It loads its files from ${metaData.publicPath}. Use publicPath: 'auto' (Rspack) or base: './' (Vite).`
  const copied = SHARED.find((names) => !shared.some((entry) => names.includes(entry.name) && entry.singleton === true))
  if (copied) return `The build does not share ${copied[0]} as a singleton, so it would use a copy of its own.`
  return undefined
}
