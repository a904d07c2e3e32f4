import { cleanEmail, isEmail } from '@portal/contract/emails'
import { eq, or } from 'drizzle-orm'
import { findPeople } from '../../../portal/auth/find-people.ts'
import type { Context } from '../../../context.ts'
import { firms } from '../../../platform/db/schema/index.ts'
import { AppError } from '../../../errors.ts'
import type { RunningCanary } from './running-canaries.ts'

type Targets = Pick<RunningCanary, 'firm_ids' | 'user_ids'>

/** Returns the id of a firm, given by its id or name. @throws AppError `invalid_input` */
async function firmOf({ db }: Pick<Context, 'db'>, text: string): Promise<string> {
  const same = or(eq(firms.id, text), eq(firms.name, text))
  const [firm, other] = await db.select({ id: firms.id }).from(firms).where(same).limit(2)
  if (other) throw new AppError('invalid_input', { detail: `Several firms are named ${text}. Pass the id of one.` })
  if (!firm) throw new AppError('invalid_input', { detail: `There is no firm ${text}.` })
  return firm.id
}

/** Returns the id of the account with an address. @throws AppError `invalid_input` */
async function personOf({ db }: Pick<Context, 'db'>, address: string): Promise<string> {
  const [id] = await findPeople(db, [address])
  if (!id) throw new AppError('invalid_input', { detail: `There is no account of ${address}.` })
  return id
}

/**
 * Returns the ids of the people and firms that a canary is for: people by address, firms by name or id.
 * @throws AppError `invalid_input` for unknown ones
 */
export async function targetsOf(ctx: Pick<Context, 'db'>, given: readonly string[]): Promise<Targets> {
  const addresses = given.map(cleanEmail).filter(isEmail)
  const names = given.filter((text) => !isEmail(cleanEmail(text)))
  const [firm_ids, user_ids] = await Promise.all([
    Promise.all(names.map((name) => firmOf(ctx, name))),
    Promise.all(addresses.map((address) => personOf(ctx, address))),
  ])
  return { firm_ids, user_ids }
}

const counted = (count: number, one: string, many: string): string[] =>
  count > 0 ? [`${count} ${count === 1 ? one : many}`] : []

/** Returns who gets a canary, in words: "5% of people and 2 firms". */
export function describeTargets({ percent, firm_ids, user_ids }: Targets & Pick<RunningCanary, 'percent'>): string {
  const share = percent > 0 ? [`${percent}% of people`] : []
  const named = [...counted(firm_ids.length, 'firm', 'firms'), ...counted(user_ids.length, 'person', 'people')]
  return new Intl.ListFormat('en').format([...share, ...named])
}
