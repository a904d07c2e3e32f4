import { UnexpectedResponse } from '../actors/user.ts'
import { Tally } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { checkObjects, checkTables } from './consistency.ts'
import { checkTabs, readMails, readWebhooks } from './delivered.ts'
import { type Actual, readFiles, readMessages, readSections, readTables, readTextFiles } from './stored.ts'

const READERS = [readTables, readSections, readMessages, readFiles, readTextFiles, readMails, readWebhooks]
/** Checks for which nothing may exist that was not promised. */
const COMPLETE = new Set([
  'imported clients',
  'live section changes',
  'messages',
  'notifications',
  'section webhooks',
  'workforms',
])

/** Expects each promised value to exist once, and nothing to exist that the portal did not acknowledge. */
function comparePromises({ promises }: Scenario, tally: Tally, actual: readonly Actual[]): void {
  const byCheck = Map.groupBy(actual, ({ check }) => check)
  for (const [check, promised] of promises.byCheck) {
    const byKey = Map.groupBy(byCheck.get(check) ?? [], ({ key }) => key)
    for (const [key, { value, during }] of promised) {
      const values = byKey.get(key)?.map((entry) => entry.value)
      tally.expect(check, key, values, [value], during)
    }
    const unknown = [...byKey.keys()].filter((key) => !promised.has(key))
    if (COMPLETE.has(check)) tally.expect('no duplicates', check, unknown, [])
  }
}

/** Compares what the portal acknowledged with what is stored and delivered. */
export async function checkAll(scenario: Scenario): Promise<Tally> {
  const tally = new Tally()
  const { unexpected, unclean } = scenario.responses
  const actual: Actual[] = scenario.repeats.map((repeat) => ({ check: 'repeated requests', ...repeat }))
  try {
    for (const read of READERS) for await (const entry of read(scenario, tally)) actual.push(entry)
    comparePromises(scenario, tally, actual)
    for (const check of [checkTabs, checkTables, checkObjects]) await check(scenario, tally)
  } catch (error) {
    if (!(error instanceof UnexpectedResponse)) throw error
    tally.expect('expected responses', 'during the checks', error.message, 'a success')
  }
  for (const { message, during } of unexpected)
    tally.expect('expected responses', 'a user', message, 'a success', during)
  for (const description of unclean) tally.expect('clean responses', 'a user', description, 'a clean response')
  return tally
}
