import { expect, it } from 'vitest'
import { ENTRY, filesOf } from '../../testing/remotes.ts'
import { entryOf, loadProblem } from './check-manifest.ts'

const FILES = filesOf('1.0.0')
const MANIFEST = FILES['mf-manifest.json'] ?? ''

/** Returns the problem of a build whose manifest has this text replaced. */
const problemWith = (text: string, replacement: string): string | undefined =>
  loadProblem(JSON.parse(MANIFEST.replaceAll(text, replacement)), Object.keys(FILES))

it.each([
  ['"type":"global"', '"type":"global"', undefined],
  ['"type":"global"', '"type":"module"', undefined],
  ['"name":"react"', '"name":"react/jsx-runtime"', undefined],
  ['"type":"global"', '"type":"commonjs-module"', 'The shell cannot load an entry of the type commonjs-module.'],
  ['"name":"routes"', '"name":"other"', 'The build does not expose ./routes.'],
  ['a.css', 'b.css', 'The manifest names b.css, but the build does not contain it.'],
  [ENTRY, 'other.js', 'The manifest names other.js, but the build does not contain it.'],
  ['"publicPath":"auto"', '"publicPath":"/"', 'It loads its files from /.'],
  ['"publicPath":"auto"', '"getPublicPath":"return 1"', 'does not allow getPublicPath'],
  ['"name":"react"', '"name":"preact"', 'The build does not share react as a singleton'],
  ['"singleton":true', '"singleton":false', 'The build does not share react as a singleton'],
  ['@tanstack/react-router', 'react-router', 'The build does not share @tanstack/react-router as a singleton'],
  ['"exposes"', '"modules"', 'mf-manifest.json is not a manifest of Module Federation: exposes:'],
])(
  'names the reason why a build does not load when its manifest has %s replaced by %s',
  (text, replacement, reason) => {
    if (reason === undefined) expect(problemWith(text, replacement)).toBeUndefined()
    else expect(problemWith(text, replacement)).toContain(reason)
  },
)

it.each([
  [{ path: '', name: 'remoteEntry.js' }, 'remoteEntry.js'],
  [{ path: './', name: 'remoteEntry.js' }, 'remoteEntry.js'],
  [{ path: 'static/js/', name: 'remoteEntry.js' }, 'static/js/remoteEntry.js'],
])('returns the path of the entry when the manifest contains %j', (entry, path) => {
  expect(entryOf({ ...entry, type: 'global' })).toBe(path)
})
