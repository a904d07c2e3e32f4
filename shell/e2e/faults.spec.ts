import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { DEMO_BOOKKEEPER, DEMO_PASSWORD } from '../../tools/seed/people.ts'
import { type Portal, startPortal } from './portal.ts'
import { commandOf, descendants } from './processes.ts'

/** Kills the portal during writes, and stops it while it starts. */

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
async function sendUntilDead(api: Api, thread: string, after: number, kill: () => void): Promise<string[]> {
  const acknowledged: string[] = []
  let killed = false
  const send = async (n: number) => {
    for (let i = 0; i < 5000; i++) {
      const message = `Message ${n}.${i}`
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

/** Replaces the publishing tokens. The next start issues new ones when they are damaged or of another database. */
const storeTokens = (data: string, tokens: string): void => writeFileSync(join(data, 'remote-tokens.json'), tokens)

test('keeps all acknowledged messages when every process is killed during writes', async () => {
  const data = mkdtempSync(join(tmpdir(), 'portal-faults-'))
  let portal: Portal = await startPortal(data)
  const steps = ['Building what has changed', 'Starting the database', 'Publishing the remotes', 'Ready']
  expect(portal.printed).toMatch(new RegExp(steps.map((step) => String.raw`^\[ *[\d.]+ s\] ${step}`).join('[^]*'), 'm'))
  const api = await signIn(portal.url)
  const thread = await firstThread(api)
  const { process: main } = portal
  const ended = new Promise((resolve) => main.once('exit', resolve))
  const pids = [main.pid ?? 0, ...descendants(main.pid ?? 0)]
  const acknowledged = await sendUntilDead(api, thread, 40, () => pids.forEach((pid) => process.kill(pid, 'SIGKILL')))
  await ended
  storeTokens(data, 'garbage')
  portal = await startPortal(data)
  const stored = await allMessages(await signIn(portal.url), thread)
  expect(acknowledged.length).toBeGreaterThan(39)
  expect(acknowledged.filter((m) => !stored.includes(m))).toEqual([])
  expect(stored.length).toBe(new Set(stored).size)
  const below = descendants(portal.process.pid ?? 0)
  await portal.stop()
  // Stopping ends all processes.
  expect(below.length).toBeGreaterThan(1)
  await expect.poll(() => below.filter((pid) => /sqld|workerd/.test(commandOf(pid)))).toEqual([])
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
  const acknowledged = await sendUntilDead(api, thread, 20, () => process.kill(sqld ?? 0, 'SIGKILL'))
  expect(await ended).toBe(1)
  expect(output).toContain('The database server ended unexpectedly.')
  storeTokens(portal.data, JSON.stringify({ 'mf-clients': 'x'.repeat(43) }))
  const again = await startPortal(portal.data)
  const stored = await allMessages(await signIn(again.url), thread)
  expect(acknowledged.filter((m) => !stored.includes(m))).toEqual([])
  await again.stop()
  rmSync(portal.data, { recursive: true, force: true })
})

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
