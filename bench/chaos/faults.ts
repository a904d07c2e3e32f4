import { once } from 'node:events'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { CutProxy } from '../../shell/e2e/cut-proxy.ts'
import type { Behavior } from '../../worker/src/testing/receiver.ts'
import { until } from '../../worker/src/testing/until.ts'
import type { Portal } from './portal.ts'
import type { Random } from './random.ts'

export interface Fault {
  name: string
  /** How often it happens in a run; once by default. */
  times?: number
  /** Causes the fault. Resolves when it is over and everything works again. */
  cause(portal: Portal, random: Random): Promise<void>
}

async function killSqld(portal: Portal, random: Random): Promise<void> {
  const exited = once(portal.sqld.process, 'exit')
  portal.sqld.process.kill('SIGKILL')
  await exited
  await pause(random.between(300, 1500))
  await portal.restartSqld()
}

/** Suspends sqld for longer than the portal waits for it, so that it still commits what was answered with 503. */
async function suspendSqld({ sqld }: Portal): Promise<void> {
  sqld.process.kill('SIGSTOP')
  await pause(24_000)
  sqld.process.kill('SIGCONT')
}

/** Kills workerd. Miniflare starts it again, as the platform does in production. */
async function killWorkerd({ workerd, url }: Portal): Promise<void> {
  const pid = workerd()
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
  while (workerd() === undefined || workerd() === pid) await pause(20)
  await until('workerd', async () => (await fetch(`${url}/api/health/live`).catch(() => undefined))?.ok || undefined)
}

/** Cuts the connections in the middle of a request, and refuses new ones for a while. */
async function cut(proxy: CutProxy, maxBytes: number, ms: number, random: Random): Promise<void> {
  proxy.cutAfter(random.between(1, maxBytes))
  await pause(ms)
  proxy.cut()
  proxy.restore()
}

async function cutUsers({ userProxy }: Portal, random: Random): Promise<void> {
  for (let i = 0; i < 8; i++) {
    await cut(userProxy, 60_000, random.between(150, 500), random)
    await pause(random.between(100, 300))
  }
}

/** Makes the mail provider and the webhook receivers fail in a different way with each request. */
async function failReceivers({ mail, webhooks }: Portal): Promise<void> {
  const ways: Behavior[] = ['hang up', { status: 500, text: '<h1>Oops</h1>' }, { status: 200, after: 1500 }, 'hang']
  const receivers = [mail, ...webhooks.values()]
  for (const receiver of receivers) {
    let requests = 0
    receiver.answer = () => ways[requests++ % ways.length] ?? 'hang'
  }
  await pause(6000)
  for (const receiver of receivers) receiver.answer = { status: 200 }
}

/** Replaces the folder of the bucket's objects by a file, so that reads and writes fail. */
async function hideObjects({ data }: Portal): Promise<void> {
  const folder = join(data, 'workerd/r2/workform-uploads/blobs')
  mkdirSync(folder, { recursive: true })
  renameSync(folder, `${folder}-hidden`)
  writeFileSync(folder, '')
  await pause(4000)
  rmSync(folder)
  renameSync(`${folder}-hidden`, folder)
}

/** Each can break a different promise. */
export const FAULTS: readonly Fault[] = [
  { name: 'sqld killed', times: 2, cause: killSqld },
  { name: 'sqld suspended for 24 s', cause: suspendSqld },
  {
    name: 'connections to sqld cut',
    times: 2,
    cause: ({ databaseProxy }, random) => cut(databaseProxy, 20_000, random.between(1500, 2500), random),
  },
  { name: 'workerd killed', times: 2, cause: killWorkerd },
  { name: 'connections of users cut', cause: cutUsers },
  { name: 'mail and webhooks fail', cause: failReceivers },
  { name: 'stored files unreachable', cause: hideObjects },
]
