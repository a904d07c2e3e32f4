import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { type Client, createClient } from '@libsql/client/http'
import { FLAG_NAMES, type FlagName, FLAGS } from '@portal/contract/flags'
import { drizzle } from 'drizzle-orm/libsql/http'
import { stamped, toStatement } from '../../src/db/statement.ts'
import type { Step } from '../../src/db/write.ts'
import { type FlagTarget, resetFlag, setFlag } from '../../src/flags/change-flag.ts'
import type { Database } from '../database.ts'
import { StartError } from '../sqld.ts'

/** Lists and changes feature flags in a database. */

const USAGE = `pnpm flag list                           lists all flags and their values
pnpm flag set <name> on|off|25%          sets a flag for everyone, or turns it on for a share of all people
pnpm flag reset <name>                   removes that value; without any value, the flag has its default

--firm <id or address of a bookkeeper>   only for a firm
--person <address>                       only for a person

The most specific value applies: that of the person, of the firm, or of everyone. Open tabs follow within a minute.
The database: LIBSQL_URL and LIBSQL_TOKEN, or the portal on this machine.`

type Log = (line: string) => void

interface Value {
  name: string
  target: string
  percent: number
  /** The name of the firm or the address of the person; null for everyone. */
  owner: string | null
}

const formatPercent = (percent: number): string => (percent === 100 ? 'on' : percent === 0 ? 'off' : `${percent}%`)

function parsePercent(text: string | undefined): number {
  if (text === 'on') return 100
  if (text === 'off') return 0
  const [, digits] = /^(\d{1,3})\s?%$/.exec(text ?? '') ?? []
  const percent = Number(digits)
  if (digits === undefined || percent > 100)
    throw new StartError(`A flag is on, off, or a share such as 25%.\n\n${USAGE}`)
  return percent
}

function parseName(text: string | undefined): FlagName {
  const name = FLAG_NAMES.find((known) => known === text)
  if (!name) throw new StartError(`There is no flag ${text ?? ''}. Flags: ${FLAG_NAMES.join(', ')}.`)
  return name
}

/** Returns the first column of the only row. Throws StartError when there is none. */
async function idOf(db: Client, sql: string, text: string, missing: string): Promise<string> {
  const { rows } = await db.execute({ sql, args: [text] })
  const id = rows[0]?.[0]
  if (typeof id !== 'string') throw new StartError(missing)
  return id
}

async function targetOf(db: Client, { firm, person }: { firm?: string; person?: string }): Promise<FlagTarget> {
  if (firm && person) throw new StartError('Pass either --firm or --person.')
  if (person) {
    const sql = 'SELECT id FROM auth_users WHERE email = lower(?)'
    return { kind: 'person', id: await idOf(db, sql, person, `There is no account of ${person}.`) }
  }
  if (!firm) return { kind: 'everyone' }
  const sql = `SELECT f.id FROM firms f
    WHERE f.id = ?1 OR f.id = (SELECT p.firm_id FROM profiles p WHERE p.email = lower(?1) AND p.role = 'bookkeeper')`
  return { kind: 'firm', id: await idOf(db, sql, firm, `There is no firm ${firm}.`) }
}

async function run(db: Client, steps: readonly Step[], now: Date): Promise<void> {
  const statements = steps.map(({ query }) => {
    const { sql, args } = stamped(toStatement(query), now.toISOString())
    return { sql, args: [...args] }
  })
  await db.batch(statements, 'write')
}

async function list(db: Client, log: Log): Promise<void> {
  const sql = `SELECT v.name, v.target, v.percent, coalesce(f.name, u.email) AS owner FROM flag_values v
    LEFT JOIN firms f ON f.id = v.firm_id LEFT JOIN auth_users u ON u.id = v.user_id ORDER BY v.name, v.target`
  const values = (await db.execute(sql)).rows as unknown as Value[]
  for (const name of FLAG_NAMES) {
    const { description, owner, default: isOn, expires } = FLAGS[name]
    log(`${name}   ${isOn ? 'on' : 'off'} by default   ${owner}, until ${expires}\n    ${description}`)
    for (const value of values.filter((v) => v.name === name))
      log(`    ${formatPercent(value.percent)} for ${value.owner ?? 'everyone'}`)
  }
}

/**
 * Runs `pnpm flag` with arguments.
 * @throws StartError with the reason, or the usage, when they are invalid
 */
export async function runFlag(args: readonly string[], database: Database, log: Log): Promise<void> {
  const options = { firm: { type: 'string' }, person: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
  const [verb = 'list', name, value] = positionals
  const db = createClient(database)
  if (verb === 'list') return list(db, log)
  if (verb !== 'set' && verb !== 'reset') throw new StartError(USAGE)
  const flag = parseName(name)
  const target = await targetOf(db, values)
  const ctx = { db: drizzle(db), now: new Date() }
  const by = { operator: userInfo().username }
  const whom = values.firm ?? values.person ?? 'everyone'
  if (verb === 'reset') {
    await run(db, resetFlag(ctx, by, flag, target), ctx.now)
    return log(`${flag} was reset for ${whom}.`)
  }
  const percent = parsePercent(value)
  await run(db, setFlag(ctx, by, flag, target, percent), ctx.now)
  log(`${flag} is ${formatPercent(percent)} for ${whom}.`)
}
