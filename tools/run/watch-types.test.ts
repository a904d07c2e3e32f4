import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { waitFor } from '@portal/contract/testing/wait-for'
import { afterAll, expect, it } from 'vitest'
import { watchTypes } from './watch-types.ts'

const root = mkdtempSync(join(tmpdir(), 'portal-types-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('prints type errors when a file changes, and reports when they are fixed', async () => {
  process.env['PATH'] = [join(import.meta.dirname, '../../node_modules/.bin'), process.env['PATH']].join(delimiter)
  mkdirSync(join(root, 'src'))
  const file = join(root, 'src/page.ts')
  writeFileSync(join(root, 'tsconfig.json'), '{ "compilerOptions": { "noEmit": true }, "include": ["src"] }')
  writeFileSync(file, 'export const label: string = 1\n')
  const printed: string[] = []
  const stop = watchTypes({ root, sources: ['src'], print: (text) => printed.push(text) })
  const waitForOutput = (text: string): Promise<void> => waitFor(() => expect(printed.at(-1)).toContain(text))
  await waitForOutput("src/page.ts(1,14): error TS2322: Type 'number' is not assignable to type 'string'.")
  writeFileSync(file, "export const label: string = 'one'\n")
  await waitForOutput('No more type errors.')
  writeFileSync(file, 'export const label: string = true\n')
  await waitForOutput("Type 'boolean' is not assignable")
  await stop()
  const stopEarly = watchTypes({ root, sources: ['src'], print: (text) => printed.push(text) })
  printed.length = 0
  await stopEarly()
  expect(printed).toEqual([])
})
