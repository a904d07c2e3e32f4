import type { AnyAction } from './action.ts'
import { create } from './create.ts'
import { SHARED_ACTIONS } from './shared-actions.ts'
import { team } from './team.ts'
import { token } from './token.ts'
import { trust } from './trust.ts'

/** The actions of `pnpm remote` by name, in the order of the usage text. */
export const ACTIONS: Readonly<Record<string, AnyAction>> = { ...SHARED_ACTIONS, create, team, token, trust }
