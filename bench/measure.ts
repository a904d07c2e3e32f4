import { cpuOf, median } from './cpu.ts'
import type { Pair } from './rows.ts'

/** Calls `task` with 0 to `count` - 1, `width` at the same time. */
export async function repeat(count: number, width: number, task: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await task(next++)
  }
  await Promise.all(Array.from({ length: width }, lane))
}

/**
 * Takes a sample of each way in turns, so that other load on the machine affects all of them. The samples of round 0
 * only warm up.
 */
export async function inTurns<Way extends string, Sample>(
  rounds: number,
  ways: Record<Way, (round: number) => Promise<Sample>>,
): Promise<Record<Way, Sample[]>> {
  const names = Object.keys(ways) as Way[]
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample[]])) as Record<Way, Sample[]>
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const sample = await ways[name](round)
      if (round > 0) samples[name].push(sample)
    }
  }
  return samples
}

/** What a round of requests costs. */
interface Cost {
  /** Milliseconds of CPU per request. */
  cpu: number
  /** Requests per second. */
  rate: number
}

/** How many requests a round has, and how many are sent at the same time. */
interface Load {
  requests: number
  width: number
  /** If different from the portal's. */
  floorWidth?: number
  rounds?: number
}

type Server = { pids: readonly number[] }
type Ask = (i: number) => Promise<unknown>

/** Measures a request to the portal against one to its floor. Each is called with the number of the request. */
export async function compare(
  { portal, floor }: { portal: Server; floor: Server },
  { requests, width, floorWidth = width, rounds = 6 }: Load,
  askPortal: Ask,
  askFloor: Ask,
): Promise<Record<keyof Cost, Pair>> {
  const way =
    ({ pids }: Server, atOnce: number, ask: Ask) =>
    async (round: number) => {
      const [began, before] = [performance.now(), cpuOf(pids)]
      await repeat(requests, atOnce, (i) => ask(round * requests + i))
      const rate = (requests / (performance.now() - began)) * 1000
      return { cpu: (cpuOf(pids) - before) / requests, rate }
    }
  const costs = await inTurns(rounds, {
    portal: way(portal, width, askPortal),
    floor: way(floor, floorWidth, askFloor),
  })
  const medians = (of: keyof Cost): Pair => [
    median(costs.portal.map((c) => c[of])),
    median(costs.floor.map((c) => c[of])),
  ]
  return { cpu: medians('cpu'), rate: medians('rate') }
}

/** Returns the body of a response. @throws Error unless the response is successful */
export async function bodyOf(response: Response | Promise<Response>): Promise<string> {
  const answer = await response
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${text.slice(0, 300)}`)
  return text
}
