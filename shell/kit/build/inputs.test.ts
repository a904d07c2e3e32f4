import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { hashOf, ROOT } from './inputs.ts'

const folder = mkdtempSync(join(tmpdir(), 'inputs-'))
afterAll(() => rmSync(folder, { recursive: true }))
const hash = () => hashOf([relative(ROOT, folder), 'no/such/folder'])
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

it('changes the hash only when an input of the build changes', () => {
  write('a.ts', 'one')
  const first = hash()
  expect(hash()).toBe(first)
  write('a.test.ts', 'a test is not built')
  expect(hash()).toBe(first)
  write('a.ts', 'two')
  const second = hash()
  write('b.css', '')
  const third = hash()
  renameSync(join(folder, 'b.css'), join(folder, 'c.css'))
  expect(new Set([first, second, third, hash()]).size).toBe(4)
})
