import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { DEMO_BOOKKEEPER, DEMO_PASSWORD } from '../../tools/seed/people.ts'
import { type Portal, startPortal } from './portal.ts'
import { commandOf, descendants } from './processes.ts'

/** Kills the portal during writes, and starts it when it cannot run. */

interface Api {
  get<T>(path: string): Promise<T>
  post(path: string, body: unknown): Promise<Response>
}

async function signIn(url: string): Promise<Api> {
  const credentials = JSON.stringify({ email: DEMO_BOOKKEEPER.email, password: DEMO_PASSWORD, portal: 'bookkeeper' })
  const response = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: credentials,
  })
  const { access_token: token } = (await response.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return {
    get: async <T>(path: string) => (await (await fetch(`${url}/api${path}`, { headers })).json()) as T,
    post: (path, body) => fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  }
}

/** Sends messages until the portal stops answering. @returns the acknowledged messages */
async function sendUntilDead(
  api: Api,
  thread: string,
  label: string,
  after: number,
  kill: () => void,
): Promise<string[]> {
  const acknowledged: string[] = []
  let killed = false
  const send = async (n: number) => {
    for (let i = 0; i < 5000; i++) {
      const message = `${label} ${n}.${i}`
      try {
        const response = await api.post(`/chat/threads/${thread}/messages`, { message })
        await response.text()
        if (response.ok) acknowledged.push(message)
        else if (killed) return
      } catch {
        return
      }
      if (!killed && acknowledged.length >= after) {
        killed = true
        kill()
      }
    }
  }
  await Promise.all([1, 2, 3, 4].map(send))
  return acknowledged
}

async function allMessages(api: Api, thread: string): Promise<string[]> {
  const messages: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { items: { message: string }[]; next: string | null } = await api.get(
      `/chat/threads/${thread}/messages?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    )
    messages.push(...page.items.map((m) => m.message))
    cursor = page.next
  }
  return messages
}

async function firstThread(api: Api): Promise<string> {
  const { items } = await api.get<{ items: { id: string }[] }>('/chat/threads')
  const [thread] = items
  if (!thread) throw new Error('the demo data has no thread')
  return thread.id
}

test('keeps all acknowledged messages when every process is killed during writes', async () => {
  const data = mkdtempSync(join(tmpdir(), 'portal-faults-'))
  let portal: Portal = await startPortal(data)
  const steps = ['Building what has changed', 'Starting the database', 'Publishing the remotes', 'Ready']
  expect(portal.printed).toMatch(new RegExp(steps.map((step) => String.raw`^\[ *[\d.]+ s\] ${step}`).join('[^]*'), 'm'))
  const acknowledged: string[] = []
  let thread = ''
  for (const round of ['first', 'second']) {
    const api = await signIn(portal.url)
    thread ||= await firstThread(api)
    const { process: main } = portal
    const ended = new Promise((resolve) => main.once('exit', resolve))
    const pids = [main.pid ?? 0, ...descendants(main.pid ?? 0)]
    acknowledged.push(
      ...(await sendUntilDead(api, thread, round, 40, () => pids.forEach((pid) => process.kill(pid, 'SIGKILL')))),
    )
    await ended
    portal = await startPortal(data)
  }
  const api = await signIn(portal.url)
  const stored = await allMessages(api, thread)
  expect(acknowledged.length).toBeGreaterThan(79)
  expect(acknowledged.filter((m) => !stored.includes(m))).toEqual([])
  expect(stored.length).toBe(new Set(stored).size)
  await portal.stop()
  rmSync(data, { recursive: true, force: true })
})

test('exits with a message and keeps all data when the database server is killed', async () => {
  const portal = await startPortal()
  const api = await signIn(portal.url)
  const thread = await firstThread(api)
  let output = ''
  portal.process.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const ended = new Promise<number | null>((resolve) => portal.process.once('exit', resolve))
  const sqld = descendants(portal.process.pid ?? 0).find((pid) => commandOf(pid).includes('sqld'))
  const acknowledged = await sendUntilDead(api, thread, 'sqld', 20, () => process.kill(sqld ?? 0, 'SIGKILL'))
  expect(await ended).toBe(1)
  expect(output).toContain('The database server ended unexpectedly.')
  const again = await startPortal(portal.data)
  const stored = await allMessages(await signIn(again.url), thread)
  expect(acknowledged.filter((m) => !stored.includes(m))).toEqual([])
  await again.stop()
  rmSync(portal.data, { recursive: true, force: true })
})

/** Runs the start command until it ends. */
function startAndFail(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../tools/run/start.ts')], {
      env: { ...process.env, ...env },
    })
    let output = ''
    child.stdout.on('data', () => undefined)
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.once('exit', (code) => resolve({ code, output: output.trim() }))
  })
}

test('prints one line with the reason when the portal cannot start', async () => {
  const data = mkdtempSync(join(tmpdir(), 'portal-start-'))
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const address = taken.address()
  const port = String(address && typeof address === 'object' ? address.port : 0)
  expect(await startAndFail({ PORT: port, PORTAL_DATA: data })).toEqual({
    code: 1,
    output: `Port ${port} is in use. Set PORT to a free one.`,
  })
  taken.close()
  expect(await startAndFail({ PORT: 'seven', PORTAL_DATA: data })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^PORT must be a number.*$/),
  })
  const portal = await startPortal(data)
  expect(await startAndFail({ PORT: '0', PORTAL_DATA: data })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Another portal is using .*$/),
  })
  const below = descendants(portal.process.pid ?? 0)
  await portal.stop()
  // Stopping ends all processes.
  expect(below.length).toBeGreaterThan(1)
  await expect.poll(() => below.filter((pid) => /sqld|workerd/.test(commandOf(pid)))).toEqual([])
  // New publishing tokens are issued when the stored ones are damaged or belong to another database.
  for (const tokens of ['garbage', JSON.stringify({ 'mf-clients': 'x'.repeat(43) })]) {
    writeFileSync(join(data, 'remote-tokens.json'), tokens)
    await (await startPortal(data)).stop()
  }
  corrupt(join(data, 'sqld'))
  const broken = await startAndFail({ PORT: '0', PORTAL_DATA: data })
  expect(broken.code).toBe(1)
  expect(broken.output).toMatch(/^The database .*(corrupt|cannot be|did not answer).*$/)
  // A missing database is not replaced by an empty one.
  rmSync(join(data, 'sqld'), { recursive: true })
  expect(await startAndFail({ PORT: '0', PORTAL_DATA: data })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The database in .* is empty, although this portal was used before\..*$/),
  })
  rmSync(data, { recursive: true, force: true })
})

/** Overwrites the beginning of the database files. */
function corrupt(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile() && /(^|\/)data(-wal)?$/.test(file))
      writeFileSync(file, Buffer.concat([Buffer.alloc(8192, 0x5a), readFileSync(file).subarray(8192)]))
  }
}

test('leaves no process behind when it is stopped while it starts', async () => {
  const data = mkdtempSync(join(tmpdir(), 'portal-start-'))
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../tools/run/start.ts')], {
    env: { ...process.env, PORT: '0', PORTAL_DATA: data },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const databases = () => descendants(child.pid ?? 0).filter((pid) => commandOf(pid).includes('sqld'))
  let database: number | undefined
  await expect.poll(() => (database = databases()[0]), { intervals: [10] }).toBeDefined()
  child.kill('SIGTERM')
  await ended
  await expect.poll(() => commandOf(database ?? 0)).toBe('')
  rmSync(data, { recursive: true, force: true })
})
