// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { containerScript, type RemoteCode } from './container-script.ts'
import { smokeTest } from './smoke-test.ts'

let into = ''
beforeAll(() => {
  into = mkdtempSync(join(tmpdir(), 'smoke-'))
})
afterAll(() => rmSync(into, { recursive: true }))

/** Writes a build that consists of an entry script. Returns its folder and description. */
function buildOf(code: RemoteCode) {
  const dir = mkdtempSync(join(into, 'build-'))
  mkdirSync(join(dir, 'dist'))
  const manifest = {
    id: 'mf_x',
    name: 'mf_x',
    metaData: {
      name: 'mf_x',
      globalName: 'mf_x',
      buildInfo: { buildName: 'mf-x', buildVersion: '1.0.0' },
      publicPath: 'auto',
      remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global' },
      types: { name: '', path: '', zip: '', api: '' },
    },
    shared: [],
    remotes: [],
    exposes: [
      {
        id: 'mf_x:routes',
        name: 'routes',
        path: './routes',
        assets: { js: { sync: [], async: [] }, css: { sync: [], async: [] } },
      },
    ],
  }
  const build = {
    name: 'mf-x',
    version: '1.0.0',
    contract: '1.0.0',
    sdk: '1.0.0',
    place: { routes: ['/x'], role: 'bookkeeper' as const, nav: null },
    files: ['mf-manifest.json', 'remoteEntry.js'].map((path) => ({ path, sha256: '0'.repeat(64), size: 1 })),
  }
  const files = { 'mf-manifest.json': JSON.stringify(manifest), 'remoteEntry.js': containerScript('mf_x', code) }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(dir, 'dist', path), text)
  return { dir, build }
}

/** Statements that add a style sheet to a parent. */
const style = (parent: string, css: string) => `
  {
    const style = document.createElement('style')
    style.textContent = ${JSON.stringify(css)}
    ${parent}.append(style)
  }`

const LIMITED = "@scope ([data-remote='mf-x']) to (:scope [data-remote]) { p { top: 0 } }"
const LIMITED_ONLY = `
  useEffect(() => {
    void shared('sonner').then(({ toast }) => toast('Saved.'))
    ${style("document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })", 'p { top: 0 }')}
  })
  return createElement('div', {}, createElement('style', {}, ${JSON.stringify(LIMITED)}))`

it.each<[string, RemoteCode, string | undefined]>([
  ['it works', {}, undefined],
  ['a page shows no error of the API', { page: "throw new ApiError({ title: 'Not found' })" }, undefined],
  ['its script throws', { entry: "throw new Error('broken')" }, '/x: Error: broken'],
  ['its script never ends', { entry: 'for (;;);' }, '/x was not shown within 1.5 s.'],
  ['a page throws', { page: "throw new Error('no data')" }, '/x: Error: no data'],
  ['a page throws after it was shown', { page: 'useEffect(() => { undefined.x }); return createElement("p")' }, '/x: '],
  ['a page stays empty', { page: 'return null' }, '/x was not shown within 1.5 s.'],
  ['it reads a token', { page: "return createElement('p', {}, process.env.HOME.length)" }, '/x: TypeError'],
  ['styles are limited to it', { entry: style('document.head', LIMITED), page: LIMITED_ONLY }, undefined],
  ['its script adds styles', { entry: style('document.head', `${LIMITED} .btn { top: 0 }`) }, 'the style rule .btn,'],
  ['a page renders styles', { page: "return createElement('style', {}, 'body { top: 0 }')" }, 'the style rule body,'],
  [
    'its script inserts a rule',
    { entry: `${style('document.body', LIMITED)} document.styleSheets[0].insertRule('p { top: 0 }')` },
    'the style rule p,',
  ],
  [
    'its script adopts a style sheet',
    { entry: "const s = new CSSStyleSheet(); s.replace('i { top: 0 }'); document.adoptedStyleSheets.push(s)" },
    'the style rule i,',
  ],
])('returns the expected problem when %s', async (_, code, problem) => {
  const { dir, build } = buildOf(code)
  const found = await smokeTest(dir, build, problem?.includes('within') ? 1500 : undefined)
  if (problem === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(problem)
})
