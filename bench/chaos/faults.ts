import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { CutProxy } from '../../shell/e2e/cut-proxy.ts'
import type { Behavior } from '../../worker/src/testing/receiver.ts'
import { until } from '../../worker/src/testing/until.ts'
import { canMount, fillDisk, mountDisk } from './machine.ts'
import type { Portal } from './portal.ts'
import type { Random } from './random.ts'

export interface Fault {
  name: string
  /** How often it happens in a run; once by default. */
  times?: number
  /** Whether the machine allows it; always by default. */
  isPossible?: (portal: Portal) => boolean
  /** Causes the fault. Resolves when it is over and everything works again. */
  cause(portal: Portal, random: Random): Promise<unknown>
}

/** Returns the cause of a fault that lasts `ms`. `begin` starts it and returns a function that ends it. */
const lasting = (ms: number, begin: (portal: Portal) => () => unknown) => async (portal: Portal) => {
  const end = begin(portal)
  await pause(ms)
  end()
}

function suspend(pid: number | undefined): () => void {
  if (pid === undefined) throw new Error('The process is not running.')
  process.kill(pid, 'SIGSTOP')
  return () => process.kill(pid, 'SIGCONT')
}

/** Makes the mail provider and the webhook receivers fail, each with the next of the behaviors in turn. */
function failReceivers({ mail, webhooks }: Portal, ...behaviors: Behavior[]): () => void {
  const receivers = [mail, ...webhooks.values()]
  for (const [i, receiver] of receivers.entries()) receiver.answer = behaviors[i % behaviors.length] ?? 'hang'
  return () => {
    for (const receiver of receivers) receiver.answer = { status: 200 }
  }
}

function shiftClock({ clock }: Portal, seconds: number): () => void {
  clock?.set(seconds)
  return () => clock?.set(0)
}

function slowDatabase({ databaseProxy }: Portal): () => void {
  // 100 ms in each direction.
  databaseProxy.slow(100)
  return () => databaseProxy.restore()
}

async function killSqld(portal: Portal, random: Random): Promise<void> {
  const exited = once(portal.sqld.process, 'exit')
  portal.sqld.process.kill('SIGKILL')
  await exited
  await pause(random.between(300, 1500))
  await portal.restartSqld()
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

/** Fills the disk, and then also the space that processes free in the meantime. */
async function fillPortalDisk({ data }: Portal): Promise<void> {
  const files = Array.from({ length: 11 }, (_, i) => join(data, `ballast-${i}`))
  for (const file of files) {
    fillDisk(file)
    await pause(400)
  }
  for (const file of files) rmSync(file)
}

const ERROR_PAGE = { status: 500, text: '<h1>Oops</h1>' }
const hasClock = ({ clock }: Portal): boolean => clock !== undefined

export const FAULTS: readonly Fault[] = [
  { name: 'sqld killed', times: 2, cause: killSqld },
  { name: 'workerd killed', times: 2, cause: killWorkerd },
  {
    name: 'sqld and workerd killed',
    cause: (portal, random) => Promise.all([killSqld(portal, random), killWorkerd(portal)]),
  },
  { name: 'sqld suspended for 4 s', cause: lasting(4000, ({ sqld }) => suspend(sqld.process.pid)) },
  { name: 'sqld suspended for 24 s', cause: lasting(24_000, ({ sqld }) => suspend(sqld.process.pid)) },
  { name: 'workerd suspended for 3 s', cause: lasting(3000, ({ workerd }) => suspend(workerd())) },
  { name: 'sqld slow (200 ms)', cause: lasting(5000, slowDatabase) },
  {
    name: 'connections to sqld cut',
    times: 2,
    cause: ({ databaseProxy }, random) => cut(databaseProxy, 20_000, random.between(1500, 2500), random),
  },
  { name: 'connections of users cut', cause: cutUsers },
  { name: 'mail and webhooks disconnect', cause: lasting(3000, (portal) => failReceivers(portal, 'hang up')) },
  { name: 'mail and webhooks never respond', cause: lasting(3000, (portal) => failReceivers(portal, 'hang')) },
  {
    name: 'mail and webhooks fail or are late',
    cause: lasting(4000, (portal) => failReceivers(portal, ERROR_PAGE, { status: 200, after: 1500 })),
  },
  {
    name: 'stored files unreachable',
    isPossible: canMount,
    cause: lasting(4000, ({ data }) => mountDisk(join(data, 'workerd/r2/workform-uploads/blobs'), 'ro,size=4k')),
  },
  { name: 'disk full', isPossible: canMount, cause: fillPortalDisk },
  {
    // workerd never sets its time back. When the clock is, its time and alarms stop until it restarts.
    name: 'clock an hour ahead until restart',
    isPossible: hasClock,
    cause: async (portal) => {
      await lasting(4000, () => shiftClock(portal, 3600))(portal)
      await killWorkerd(portal)
    },
  },
  {
    name: 'clock ten minutes behind',
    isPossible: hasClock,
    cause: lasting(4000, (portal) => shiftClock(portal, -600)),
  },
]
