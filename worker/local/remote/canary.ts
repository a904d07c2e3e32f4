import { type Canary, type CanaryShare, NAMED_RESULTS_MIN } from '@portal/contract/canaries'
import { FAILURES } from '@portal/contract/vitals'
import { advanceCanary, getCanary, promoteCanary, stopCanary } from '../canary-api.ts'
import { StartError } from '../sqld.ts'
import { action, portalOf } from './action.ts'

/** Prints the targets and results of a canary, beside those of the live version. */
function print({ name, version, live, percent, next, firms, people, started_by, started_at, results }: Canary): void {
  const targets = [
    ...(percent > 0 ? [`${percent}% of people`] : []),
    ...(firms > 0 ? [`${firms} named ${firms === 1 ? 'firm' : 'firms'}`] : []),
    ...(people > 0 ? [`${people} named ${people === 1 ? 'person' : 'people'}`] : []),
  ]
  console.log(`${name} ${version} is a canary for ${targets.join(', ')}. ${started_by} started it at ${started_at}.`)
  console.log(next === 100 ? 'Next, it becomes live.' : `Next: ${next}%.`)
  if (!results) {
    console.log(`Results of named firms and people are shown once ${NAMED_RESULTS_MIN} people have used it.`)
    return
  }
  const columns = { [`canary ${version}`]: results.canary, [`live ${live ?? '–'}`]: results.live }
  console.table(
    Object.fromEntries(
      (['people', 'firms', ...FAILURES] as const).map((row) => [
        row === 'people' || row === 'firms' ? row : `firms with ${row}`,
        Object.fromEntries(
          Object.entries(columns).map(([column, tally]) => [
            column,
            row === 'people' || row === 'firms' ? tally[row] : tally.failed[row],
          ]),
        ),
      ]),
    ),
  )
}

const describe = ({ name, version, percent }: CanaryShare): string =>
  percent === 100
    ? `${name} ${version} is live.`
    : percent === 0
      ? `The canary ${version} of ${name} was stopped.`
      : `${name} ${version} is a canary for ${percent}% of people now.`

export const canary = action({
  usage: `pnpm remote canary <name>     shows the results of its canary; --advance gives it to the next share of people,
                              --promote makes it live, --stop ends it`,
  options: { advance: { type: 'boolean' }, promote: { type: 'boolean' }, stop: { type: 'boolean' } },
  run: async (name, { advance, promote, stop, ...given }) => {
    if ([advance, promote, stop].filter(Boolean).length > 1)
      throw new StartError('Pass only one of --advance, --promote and --stop.')
    const portal = await portalOf(name, given)
    const running = await getCanary(portal, name)
    const { version, percent } = running
    if (advance) console.log(describe(await advanceCanary(portal, name, { version, percent })))
    else if (promote) console.log(describe(await promoteCanary(portal, name, { version })))
    else if (stop) console.log(describe(await stopCanary(portal, name, { version })))
    else print(running)
  },
})
