import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Behavior, Receiver } from '../../worker/src/testing/receiver.ts'
import { canMount, fillDisk, hide } from './machine.ts'
import type { Random } from './random.ts'
import type { Stand } from './stand.ts'

/** What goes wrong, one thing after the other. Each is over, and everything back, when its promise resolves. */

export interface Fault {
  name: string
  /** How often it happens in a run. */
  times: number
  /** Why it cannot happen on this machine; undefined where it can. */
  missing?: (stand: Stand) => string | undefined
  strike(stand: Stand, random: Random, hooks: readonly Receiver[]): Promise<void>
}

const NO_MOUNT = 'disks cannot be mounted here'

/** Until workerd answers again. */
async function untilBack(stand: Stand): Promise<void> {
  for (;;) {
    const live = await fetch(`${stand.url}/api/health/live`, { signal: AbortSignal.timeout(2000) }).catch(
      () => undefined,
    )
    await live?.text()
    if (live?.ok) return
    await wait(50)
  }
}

async function killSqld(stand: Stand, random: Random): Promise<void> {
  const { process: server } = stand.sqld()
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
  await wait(random.between(300, 1500))
  await stand.restartSqld()
}

async function killWorkerd(stand: Stand): Promise<void> {
  const pid = stand.workerd()
  process.kill(pid, 'SIGKILL')
  // Whoever runs it starts it anew, as Miniflare does here and the platform elsewhere.
  while (stand.workerd() === pid || stand.workerd() === 0) await wait(20)
  await untilBack(stand)
}

async function stopped(pid: number, ms: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  try {
    await wait(ms)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

/** Everybody else's servers misbehave for a while: the mail provider, and each bookkeeper's receiver of webhooks. */
async function misbehave(
  stand: Stand,
  hooks: readonly Receiver[],
  manners: readonly Behavior[],
  ms: number,
): Promise<void> {
  const all = [stand.mail, ...hooks]
  for (const [i, receiver] of all.entries()) receiver.answer = manners[i % manners.length] ?? 'hang up'
  await wait(ms)
  for (const receiver of all) receiver.answer = { status: 200 }
}

async function cutLines(stand: Stand, random: Random): Promise<void> {
  for (let i = 0; i < 8; i++) {
    // In the middle of what people send: an upload, or the answer to it.
    stand.people.cutAfter(random.between(1, 60_000))
    await wait(random.between(150, 500))
    stand.people.cut()
    stand.people.mend()
    await wait(random.between(100, 300))
  }
}

async function fullDisk(stand: Stand): Promise<void> {
  const ballast = join(stand.data, 'ballast')
  fillDisk(ballast)
  try {
    // What others free meanwhile is filled, too.
    for (let i = 0; i < 10; i++) {
      await wait(400)
      fillDisk(`${ballast}-${i}`)
    }
  } finally {
    rmSync(ballast)
    for (let i = 0; i < 10; i++) rmSync(`${ballast}-${i}`, { force: true })
  }
}

/** The clock is wrong by `seconds` for a while, and then right again: it jumps twice, once in each direction. */
async function wrongClock(stand: Stand, seconds: number): Promise<void> {
  stand.clock?.set(seconds)
  await wait(4000)
  stand.clock?.set(0)
}

/** workerd never lets its time go back: where the clock does, time stands still, and no alarm rings, until it is started anew. */
async function aheadUntilRestart(stand: Stand): Promise<void> {
  await wrongClock(stand, 3600)
  await killWorkerd(stand)
}

const noClock = (stand: Stand): string | undefined =>
  stand.clock ? undefined : 'there is no C compiler to build a clock with'

export const FAULTS: readonly Fault[] = [
  { name: 'sqld killed', times: 2, strike: killSqld },
  { name: 'workerd killed', times: 2, strike: killWorkerd },
  {
    name: 'both killed at once',
    times: 1,
    strike: async (stand, random) => {
      await Promise.all([killSqld(stand, random), killWorkerd(stand)])
    },
  },
  { name: 'sqld stopped for 4 s', times: 1, strike: (stand) => stopped(stand.sqld().process.pid ?? 0, 4000) },
  { name: 'sqld stopped for 24 s', times: 1, strike: (stand) => stopped(stand.sqld().process.pid ?? 0, 24_000) },
  { name: 'workerd stopped for 3 s', times: 1, strike: (stand) => stopped(stand.workerd(), 3000) },
  {
    name: 'line to sqld slow (200 ms)',
    times: 1,
    strike: async (stand) => {
      stand.base.slow(100)
      await wait(5000)
      stand.base.mend()
    },
  },
  {
    name: 'line to sqld cut',
    times: 2,
    strike: async (stand, random) => {
      // In the middle of a batch, and then nothing gets through.
      stand.base.cutAfter(random.between(1, 20_000))
      await wait(random.between(1500, 2500))
      stand.base.cut()
      stand.base.mend()
    },
  },
  { name: "people's lines cut", times: 1, strike: cutLines },
  { name: 'mail and webhooks dead', times: 1, strike: (stand, _, hooks) => misbehave(stand, hooks, ['hang up'], 3000) },
  {
    name: 'mail and webhooks answer 500, late',
    times: 1,
    strike: (stand, _, hooks) =>
      misbehave(
        stand,
        hooks,
        [
          { status: 500, text: '<h1>Oops</h1>' },
          { status: 200, after: 1500 },
        ],
        4000,
      ),
  },
  {
    name: 'mail and webhooks never answer',
    times: 1,
    strike: (stand, _, hooks) => misbehave(stand, hooks, ['hang'], 3000),
  },
  {
    name: 'uploads out of reach',
    times: 1,
    missing: () => (canMount() ? undefined : NO_MOUNT),
    strike: async (stand) => {
      const back = hide(join(stand.data, 'workerd/r2/workform-uploads/blobs'))
      await wait(4000)
      back()
    },
  },
  { name: 'disk full', times: 1, missing: () => (canMount() ? undefined : NO_MOUNT), strike: fullDisk },
  { name: 'clock an hour ahead, until a restart', times: 1, missing: noClock, strike: aheadUntilRestart },
  {
    name: 'clock ten minutes behind, and back',
    times: 1,
    missing: noClock,
    strike: (stand) => wrongClock(stand, -600),
  },
]
