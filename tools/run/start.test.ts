import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createClient } from '@libsql/client/http'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { readSettings } from '../command/command.ts'
import { StartError } from '../command/start-error.ts'
import { saveDatabaseUrl } from '../database/database.ts'
import { takeLock } from './lock.ts'
import { startSqld } from './sqld.ts'
import { startStack } from './stack.ts'

/** Starts the portal when it cannot run. */

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'portal-start-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

/** Runs the start command until it ends. Returns its status and what it prints about the problem. */
async function start(port: number, folder: string): Promise<[status: number | null, output: string]> {
  const env = { ...process.env, PORT: String(port), PORTAL_DATA: folder }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [output, [status]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return [status as number | null, output.trim()]
}

it('ends with one line that says why when its port or its data is in use', async () => {
  const server = createServer()
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const locked = join(data, 'locked')
  const lock = takeLock(locked)
  expect(await Promise.all([start(port, data), start(0, locked)])).toEqual([
    [1, `Port ${port} is in use. Set PORT to a free one.`],
    [1, expect.stringMatching(/^Another portal is using .*$/)],
  ])
  lock.release()
})

it('names what is wrong with a port that is not a number', () => {
  vi.stubEnv('PORT', 'seven')
  expect(readSettings).toThrow(new StartError('PORT must be a number from 0 to 65535, not "seven".'))
})

/** Returns why database and worker do not start, in the words that the command prints. */
async function reason(): Promise<string> {
  // The database comes before the worker, so that any file will do.
  const error: unknown = await startStack({ data, port: 0, bundle: import.meta.filename }).catch((e: unknown) => e)
  if (!(error instanceof StartError)) throw error
  return error.message
}

/** Overwrites the beginning of the database files. Returns how many there are. */
function corrupt(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => /\/data(-wal)?$/.test(file))
  for (const file of files)
    writeFileSync(file, Buffer.concat([Buffer.alloc(8192, 0x5a), readFileSync(file).subarray(8192)]))
  return files.length
}

it('starts neither with a damaged database nor with an empty one in place of a missing one', async () => {
  const folder = join(data, 'sqld')
  const sqld = await startSqld(folder)
  const client = createClient({ url: sqld.url })
  await client.batch(['CREATE TABLE texts (text)', "INSERT INTO texts VALUES (printf('%.*c', 50000, 'x'))"])
  client.close()
  await sqld.stop()
  saveDatabaseUrl(data, sqld.url)
  expect(corrupt(folder)).toBeGreaterThan(0)
  expect(await reason()).toMatch(/^The database .*(corrupt|cannot be|did not answer).*$/)
  rmSync(folder, { recursive: true })
  expect(await reason()).toMatch(/^The database in .* is empty, although this portal was used before\..*$/)
})
