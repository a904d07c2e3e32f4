import { parseArgs } from 'node:util'
import { type Client, createClient } from '@libsql/client/http'
import { canonicalEmail } from '@portal/contract/canonical-email'
import { drizzle } from 'drizzle-orm/libsql/http'
import { type FlagTarget, resetFlag, setFlag, targetId } from '../../../worker/src/delivery/flags/change-flag.ts'
import { flagTarget } from '../../../worker/src/delivery/flags/flag-target.ts'
import { listFlags } from '../../../worker/src/delivery/flags/list-flags.ts'
import { requireFlag } from '../../../worker/src/delivery/flags/require-flag.ts'
import { AppError } from '../../../worker/src/errors.ts'
import { StartError } from '../../command/start-error.ts'
import type { Database } from '../../database/database.ts'
import { operatorHere } from '../../database/operator-here.ts'
import { runSteps } from '../../database/run-steps.ts'

/** Lists and changes feature flags in a database. */

/** The usage text. */
export const USAGE = `pnpm flag list                           lists all flags and their values
pnpm flag set <name> on|off|25%          sets a flag for everyone, or turns it on for a share of all people
pnpm flag reset <name>                   removes that value; without any value, the flag has its default

--firm <id or address of a bookkeeper>   only for a firm
--person <address>                       only for a person

The name of a flag of a remote begins with that of the remote: mf-clients.forecast.
The most specific value applies: that of the person, of the firm, or of everyone. Open tabs follow within a minute.
The database: LIBSQL_URL and LIBSQL_TOKEN, or the portal on this machine.`

type Log = (line: string) => void

/** Returns a value of a flag and whom it is for: "off for everyone", "on for 25% of everyone". */
const describeValue = (percent: number, whom: string): string =>
  percent === 0 || percent === 100 ? `${percent === 0 ? 'off' : 'on'} for ${whom}` : `on for ${percent}% of ${whom}`

function parsePercent(text: string | undefined): number {
  if (text === 'on') return 100
  if (text === 'off') return 0
  const [, digits] = /^(\d{1,3})\s?%$/.exec(text ?? '') ?? []
  const percent = Number(digits)
  if (digits === undefined || percent > 100)
    throw new StartError(`A flag is on, off, or a share such as 25%.\n\n${USAGE}`)
  return percent
}

/** Looks up a flag, and whom a value of it is for. @throws StartError when there is no such flag, firm or person */
async function targetOf(
  db: Client,
  flag: string,
  { firm, person }: { firm?: string; person?: string },
): Promise<FlagTarget> {
  if (firm && person) throw new StartError('Pass either --firm or --person.')
  const given = { firm: firm && canonicalEmail(firm), person: person && canonicalEmail(person) }
  try {
    await requireFlag(drizzle(db), flag)
    return await flagTarget(drizzle(db), given)
  } catch (error) {
    throw error instanceof AppError ? new StartError(error.detail) : error
  }
}

async function list(db: Client, log: Log): Promise<void> {
  for (const { name, declared, values } of await listFlags(drizzle(db))) {
    const { owner, expires, description } = declared ?? {}
    const about = `${declared?.default ? 'on' : 'off'} by default   ${owner}, until ${expires}\n    ${description}`
    log(`${name}   ${declared ? about : 'no live version declares it'}`)
    for (const { percent, of } of values) log(`    ${describeValue(percent, of ?? 'everyone')}`)
  }
}

/**
 * Runs `pnpm flag` with arguments.
 * @throws StartError with the reason, or the usage, when they are invalid
 */
export async function runFlag(args: readonly string[], database: Database, log: Log): Promise<void> {
  const options = { firm: { type: 'string' }, person: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
  const [verb = 'list', flag = '', value] = positionals
  const db = createClient(database)
  if (verb === 'list') return list(db, log)
  if (verb !== 'set' && verb !== 'reset') throw new StartError(USAGE)
  const target = await targetOf(db, flag, values)
  const ctx = { db: drizzle(db), now: new Date() }
  const whom = values.firm ?? values.person ?? 'everyone'
  if (verb === 'reset') {
    await runSteps(db, resetFlag(ctx, operatorHere(), flag, targetId(target)), ctx.now)
    return log(`${flag} was reset for ${whom}.`)
  }
  const percent = parsePercent(value)
  await runSteps(db, setFlag(ctx, operatorHere(), flag, target, percent), ctx.now)
  log(`${flag} is ${describeValue(percent, whom)}.`)
}
