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

/** Writes the lock of another running process: the parent of this one. */
function writeParentLock(edit: (entry: string) => string): void {
  const lock = takeLock(data)
  lock.recordDatabase(process.ppid)
  const entry = readFileSync(lockFile(), 'utf8').split('\n').at(-1) ?? ''
  writeFileSync(lockFile(), edit(entry))
}

it('refuses a folder when another running process holds its lock', () => {
  writeParentLock((entry) => entry)
  expect(() => takeLock(data)).toThrow(`Another portal is using ${data} (process ${process.ppid}).`)
})

it('takes over a lock when its process id now belongs to another process', () => {
  writeParentLock((entry) => entry.replace(/@.*/, '@12345'))
  takeLock(data).release()
})

it('takes over a lock file when it is damaged or its process has ended', () => {
  for (const content of ['garbage', '', '999999999@1', String(process.ppid)]) {
    writeFileSync(lockFile(), content)
    takeLock(data).release()
  }
})

it('reports the reason when a data folder cannot be used', () => {
  writeFileSync(join(data, 'file'), '')
  expect(() => takeLock(join(data, 'file'))).toThrow(
    /^The data folder .*file cannot be used: a file with this name exists\. Set PORTAL_DATA/,
  )
  expect(() => takeLock(join(data, 'file', 'below'))).toThrow(/part of the path is a file/)
})

it('keeps the signing secret, and throws when its file is damaged', () => {
  const secret = localSecret(data)
  expect(localSecret(data)).toBe(secret)
  writeFileSync(join(data, 'auth-secret'), secret.slice(0, 10))
  expect(() => localSecret(data)).toThrow('auth-secret is damaged')
})
