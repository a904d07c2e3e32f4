import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { takeLock } from './lock.ts'
import { localSecret } from './stack.ts'

let data: string
const lockFile = () => join(data, 'lock')
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'portal-lock-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

/** Writes a lock as another living process would leave it: the parent of this one. */
function lockOfParent(edit: (entry: string) => string): void {
  const lock = takeLock(data)
  lock.note(process.ppid)
  const entry = readFileSync(lockFile(), 'utf8').split('\n').at(-1) ?? ''
  writeFileSync(lockFile(), edit(entry))
}

it('refuses a folder while the process that took it runs', () => {
  lockOfParent((entry) => entry)
  expect(() => takeLock(data)).toThrow(`A portal already runs on ${data} (process ${process.ppid}).`)
})

it('takes over a lock whose process number belongs to another process now', () => {
  lockOfParent((entry) => entry.replace(/@.*/, '@12345'))
  takeLock(data).release()
})

it('takes over a lock file that is damaged, or of an ended process', () => {
  for (const left of ['garbage', '', '999999999@1', String(process.ppid)]) {
    writeFileSync(lockFile(), left)
    takeLock(data).release()
  }
})

it('says in one sentence why a data folder cannot be used', () => {
  writeFileSync(join(data, 'file'), '')
  expect(() => takeLock(join(data, 'file'))).toThrow(
    /^The data folder .*file cannot be used: there is a file of that name\. Set PORTAL_DATA/,
  )
  expect(() => takeLock(join(data, 'file', 'below'))).toThrow(/part of the path is a file/)
})

it('keeps the signing secret, and refuses a damaged one', () => {
  const secret = localSecret(data)
  expect(localSecret(data)).toBe(secret)
  writeFileSync(join(data, 'auth-secret'), secret.slice(0, 10))
  expect(() => localSecret(data)).toThrow('auth-secret is damaged')
})
