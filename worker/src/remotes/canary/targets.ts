import type { StartCanary } from '@portal/contract/canaries'
import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { authUsers } from '../../db/schema/index.ts'
import { uuidv7 } from '../../ids.ts'
import type { RunningCanary } from './running-canaries.ts'

type Given = z.output<typeof StartCanary>

/**
 * Returns the user ids of email addresses. An unknown address gets an id that belongs to nobody, so that the holder
 * of a token cannot find out who has an account.
 */
export async function userIdsOf({ db }: Pick<Context, 'db'>, people: Given['people']): Promise<string[]> {
  if (people.length === 0) return []
  const rows = await db
    .select({ id: authUsers.id, email: authUsers.email })
    .from(authUsers)
    .where(inArray(authUsers.email, people))
  return people.map((email) => rows.find((row) => row.email === email)?.id ?? uuidv7())
}

const counted = (count: number, one: string, many: string): string[] =>
  count > 0 ? [`${count} ${count === 1 ? one : many}`] : []

/** Returns who gets a canary, in words: "5% of people and 2 firms". */
export function describeTargets({
  percent,
  firm_ids,
  user_ids,
}: Pick<RunningCanary, 'percent' | 'firm_ids' | 'user_ids'>): string {
  const share = percent > 0 ? [`${percent}% of people`] : []
  const named = [...counted(firm_ids.length, 'firm', 'firms'), ...counted(user_ids.length, 'person', 'people')]
  return new Intl.ListFormat('en').format([...share, ...named])
}
