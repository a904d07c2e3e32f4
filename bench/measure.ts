import { cpuOf, median } from './cpu.ts'

/** A way to do something: its request and the processes that serve it. */
export interface Way {
  pids: readonly number[]
  /** Sends request number `i`. */
  request: (i: number) => Promise<unknown>
  /** Requests per round. */
  requests: number
  /** Requests at the same time. */
  width: number
}

/** The cost of a way: medians over the rounds. */
export interface Cost {
  /** Milliseconds of CPU per request. */
  cpu: number
  /** Requests per second. */
  rate: number
}

/** Calls `task` with 0 to `count` - 1, `width` at the same time. */
export async function repeat(count: number, width: number, task: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await task(next++)
  }
  await Promise.all(Array.from({ length: width }, lane))
}

async function measureRound({ pids, request, requests, width }: Way, round: number): Promise<Cost> {
  const [began, before] = [performance.now(), cpuOf(pids)]
  await repeat(requests, width, (i) => request(round * requests + i))
  const rate = (requests / (performance.now() - began)) * 1000
  return { cpu: (cpuOf(pids) - before) / requests, rate }
}

/** Measures several ways in alternating rounds, so that other load affects all of them, after a warm-up round. */
export async function measureAll<const W extends readonly Way[]>(
  ways: W,
  rounds = 6,
): Promise<{ [K in keyof W]: Cost }> {
  const costs = ways.map((): Cost[] => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [i, way] of ways.entries()) costs[i]?.push(await measureRound(way, round))
  }
  const middle = (all: readonly Cost[], of: (cost: Cost) => number): number => median(all.slice(1).map(of))
  return costs.map((all) => ({ cpu: middle(all, (c) => c.cpu), rate: middle(all, (c) => c.rate) })) as {
    [K in keyof W]: Cost
  }
}

/** Measures a way and its floor. */
export async function measure(way: Way, floor: Way, rounds?: number): Promise<{ cost: Cost; floor: Cost }> {
  const [cost, bare] = await measureAll([way, floor], rounds)
  return { cost, floor: bare }
}

/** Returns the body of a response. @throws Error unless the response is successful */
export async function bodyOf(response: Response | Promise<Response>): Promise<string> {
  const answer = await response
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${text.slice(0, 300)}`)
  return text
}
