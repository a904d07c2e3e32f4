import type { StartCanary } from '@portal/contract/canaries'
import type { z } from 'zod'
import { findFirms, findPeople } from '../../../auth/find-people.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { uuidv7 } from '../../../ids.ts'
import type { Publisher } from '../publisher.ts'
import type { RunningCanary } from './running-canaries.ts'

type Named = Pick<z.output<typeof StartCanary>, 'firms' | 'people'>
type Targets = Pick<RunningCanary, 'firm_ids' | 'user_ids'>

/** Returns the ids. An unknown one is refused for operators; a team gets an id that belongs to nobody. */
const known = (ids: readonly (string | undefined)[], publisher: Publisher, refuse: (i: number) => string): string[] =>
  ids.map((id, i) => {
    if (id === undefined && publisher.role === 'operator') throw new AppError('invalid_input', { detail: refuse(i) })
    return id ?? uuidv7()
  })

/**
 * Returns the ids of the firms and people that a canary names. The holder of a token must not learn who has an account,
 * so only operators are told about unknown ones.
 * @throws AppError `invalid_input`
 */
export async function namedIn({ db }: Pick<Context, 'db'>, publisher: Publisher, named: Named): Promise<Targets> {
  const [firms, people] = await Promise.all([findFirms(db, named.firms), findPeople(db, named.people)])
  return {
    firm_ids: known(firms, publisher, (i) => `There is no firm of ${named.firms[i]}.`),
    user_ids: known(people, publisher, (i) => `There is no account of ${named.people[i]}.`),
  }
}

const counted = (count: number, one: string, many: string): string[] =>
  count > 0 ? [`${count} ${count === 1 ? one : many}`] : []

/** Returns who gets a canary, in words: "5% of people and 2 firms". */
export function describeTargets({ percent, firm_ids, user_ids }: Targets & Pick<RunningCanary, 'percent'>): string {
  const share = percent > 0 ? [`${percent}% of people`] : []
  const named = [...counted(firm_ids.length, 'firm', 'firms'), ...counted(user_ids.length, 'person', 'people')]
  return new Intl.ListFormat('en').format([...share, ...named])
}
