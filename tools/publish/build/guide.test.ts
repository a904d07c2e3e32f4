import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../../shell/kit/build/inputs.ts'

/** Checks that the guides contain the remotes that shell/e2e/outside-remotes.spec.ts builds. */

const GUIDES = ['docs/adding-a-remote.md', 'docs/remotes-elsewhere.md']
  .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  .join('\n')
const textOf = (path: string): string => readFileSync(join(ROOT, 'shell/e2e/outside', path), 'utf8')

it.each([
  'rspack/package.json',
  'rspack/remote.json',
  'rspack/rspack.config.mjs',
  'rspack/src/routes.tsx',
  'rspack/src/styles.css',
  'rspack/tsconfig.json',
  'vite/package.json',
  'vite/vite.config.ts',
  'kit/src/styles.css',
])('shows %s in a guide', (path) => {
  expect(GUIDES).toContain(`\n${textOf(path)}\`\`\`\n`)
})

it.each(['remote.json', 'src/routes.tsx', 'src/styles.css'])('shows %s for Vite, too, apart from the name', (path) => {
  const renamed = textOf(`rspack/${path}`).replaceAll('Stats', 'Charts').replaceAll('stats', 'charts')
  expect(textOf(`vite/${path}`)).toBe(renamed.replace('"order": 90', '"order": 91'))
})
