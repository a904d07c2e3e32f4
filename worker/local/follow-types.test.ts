import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { followTypes } from './follow-types.ts'

const root = mkdtempSync(join(tmpdir(), 'portal-types-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('prints type errors after an edit, and says when they are gone', async () => {
  process.env['PATH'] = [join(import.meta.dirname, '../../node_modules/.bin'), process.env['PATH']].join(delimiter)
  mkdirSync(join(root, 'src'))
  const file = join(root, 'src/page.ts')
  writeFileSync(join(root, 'tsconfig.json'), '{ "compilerOptions": { "noEmit": true }, "include": ["src"] }')
  writeFileSync(file, 'export const label: string = 1\n')
  const said: string[] = []
  const stop = followTypes({ root, sources: ['src'], say: (text) => said.push(text) })
  const heard = (text: string): Promise<void> =>
    vi.waitFor(() => expect(said.at(-1)).toContain(text), { timeout: 30_000, interval: 50 })
  await heard("src/page.ts(1,14): error TS2322: Type 'number' is not assignable to type 'string'.")
  writeFileSync(file, "export const label: string = 'one'\n")
  await heard('No type errors any more.')
  writeFileSync(file, 'export const label: string = true\n')
  await heard("Type 'boolean' is not assignable")
  await stop()
  const stopEarly = followTypes({ root, sources: ['src'], say: (text) => said.push(text) })
  said.length = 0
  await stopEarly()
  expect(said).toEqual([])
})
